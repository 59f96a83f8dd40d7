import { fileURLToPath } from "node:url";
import { startProcess, type Ended } from "../tools/processes.ts";
import { demandValidIn } from "../valid-results.ts";

/** The compiled command line. */
export const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Starts the command line in a separate environment. Its result folders must be valid when it has ended. */
export function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const own = { PATH: process.env["PATH"], ...env };
  const { ended, ...running } = startProcess(process.execPath, [PROGRAM, ...argv], { env: own });
  const checked = ended.then((seen) => {
    argv.filter((_, index) => argv[index - 1] === "--out").forEach(demandValidIn);
    return seen;
  });
  return { ...running, ended: checked };
}

/** Runs the command line to its end. */
export async function program(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return await start(argv, env).ended;
}
