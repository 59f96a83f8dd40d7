import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../engine/model/results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { RESULT_FILES } from "../reports/files/writing.ts";
import { exitCodeOf } from "../reports/reading/verdict.ts";
import { githubErrors } from "../reports/text/github.ts";
import { coloursFor, summaryText } from "../reports/text/terminal.ts";
import type { Io } from "./io.ts";

/** Prints the summary of a written result, with changes since an earlier one. Returns the exit code. */
export function reportResult(result: RunResult, outDir: string, io: Io, previous?: RunResult): number {
  const page = join(outDir, RESULT_FILES.page);
  const reportPath = existsSync(page) ? page : undefined;
  if (io.env["GITHUB_ACTIONS"] === "true") io.out(githubErrors(result));
  const paint = coloursFor(io.stdout, io.env);
  // A terminal of unknown size has 0 columns.
  io.out(summaryText({ result, reportPath, paint, previous, columns: io.stdout.columns || undefined }));
  const code = exitCodeOf(result);
  if (code === 2) io.err(`ledger-conformance: ${oneLine(result.reason ?? "the run is incomplete")}\n`);
  return code;
}
