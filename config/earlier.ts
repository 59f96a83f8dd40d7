import { pattern } from "../engine/evidence/violation.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import { reasonOf } from "../reports/files/file-trouble.ts";
import { readFolder } from "../reports/files/folder.ts";
import { resultsSchema, type RunResult } from "../engine/model/results.ts";
import { CannotRun } from "./cannot-run.ts";
import { validated } from "./files/json-file.ts";

/** The result that a folder holds, as its schema wants it; undefined where there is none. */
export function findResult(dir: string): RunResult | undefined {
  const found = read(dir);
  return found === undefined ? undefined : checked(found, dir);
}

function checked(result: unknown, name: string): RunResult {
  return validated(result, resultsSchema, name);
}

/** An earlier result, and what of it is taken for known. */
export interface Earlier {
  readonly previous: RunResult | undefined;
  readonly known: readonly KnownDeviation[];
}

/**
 * The earlier result that options name, by its folder or itself; with `failOn`, only what it does not hold fails. A first run has none: no fault, and said. `missing` is what is wrong where it is
 * needed and not named.
 */
export function readEarlier(
  {
    previous: named,
    failOn,
  }: { readonly previous?: string | RunResult; readonly failOn?: "new" | undefined },
  warn: (line: string) => void,
  missing = "--fail-on new compares with an earlier result: give its folder with --previous",
): Earlier {
  if (failOn !== undefined && named === undefined) {
    throw new CannotRun(missing);
  }
  const previous = typeof named === "string" ? findResult(named) : named && checked(named, "previous");
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
      ...(kind === undefined ? {} : { actual: kind }),
      reason: `it was so in the run of ${previous?.startedAt}`,
    })),
  );
}

/** The result that a folder holds. */
export function readResult(dir: string): RunResult {
  const result = findResult(dir);
  if (result === undefined) {
    throw new CannotRun(`${dir}: there is no result in this folder`);
  }
  return result;
}

function read(dir: string): unknown {
  try {
    return readFolder(dir);
  } catch (error) {
    throw new CannotRun(`${dir}: the result cannot be read: ${reasonOf(error)}`);
  }
}
