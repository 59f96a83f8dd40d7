import type { RunResult } from "../engine/results.ts";
import { oneLine } from "../reports/escape.ts";
import { CANNOT_WRITE, isFileTrouble, reasonOf } from "../reports/file-trouble.ts";
import { removeResults, writePages, writeResults } from "../reports/folder.ts";
import { paintFor } from "../reports/terminal/paint.ts";
import { summaryText } from "../reports/terminal/summary.ts";
import { exitCodeOf } from "../reports/verdict.ts";
import { tellCi, type Ci } from "./ci.ts";
import type { Io } from "./io.ts";

/** How a result is told. */
export interface Telling {
  /** The result folder, begun already. */
  readonly outDir: string;
  readonly io: Io;
  readonly ci: Ci;
  /** An earlier result, with which this one is compared. */
  readonly previous: RunResult | undefined;
  /** Nothing was judged at all: there is no summary. */
  readonly refused?: true;
}

export const OWN_FAULT = "a fault of the suite itself";

/** Writes the files of a result, prints its summary, and gives the exit code. */
export async function tellResult(result: RunResult, telling: Telling): Promise<number> {
  const { outDir, io, ci, previous, refused } = telling;
  const { shown, page } = await written(outDir, result, previous);
  tellCi(ci, shown, previous, io);
  if (refused === undefined) {
    io.out(summaryText(shown, page, paintFor(io.stdout, io.env)));
  }
  const code = exitCodeOf(shown);
  if (code === 2) {
    io.err(`ledger-conformance: ${oneLine(shown.reason ?? "the run is incomplete")}\n`);
  }
  return code;
}

interface Written {
  readonly shown: RunResult;
  readonly page?: string;
}

/** Writes the result before its pages. Where they cannot all be written, the run is incomplete. */
async function written(outDir: string, result: RunResult, previous: RunResult | undefined): Promise<Written> {
  try {
    writeResults(outDir, result);
    return { shown: result, page: await writePages(outDir, result, previous) };
  } catch (error) {
    const reason = isFileTrouble(error)
      ? `${outDir}: ${CANNOT_WRITE}: ${reasonOf(error)}`
      : `${OWN_FAULT}: ${messageOf(error)}`;
    const shown: RunResult = { ...result, verdict: "incomplete", reason: result.reason ?? reason };
    tryToReplace(outDir, shown);
    return { shown };
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
