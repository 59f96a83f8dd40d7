import { join, resolve } from "node:path";
import type { RunResult } from "../engine/model/results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { RESULT_FILES } from "../reports/files/writing.ts";
import { exitCodeOf } from "../reports/reading/verdict.ts";
import { githubErrors } from "../reports/text/github.ts";
import { coloursFor, summaryText } from "../reports/text/terminal.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Environment } from "../engine/target/files/target-file.ts";
import { type Io, warn } from "./io.ts";

/** Prints the summary of a written result, with the changes since `previous`. Returns the exit code. */
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

/** The program that opens a file, by platform. None is a shell, so a path with special characters is harmless. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "open", win32: "explorer.exe" };

/** Variables that CI services set. Azure Pipelines and Jenkins do not set `CI`. */
const CI_VARIABLES = ["CI", "TF_BUILD", "JENKINS_URL"];
const DISPLAY_VARIABLES = ["DISPLAY", "WAYLAND_DISPLAY"];

/** Whether a user would see an opened page: never in CI; on other platforms than macOS and Windows, only with a display. */
export function canOpenPage(env: Environment, platform: NodeJS.Platform = process.platform): boolean {
  const isSet = (name: string): boolean => !["", "0", "false"].includes(env[name] ?? "");
  return !CI_VARIABLES.some(isSet) && (OPENERS[platform] !== undefined || DISPLAY_VARIABLES.some(isSet));
}

export async function openPage(path: string, io: Pick<Io, "env" | "err">): Promise<void> {
  if (!canOpenPage(io.env) || !existsSync(path)) return;
  const opener = OPENERS[process.platform] ?? "xdg-open";
  const child = spawn(opener, [resolve(path)], { env: io.env, detached: true, stdio: "ignore" });
  try {
    await once(child, "spawn");
    child.unref();
  } catch {
    warn(io, [`${path} was not opened: the program ${opener} cannot be started`]);
  }
}
