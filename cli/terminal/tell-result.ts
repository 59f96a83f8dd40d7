import type { RunResult } from "../../engine/model/results.ts";
import { OWN_FAULT } from "../../engine/target/cannot-run.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { CANNOT_WRITE, isFileTrouble, messageOf, reasonOf } from "../../engine/model/file-trouble.ts";
import {
  removeResults,
  writePages,
  writeResults,
  type Extras,
  type WrittenPages,
} from "../../reports/files/folder.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { warn, type Io } from "./io.ts";
import { appendFileSync } from "node:fs";
import { annotations } from "../../reports/files/annotations.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";

interface Telling {
  /** The result folder, begun already. */
  readonly outDir: string;
  readonly io: Io;
  readonly previous: RunResult | undefined;
  readonly allure: boolean;
  /** Nothing was judged at all: there is no summary. */
  readonly refused?: true | undefined;
}

/** Writes the files of a result, prints its summary, and gives the exit code. */
export async function tellResult(result: RunResult, telling: Telling): Promise<number> {
  const { outDir, io, previous, allure, refused } = telling;
  const { shown, pages } = await written(outDir, result, { previous, allure });
  warnOfAllure(pages, io);
  tellCi(shown, previous, io);
  if (refused === undefined) {
    io.out(summaryText(shown, pages?.path, paintFor(io.stdout, io.env)));
  }
  const code = exitCodeOf(shown);
  if (code === 2) {
    io.err(`ledger-conformance: ${oneLine(shown.reason ?? "the run is incomplete")}\n`);
  }
  return code;
}

/** Without the Allure report a result is what it is. */
export function warnOfAllure(pages: WrittenPages | undefined, io: Io): void {
  if (pages?.allureTrouble !== undefined) {
    warn(io, [`the Allure report was not made: ${pages.allureTrouble}`]);
  }
}

/** Writes the result before its pages. Where they cannot all be written, the run is incomplete. */
async function written(outDir: string, result: RunResult, extras: Extras) {
  try {
    writeResults(outDir, result);
    return { shown: result, pages: await writePages(outDir, result, extras) };
  } catch (error) {
    const reason = isFileTrouble(error)
      ? `${outDir}: ${CANNOT_WRITE}: ${reasonOf(error)}`
      : `${OWN_FAULT}: ${messageOf(error)}`;
    const shown: RunResult = { ...result, verdict: "incomplete", reason: result.reason ?? reason };
    try {
      // Nothing stays that says more than is true; the journal is still there.
      removeResults(outDir);
      writeResults(outDir, shown);
    } catch {}
    return { shown, pages: undefined };
  }
}

/**
 * Tells GitHub Actions, and whoever speaks its language, of the result: failures as workflow commands, and the page of
 * the job. Where that fails it is said, and the verdict stays what it is.
 */
export function tellCi(result: RunResult, previous: RunResult | undefined, io: Io): void {
  const { GITHUB_ACTIONS: isActions, GITHUB_STEP_SUMMARY: page = "" } = io.env;
  if (isActions === "true") {
    io.out(annotations(result));
  }
  try {
    if (page !== "") {
      appendFileSync(page, summaryMarkdown(result, previous));
    }
  } catch (error) {
    warn(io, [`the summary was not added to GITHUB_STEP_SUMMARY: ${reasonOf(error)}`]);
  }
}
