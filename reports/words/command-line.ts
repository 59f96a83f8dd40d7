import type { Invocation, RunResult } from "../../engine/model/results.ts";

export function commandLine({ program, operands = [], options }: Invocation): string {
  const words = Object.entries(options).flatMap(([name, value]): readonly string[] => {
    const long = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === "boolean") {
      return [value ? `--${long}` : `--no-${long}`];
    }
    return (typeof value === "object" ? value : [value]).flatMap((one) => [`--${long}`, String(one)]);
  });
  return [program, ...[...operands, ...words].map(word)].join(" ");
}

/** A word of a shell, quoted where it has to be. */
const word = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command line that sends the smallest failing exchange of a clause again. */
export function replayCommand({ invocation }: Pick<RunResult, "invocation">, replay: string): string {
  const { program = "ledger-conformance run", options } = invocation ?? {};
  const isRun = !/ (?:validate|proxy)$/.test(program);
  const out = options?.["out"];
  return commandLine({
    program: isRun ? program : "ledger-conformance run",
    options: { replay, ...(out === undefined ? {} : { out }) },
  });
}
