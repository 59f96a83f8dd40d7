import type { RunResult } from "../../engine/model/results.ts";
import { OWN_FAULT } from "../../config/cannot-run.ts";
import { oneLine } from "../../reports/words/escape.ts";
import { CANNOT_WRITE, isFileTrouble, messageOf, reasonOf } from "../../reports/files/file-trouble.ts";
import {
  removeResults,
  writePages,
  writeResults,
  type Extras,
  type Pages,
} from "../../reports/files/folder.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import type { Io } from "./io.ts";
import { appendFileSync } from "node:fs";
import { annotations } from "../../reports/files/annotations.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";

interface Telling {
  /** The result folder, begun already. */
  readonly outDir: string;
  readonly io: Io;
  readonly ci: Ci;
  readonly previous: RunResult | undefined;
  readonly allure: boolean;
  /** Nothing was judged at all: there is no summary. */
  readonly refused?: true;
}

/** Writes the files of a result, prints its summary, and gives the exit code. */
export async function tellResult(result: RunResult, telling: Telling): Promise<number> {
  const { outDir, io, ci, previous, allure, refused } = telling;
  const { shown, pages } = await written(outDir, result, { previous, allure });
  warnOfAllure(pages, io);
  tellCi(ci, shown, previous, io);
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
export function warnOfAllure(pages: Pages | undefined, io: Io): void {
  if (pages?.allureTrouble !== undefined) {
    const reason = oneLine(pages.allureTrouble);
    io.err(`ledger-conformance: warning: the Allure report was not made: ${reason}\n`);
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
    tryToReplace(outDir, shown);
    return { shown, pages: undefined };
  }
}

/** Nothing stays that says more than is true; the journal is still there. */
function tryToReplace(outDir: string, result: RunResult): void {
  try {
    removeResults(outDir);
    writeResults(outDir, result);
  } catch {
    return;
  }
}

/** What a CI system wants of a run, read from the environment. */
export interface Ci {
  /** Failures are written to stdout as workflow commands. */
  readonly annotations: boolean;
  /** File to which the page of the job is appended. */
  readonly stepSummary?: string;
}

/** GitHub Actions, and whoever speaks its language. */
export function ciOf(env: Io["env"]): Ci {
  const stepSummary = env["GITHUB_STEP_SUMMARY"] ?? "";
  return {
    annotations: env["GITHUB_ACTIONS"] === "true",
    ...(stepSummary === "" ? {} : { stepSummary }),
  };
}

/** Tells a CI system of the result. Where that fails it is said, and the verdict stays what it is. */
export function tellCi(ci: Ci, result: RunResult, previous: RunResult | undefined, io: Io): void {
  if (ci.annotations) {
    io.out(annotations(result));
  }
  if (ci.stepSummary !== undefined) {
    try {
      appendFileSync(ci.stepSummary, summaryMarkdown(result, previous));
    } catch (error) {
      io.err(
        `ledger-conformance: warning: the summary was not added to GITHUB_STEP_SUMMARY: ${reasonOf(error)}\n`,
      );
    }
  }
}
