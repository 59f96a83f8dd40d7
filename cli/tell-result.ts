import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../engine/model/file-trouble.ts";
import type { RunResult } from "../engine/model/results.ts";
import { summaryMarkdown } from "../reports/files/summary-markdown.ts";
import { FILES } from "../reports/files/writing.ts";
import { paintFor } from "../reports/terminal/paint.ts";
import { summaryText } from "../reports/terminal/summary.ts";
import { warn, type Io } from "./io.ts";

interface Telling {
  readonly outDir: string;
  readonly previous: RunResult | undefined;
}

/** Prints the summary of a result whose folder is written; the page of a GitHub job gets its summary too. */
export function tellResult(result: RunResult, { outDir, previous }: Telling, io: Io): void {
  const page = join(outDir, FILES.page);
  io.out(summaryText(result, existsSync(page) ? page : undefined, paintFor(io.stdout, io.env)));
  const { GITHUB_STEP_SUMMARY: job = "" } = io.env;
  if (job === "") {
    return;
  }
  try {
    appendFileSync(job, summaryMarkdown(result, previous));
  } catch (error) {
    warn(io, [`the summary was not added to GITHUB_STEP_SUMMARY: ${reasonOf(error)}`]);
  }
}
