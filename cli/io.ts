import { setFlagsFromString } from "node:v8";
import type { Redact } from "../engine/secrets/redact.ts";
import { whyCannotRun } from "../engine/model/cannot-run.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import { once } from "node:events";

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The environment when the process started. */
  readonly env: Environment;
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: { readonly isTTY?: boolean; readonly columns?: number };
  /** Called after a command has loaded its modules, before it reads from a target. */
  readonly loaded?: () => void;
}

export const warn = (io: Pick<Io, "err">, warnings: readonly string[]): void =>
  io.err(warnings.map((warning) => `ledger-conformance: warning: ${oneLine(warning)}\n`).join(""));

/** Error codes of output that nobody reads any more, because a pipe (`| head`) or the terminal was closed. */
const READER_GONE = new Set(["EPIPE", "EIO"]);
/** Commands whose exit code is a verdict. All other commands end without an error if nobody reads their output any more. */
const WITH_VERDICT = new Set(["run", "validate"]);

/** The {@link Io} of this process; `writeError` returns the first error of its output, undefined if there was none. */
export interface ProcessIo extends Io {
  readonly writeError: () => NodeJS.ErrnoException | undefined;
}

/** Output that cannot be written does not end the process: `finalCode` reports the error when the results are written. */
export function processIo(): ProcessIo {
  let first: NodeJS.ErrnoException | undefined;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      first ??= error;
    });
  }
  process.on("SIGXFSZ", () => undefined);
  return {
    writeError: () => first,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: { ...process.env },
    stdout: process.stdout,
    stderr: process.stderr,
    loaded: boundMemory,
  };
}

/** The exit code of a command: `code`, or 2 with the reason on stderr if its output could not be written. */
export function finalCode(code: number, command: string | undefined, io: ProcessIo): number {
  const error = io.writeError();
  const isHarmless = READER_GONE.has(error?.code ?? "") && !WITH_VERDICT.has(command ?? "");
  if (error === undefined || isHarmless || code === 2) return code;
  io.err(`ledger-conformance: the output cannot be written: ${whyCannotRun(error)}\n`);
  return 2;
}

/** Limits the memory for responses. Set after loading, which would be slower with these limits. */
function boundMemory(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
}

/** A copy of `io` that removes secrets from all output. */
export function redacted(io: Io, redact: Redact): Io {
  return { ...io, out: (text) => io.out(redact(text)), err: (text) => io.err(redact(text)) };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Milliseconds between two checks of the parent process. */
const PARENT_EVERY_MS = 250;

/**
 * Runs work with an abort signal, which is aborted with the reason when the process receives a signal of the operating system, or when
 * npm ends. A second signal of the operating system ends the process.
 */
export async function endingAtSignals<T>(
  env: Environment,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const over = new AbortController();
  for (const name of SIGNALS) {
    const listener = (): void => {
      if (stop.signal.aborted) {
        process.stderr.write("ledger-conformance: interrupted twice: ended immediately\n");
        process.exit(2);
      }
      stop.abort(`interrupted by ${name}`);
    };
    process.on(name, listener);
    over.signal.addEventListener("abort", () => process.off(name, listener));
  }
  // npm passes a signal on to the shell that it started, but not to this process, which would go on sending requests. Processes
  // that npm did not start may outlive their parent (`nohup`).
  const parent = process.ppid;
  const isOrphaned = (): boolean => env["npm_lifecycle_event"] !== undefined && process.ppid !== parent;
  const watch = setInterval(
    () => isOrphaned() && stop.abort("interrupted by the end of npm"),
    PARENT_EVERY_MS,
  ).unref();
  try {
    return await work(stop.signal);
  } finally {
    clearInterval(watch);
    over.abort();
  }
}

/** Resolves at the first signal that ends a process. */
export async function terminationSignal(): Promise<void> {
  await Promise.race(SIGNALS.map((name) => once(process, name)));
}

/** Formats rows of cells as lines of text with aligned columns. The columns with an index in `numeric` are aligned to the right. */
export function tableText(
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = [],
  indent = "  ",
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number): string =>
    numeric.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `${indent}${row.map(padded).join("  ").trimEnd()}\n`).join("");
}
