import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { ownFolder } from "../tools/own.ts";
import { startProcess } from "../tools/processes.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

type Names<T> = Readonly<Record<string, T>>;
export type Step = Readonly<Partial<Record<"name" | "id" | "uses" | "run" | "shell", string>>> & {
  readonly env?: Names<string>;
};
interface Job {
  readonly steps?: readonly Step[];
  readonly uses?: string;
  readonly strategy?: { readonly matrix: Names<readonly (string | number)[]> };
}
interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Names<{ readonly description: string; readonly default: string }>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
export const workflowIn = (path: string): { readonly jobs: Names<Job> } => parse(read(path));
export const theAction = (): Action => parse(read("action.yml"));

/** The replacements of `${{ … }}`, by the text between the braces. */
export type Context = Names<string>;

/** Replaces the expressions in a text. Throws if an expression is unknown. */
export function filled(text: string, context: Context): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (whole, inner: string) => {
    const value = context[inner];
    if (value === undefined) throw new Error(`the test gives no value for ${whole}`);
    return value;
  });
}

/** The commands with which the GitHub runner starts `shell: bash`, and a step without a shell on Linux. */
export const BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"] as const;

/** A folder in which steps run, with the suite installed as npm does. */
export function workspace() {
  const dir = ownFolder();
  const temp = join(dir, "temp");
  for (const place of [dir, join(temp, "ledger-conformance", "installed")]) {
    mkdirSync(join(place, "node_modules", ".bin"), { recursive: true });
    symlinkSync(join(ROOT, "dist/cli/main.js"), join(place, "node_modules/.bin/ledger-conformance"));
  }
  chmodSync(join(ROOT, "dist", "cli", "main.js"), 0o755);
  writeFileSync(join(dir, "package.json"), "{}");
  return {
    dir,
    temp,
    run: async (script: string, env: Names<string>, [shell = "", ...options]: readonly string[] = BASH) => {
      const path = join(dir, "step.sh");
      writeFileSync(path, script);
      const whole = { PATH: process.env["PATH"] ?? "", HOME: dir, npm_config_offline: "true", ...env };
      return await startProcess(shell, [...options, path], { cwd: dir, env: whole }).ended;
    },
    read: (path: string): string => readFileSync(join(dir, path), "utf8"),
  };
}
