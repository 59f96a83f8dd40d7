import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { demandValidIn } from "../valid-results.ts";

/** The compiled command line. */
export const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** The exit code and the output of a process. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the command line in a separate environment. */
export function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    listeners.forEach((listener) => listener());
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("close", (code) => {
      try {
        argv.filter((_, index) => argv[index - 1] === "--out").forEach(demandValidIn);
        resolve({ code, out, err });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
  /** Resolves with all of stdout when it contains the text. */
  const says = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const listener = (): void => {
        if (out.includes(text)) {
          listeners.delete(listener);
          resolve(out);
        }
      };
      listeners.add(listener);
      listener();
      child.once("close", () => reject(new Error(`ended without saying ${text}: ${err}`)));
    });
  return { process: child, ended, says };
}

/** Runs the command line to its end. */
export async function program(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return await start(argv, env).ended;
}
