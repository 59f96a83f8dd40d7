import { writePages, writeResults } from "../../reports/files/folder.ts";
import { messageOf, reasonOf } from "../../engine/model/file-trouble.ts";
import { demandFree } from "../../reports/files/lock.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { verdictLine } from "../../reports/terminal/summary.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import type { RunFlags } from "../../engine/target/options.ts";
import type { Io } from "../terminal/io.ts";
import { readResult } from "../../engine/target/earlier.ts";
import { warnOfAllure } from "../terminal/tell-result.ts";

/** `report`: builds the pages of a result folder again, from what is in it. */
export async function report(
  dir: string,
  flags: Pick<RunFlags, "previous" | "allure">,
  io: Io,
): Promise<number> {
  try {
    // Pages of half a run would be taken for those of the whole.
    demandFree(dir);
  } catch (error) {
    throw new CannotRun(`${dir}: ${messageOf(error)}`);
  }
  const result = readResult(dir);
  const previous = flags.previous === undefined ? undefined : readResult(flags.previous);
  try {
    writeResults(dir, result);
    const pages = await writePages(dir, result, { previous, allure: flags.allure });
    warnOfAllure(pages, io);
    io.out(`${verdictLine(result, paintFor(io.stdout, io.env))}\n${pages.path}\n`);
  } catch (error) {
    throw new CannotRun(`${dir}: the pages cannot be written: ${reasonOf(error)}`);
  }
  return 0;
}
