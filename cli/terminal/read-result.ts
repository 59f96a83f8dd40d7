import { pattern } from "../../engine/evidence/violation.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { reasonOf } from "../../reports/files/file-trouble.ts";
import { readFolder } from "../../reports/files/folder.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { CannotRun } from "../../config/cannot-run.ts";
import { validated } from "../../config/files/json-file.ts";
import { warningLines, type Io } from "./io.ts";

/** The result that a folder holds, as its schema wants it; undefined where there is none. */
export function findResult(dir: string): RunResult | undefined {
  const found = read(dir);
  return found === undefined ? undefined : validated(found, resultsSchema, dir);
}

/** An earlier result that is compared with. A first run has none: no fault, and said. */
export function findPrevious(dir: string | undefined, io: Io): RunResult | undefined {
  const found = dir === undefined ? undefined : findResult(dir);
  if (dir !== undefined && found === undefined) {
    io.err(warningLines([`${dir}: there is no earlier result, so nothing is said of what changed`]));
  }
  return found;
}

/** What an earlier result holds, as known deviations: the same clause, place and kind of value, whatever was asked. */
export function seenBefore(previous: RunResult | undefined): readonly KnownDeviation[] {
  const entries = (previous?.clauses ?? []).flatMap(({ id: clause, violations }) =>
    violations.map(({ pointer, kind }) => ({
      clause,
      pointer: pattern(pointer),
      ...(kind === undefined ? {} : { actual: kind }),
      reason: `it was so in the run of ${previous?.startedAt}`,
    })),
  );
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
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
