import { setFlagsFromString } from "node:v8";
import type { Redact } from "../engine/secrets/redact.ts";
import { whyCannotRun } from "../engine/model/cannot-run.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import { once } from "node:events";

export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: { readonly isTTY?: boolean; readonly columns?: number };
  readonly loaded?: () => void;
}

export const warn = (io: Pick<Io, "err">, warnings: readonly string[]): void =>
  io.err(warnings.map((warning) => `ledger-conformance: warning: ${oneLine(warning)}\n`).join(""));

/** Error codes of output that nobody reads any more, because a pipe (`| head`) or the terminal was closed. */
const READER_GONE = new Set(["EPIPE", "EIO"]);
/** Commands whose exit code is a verdict. All other commands end without an error if nobody reads their output any more. */
const WITH_VERDICT = new Set(["run", "validate"]);

export interface ProcessIo extends Io {
  readonly writeError: () => NodeJS.ErrnoException | undefined;
}

/** Output that cannot be written does not end the process: {@link finalCode} reports the error after the results are written. */
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

/** The exit code of a command: `code` or, if its output could not be written, 2 with the reason on stderr. */
export function finalCode(code: number, command: string | undefined, io: ProcessIo): number {
  const error = io.writeError();
  const isHarmless = READER_GONE.has(error?.code ?? "") && !WITH_VERDICT.has(command ?? "");
  if (error === undefined || isHarmless || code === 2) return code;
  io.err(`ledger-conformance: the output cannot be written: ${whyCannotRun(error)}\n`);
  return 2;
}

/** Limits the memory for responses. Loading modules would be slower with these limits. */
function boundMemory(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
}

export const redacted = (io: Io, redact: Redact): Io => ({
  ...io,
  out: (text) => io.out(redact(text)),
  err: (text) => io.err(redact(text)),
});

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that is aborted when the process receives one of {@link SIGNALS}, or when the npm that started it ends. A second signal
 * ends the process.
 */
export async function endingAtSignals<T>(env: Environment, work: (signal: AbortSignal) => Promise<T>) {
  const stop = new AbortController();
  const end = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) {
      process.stderr.write("ledger-conformance: interrupted twice: ended immediately\n");
      process.exit(2);
    }
    stop.abort(`interrupted by ${name}`);
  };
  SIGNALS.forEach((name) => process.on(name, end));
  // npm passes a signal on to the shell that it started, but not to this process, which would go on sending requests. Processes
  // that npm did not start may outlive their parent (`nohup`).
  const parent = process.ppid;
  const isOrphaned = (): boolean => env["npm_lifecycle_event"] !== undefined && process.ppid !== parent;
  const watch = setInterval(() => isOrphaned() && stop.abort("interrupted by the end of npm"), 250).unref();
  try {
    return await work(stop.signal);
  } finally {
    clearInterval(watch);
    SIGNALS.forEach((name) => process.off(name, end));
  }
}

export async function terminationSignal(): Promise<void> {
  await Promise.race(SIGNALS.map((name) => once(process, name)));
}

/** Rows of cells as text with aligned columns. `numeric`: the indexes of the columns that are aligned to the right. */
export function tableText(rows: readonly string[][], numeric: readonly number[] = [], indent = "  "): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number): string =>
    numeric.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `${indent}${row.map(padded).join("  ").trimEnd()}\n`).join("");
}
