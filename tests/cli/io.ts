import { fileURLToPath } from "node:url";
import type { Io } from "../../cli/io.ts";
import { main } from "../../cli/program.ts";
import { startProcess, type Ended } from "../tools/processes.ts";
import { demandValidIn } from "../valid-results.ts";

/** Runs the command line in this process. */
export async function command(argv: readonly string[], env: Io["env"] = {}): Promise<Ended> {
  let [out, err] = ["", ""];
  const code = await main(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    env,
    stdout: {},
    stderr: {},
  });
  return { code, out, err };
}

export const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";
export const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Starts the command line in a separate environment. Its result folders must be valid when it has ended. */
export function start(argv: readonly string[]) {
  const env = { PATH: process.env["PATH"] };
  const { ended, ...running } = startProcess(process.execPath, [PROGRAM, ...argv], { env });
  const checked = ended.then((seen) => {
    argv.filter((_, index) => argv[index - 1] === "--out").forEach(demandValidIn);
    return seen;
  });
  return { ...running, ended: checked };
}
