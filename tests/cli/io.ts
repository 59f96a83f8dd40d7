import type { Io } from "../../cli/io.ts";
import { main } from "../../cli/program.ts";

/** The exit code and the output of a command line. */
export interface Seen {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
export async function command(argv: readonly string[], env: Io["env"] = {}): Promise<Seen> {
  let out = "";
  let err = "";
  const code = await main(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env,
    stdout: {},
    stderr: {},
  });
  return { code, out, err };
}

export const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";
