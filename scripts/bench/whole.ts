import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageInfo } from "../../config/package-info.ts";
import type { Level } from "../../engine/settings.ts";
import type { TargetFile } from "../../reference/target.ts";

/** A run of the command line, from its start to its end. */
export interface WholeRun {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Runs the command line against a target, or without one against the embedded reference. */
export async function runWhole(level: Level, seed: number, target?: TargetFile): Promise<WholeRun> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-conformance-bench-"));
  try {
    const [usage, file] = [join(folder, "usage.json"), join(folder, "target.json")];
    writeFileSync(file, JSON.stringify(target ?? {}));
    const options = ["--level", level, "--seed", String(seed), "--out", join(folder, "out")];
    const chosen = target === undefined ? [] : ["--target", file];
    const startedAt = Date.now();
    const started = performance.now();
    await runCommand(["run", ...options, ...chosen], usage);
    return { startedAt, wallMs: performance.now() - started, ...usageIn(usage) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Variables that would name another target. */
const TARGETS = new Set(["CONFORMANCE_TARGET", "STATUS_URL", "BASE_URL", "VERIFY_URL"]);

function runCommand(args: readonly string[], usage: string): Promise<void> {
  const { root } = packageInfo();
  const hook = new URL("./on-exit.js", import.meta.url).href;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !TARGETS.has(name)));
  const child = spawn(
    process.execPath,
    ["--import", hook, join(root, "bin", "ledger-conformance.js"), ...args],
    { env: { ...env, BENCH_USAGE_FILE: usage }, stdio: ["ignore", "ignore", "inherit"] },
  );
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(`the run that was to be measured ended with code ${String(code)}`));
      }
    });
  });
}

function usageIn(file: string): Pick<WholeRun, "cpuMs" | "peakMb"> {
  return JSON.parse(readFileSync(file, "utf8"));
}
