import { newAjv } from "../engine/ajv.ts";
import type { RunResult } from "../engine/results.ts";
import { readFolder, writePages, writeResults } from "../reports/folder.ts";
import { reasonOf } from "../reports/file-trouble.ts";
import { demandFree } from "../reports/lock.ts";
import { resultsSchema } from "../reports/results-schema.ts";
import { paintFor } from "../reports/terminal/paint.ts";
import { verdictLine } from "../reports/terminal/summary.ts";
import { CannotRun } from "./cannot-run.ts";
import type { Io } from "./io.ts";
import { validated } from "./json-file.ts";

/** `report`: builds the pages of a result folder again, from what is in it. */
export async function report(dir: string, io: Io): Promise<number> {
  demandNoRun(dir);
  const result = validated(read(dir), newAjv().compile<RunResult>(resultsSchema), dir);
  try {
    writeResults(dir, result);
    const page = await writePages(dir, result);
    io.out(`${verdictLine(result, paintFor(io.stdout, io.env))}\n${page}\n`);
  } catch (error) {
    throw new CannotRun(`${dir}: the pages cannot be written: ${reasonOf(error)}`);
  }
  return 0;
}

/** Pages of half a run would be taken for those of the whole. */
function demandNoRun(dir: string): void {
  try {
    demandFree(dir);
  } catch (error) {
    throw new CannotRun(`${dir}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function read(dir: string): unknown {
  try {
    const found = readFolder(dir);
    if (found !== undefined) {
      return found;
    }
  } catch (error) {
    throw new CannotRun(`${dir}: the result cannot be read: ${reasonOf(error)}`);
  }
  throw new CannotRun(`${dir}: there is no result in this folder`);
}
