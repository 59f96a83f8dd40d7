import type { Io } from "../../cli/terminal/io.ts";
import { main } from "../../cli/main.ts";

/** What a command line did, seen from outside. */
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
    stderr: process.stderr,
  });
  return { code, out, err };
}
