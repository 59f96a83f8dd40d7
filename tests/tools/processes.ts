import { spawn, type SpawnOptions } from "node:child_process";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function startProcess(program: string, argv: readonly string[], options: Omit<SpawnOptions, "stdio">) {
  const child = spawn(program, argv, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, out, err }));
  });
  /** Resolves with all of stdout when it contains the text. */
  const says = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const resolveIfSaid = (): void => void (out.includes(text) && resolve(out));
      child.stdout.on("data", resolveIfSaid);
      child.once("close", () => reject(new Error(`ended without saying ${text}: ${err}`)));
      resolveIfSaid();
    });
  return { process: child, ended, says };
}
