import type { RunResult } from "../engine/results.ts";

/** The command line that sends the smallest failing exchange of a clause again. */
export function replayCommand({ command = "" }: Pick<RunResult, "command">, id: string): string {
  const start = command.startsWith("npm start --") ? "npm start --" : "ledger-conformance run";
  const out = / --out ((?:'[^']*'|\\'|[^\s'\\])+)/.exec(command)?.[1];
  return `${start} --replay ${id}${out === undefined ? "" : ` --out ${out}`}`;
}
