import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFileTrouble, messageOf, reasonOf } from "../engine/model/file-trouble.ts";
import { present } from "../engine/model/model.ts";
import type { RunResult } from "../engine/model/results.ts";
import { CannotRun, OWN_FAULT } from "../engine/target/cannot-run.ts";
import { clearFolder, writeFolder } from "../reports/files/folder.ts";
import { FILES } from "../reports/files/writing.ts";

/** Takes the folder for a result: told before the first request where it cannot be written. */
export function emptied(out: string): void {
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
