import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { demandValidIn } from "../valid-results.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/ledger-conformance.js", import.meta.url));

/** What a process did, seen from outside. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A process of the command line that is running. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Settles with everything on stdout once it holds the text. */
  readonly says: (text: string) => Promise<string>;
}

/** Whether Allure's report is made too: it takes longer than all the others. */
export interface Wanted {
  readonly allure: boolean;
}

const MAKE_REPORTS: readonly (string | undefined)[] = ["run", "merge", "report"];

/** Starts the command line as a user would, in an environment of its own. */
export function start(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { allure }: Wanted = { allure: false },
): Running {
  const quick = !allure && MAKE_REPORTS.includes(argv[0]) ? ["--no-allure"] : [];
  const child = spawn(process.execPath, [PROGRAM, ...argv, ...quick], {
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
        foldersOf(argv).forEach(demandValidIn);
        resolve({ code, out, err });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
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

/** Folders that a command line leaves a result in: it is held to its schema. */
function foldersOf(argv: readonly string[]): readonly string[] {
  const [command, first] = argv;
  const named = argv.filter((_, index) => argv[index - 1] === "--out");
  return command === "report" && first !== undefined ? [first] : named;
}

/** Runs the command line to its end. */
export async function program(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  wanted?: Wanted,
): Promise<Ended> {
  return await start(argv, env, wanted).ended;
}

/** Waits until the journal of a run tells of so many clauses that are kept. */
export async function untilJudged(journal: string, least = 1): Promise<void> {
  const count = (): number =>
    existsSync(journal) ? readFileSync(journal, "utf8").split('"outcome":"pass"').length - 1 : 0;
  const started = performance.now();
  while (count() < least) {
    if (performance.now() - started > 30_000) {
      throw new Error("nothing was judged");
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
