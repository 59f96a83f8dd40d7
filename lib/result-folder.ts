import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CannotRun, isFileTrouble, messageOf, OWN_FAULT, reasonOf } from "../engine/model/cannot-run.ts";
import { present } from "../engine/model/model.ts";
import { resultsSchema, type RunResult } from "../engine/model/results.ts";
import { clearFolder, writeFolder } from "../reports/files/folder.ts";
import { FILES } from "../reports/files/writing.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import { readJson, validated } from "../engine/target/files/json-file.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { entriesFor } from "../reports/reading/known.ts";

/** Takes the folder for a result: told before the first request where it cannot be written, or holds what the run reads. */
export function emptied(out: string, known?: RunOptions["known"]): void {
  if (typeof known === "string" && dirname(resolve(known)) === resolve(out)) {
    throw new CannotRun(
      `${known}: a run replaces what its result folder holds: copy the file to another place`,
    );
  }
  try {
    clearFolder(out);
  } catch (error) {
    throw new CannotRun(`${out}: ${troubleOf(error)}`);
  }
}

const TWICE = "another run wrote its result there meanwhile: give each run a folder of its own";

/** Writes the result folder. Where it cannot be written whole, or another run wrote there since it was taken, the run is incomplete. */
export async function written(
  out: string,
  result: RunResult,
  previous: RunResult | undefined,
): Promise<RunResult> {
  if (existsSync(join(out, FILES.results))) {
    return { ...result, verdict: "incomplete", reason: `${out}: ${TWICE}` };
  }
  try {
    await writeFolder(out, result, present({ previous }));
    return result;
  } catch (error) {
    const reason = isFileTrouble(error) ? `${out}: ${troubleOf(error)}` : `${OWN_FAULT}: ${messageOf(error)}`;
    return { ...result, verdict: "incomplete", reason: result.reason ?? reason };
  }
}

const troubleOf = (error: unknown): string =>
  isFileTrouble(error) ? `the result folder cannot be written: ${reasonOf(error)}` : messageOf(error);

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
