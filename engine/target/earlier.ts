import { pattern } from "../evidence/violation.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { reasonOf } from "../model/file-trouble.ts";
import { readFolder } from "../../reports/files/folder.ts";
import { resultsSchema, type RunResult } from "../model/results.ts";
import { CannotRun } from "./cannot-run.ts";
import { present } from "../model/model.ts";
import { validated } from "./files/json-file.ts";

/** The result that a folder holds, as its schema wants it; undefined where there is none. */
export function findResult(dir: string): RunResult | undefined {
  let found: unknown;
  try {
    found = readFolder(dir);
  } catch (error) {
    throw new CannotRun(`${dir}: the result cannot be read: ${reasonOf(error)}`);
  }
  return found === undefined ? undefined : validated(found, resultsSchema, dir);
}

/** The same; there has to be one. */
export function readResult(dir: string): RunResult {
  const result = findResult(dir);
  if (result === undefined) {
    throw new CannotRun(`${dir}: there is no result in this folder`);
  }
  return result;
}

/** An earlier result, and what of it is taken for known. */
export interface Earlier {
  readonly previous: RunResult | undefined;
  readonly known: readonly KnownDeviation[];
}

/** The earlier result that options name, by its folder or itself; with `failOn`, only what it does not hold fails. */
interface Compared {
  readonly previous?: string | RunResult | undefined;
  readonly failOn?: "new" | undefined;
}

/** Reads it. A first run has none: no fault, and said. `missing` is what is wrong where it is needed and not named. */
export function readEarlier(
  { previous: named, failOn }: Compared,
  warn: (line: string) => void,
  missing = "--fail-on new compares with an earlier result: give its folder with --previous",
): Earlier {
  if (failOn !== undefined && named === undefined) {
    throw new CannotRun(missing);
  }
  const previous =
    typeof named === "string" ? findResult(named) : named && validated(named, resultsSchema, "previous");
  if (typeof named === "string" && previous === undefined) {
    warn(`${named}: there is no earlier result, so nothing is said of what changed`);
  }
  return { previous, known: failOn === undefined ? [] : seenBefore(previous) };
}

/** Known deviations, and those of an earlier result beside them, each once. */
export function withEarlier(known: readonly KnownDeviation[], earlier: Earlier): readonly KnownDeviation[] {
  return [...new Map([...known, ...earlier.known].map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** What an earlier result holds, as known deviations: the same clause, place and kind of value, whatever was asked. */
function seenBefore(previous: RunResult | undefined): readonly KnownDeviation[] {
  return (previous?.clauses ?? []).flatMap(({ id: clause, violations }) =>
    violations.map(({ pointer, kind }) => ({
      clause,
      pointer: pattern(pointer),
      reason: `it was so in the run of ${previous?.startedAt}`,
      ...present({ actual: kind }),
    })),
  );
}
