import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../engine/model/file-trouble.ts";
import type { RunResult } from "../engine/model/results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { FILES } from "../reports/files/writing.ts";
import { exitCodeOf } from "../reports/reading/verdict.ts";
import { paintFor } from "../reports/text/paint.ts";
import { summaryMarkdown, summaryText } from "../reports/text/summary.ts";
import { warn, type Io } from "./io.ts";

interface Telling {
  readonly outDir: string;
  readonly previous: RunResult | undefined;
}

/** Prints the summary of a result whose folder is written, for the page of a GitHub job too. Gives the exit code. */
export function tellResult(result: RunResult, { outDir, previous }: Telling, io: Io): number {
  const page = join(outDir, FILES.page);
  io.out(summaryText(result, existsSync(page) ? page : undefined, paintFor(io.stdout, io.env)));
  const { GITHUB_STEP_SUMMARY: job = "" } = io.env;
  try {
    if (job !== "") {
      appendFileSync(job, summaryMarkdown(result, previous));
    }
  } catch (error) {
    warn(io, [`the summary was not added to GITHUB_STEP_SUMMARY: ${reasonOf(error)}`]);
  }
  const code = exitCodeOf(result);
  if (code === 2) {
    io.err(`ledger-conformance: ${oneLine(result.reason ?? "the run is incomplete")}\n`);
  }
  return code;
}
