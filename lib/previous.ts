import { existsSync } from "node:fs";
import { join } from "node:path";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import { resultsSchema, type RunResult } from "../engine/model/results.ts";
import { CannotRun } from "../engine/target/cannot-run.ts";
import { readJson, validated } from "../engine/target/files/json-file.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { FILES } from "../reports/files/writing.ts";
import { entriesFor } from "../reports/reading/known.ts";

/** The result that a folder holds, as its schema wants it; undefined where there is none. */
export function readPrevious(dir: string): RunResult | undefined {
  const path = join(dir, FILES.results);
  return existsSync(path) ? validated(readJson(path, "result"), resultsSchema, dir) : undefined;
}

/** The same; there has to be one. */
export function readResult(dir: string): RunResult {
  const result = readPrevious(dir);
  if (result === undefined) {
    throw new CannotRun(`${dir}: there is no result in this folder`);
  }
  return result;
}

/** What an earlier result holds, as known deviations: the same clause, place and kind of value, whatever was asked. */
const seenBefore = (previous: RunResult | undefined): readonly KnownDeviation[] =>
  (previous?.clauses ?? []).flatMap((clause) =>
    entriesFor(clause, `it was so in the run of ${previous?.startedAt}`),
  );

/** Reads the earlier result that options name. A first run has none: no fault, and said. */
export function readEarlier(
  { previous: named, failOn }: Pick<RunOptions, "previous" | "failOn">,
  warn: (line: string) => void,
) {
  if (failOn !== undefined && named === undefined) {
    throw new CannotRun("--fail-on new compares with an earlier result: give its folder with --previous");
  }
  const previous = named === undefined ? undefined : readPrevious(named);
  if (named !== undefined && previous === undefined) {
    warn(`${named}: there is no earlier result, so nothing is said of what changed`);
  }
  const before = failOn === undefined ? undefined : previous;
  return { previous, known: seenBefore(before), before };
}
