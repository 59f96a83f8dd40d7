import { setFlagsFromString } from "node:v8";
import type { Redact } from "../engine/secrets/redact.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import { once } from "node:events";

/** Where a command writes, and what it may read of its surroundings. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** As it was at the start. */
  readonly env: Environment;
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean; readonly columns?: number };
  /** Called when all that a command needs is loaded, before a byte of a target is read. */
  readonly loaded?: () => void;
}

export const warn = (io: Pick<Io, "err">, warnings: readonly string[]): void =>
  io.err(warnings.map((warning) => `ledger-conformance: warning: ${oneLine(warning)}\n`).join(""));

const GONE = new Set(["EPIPE", "EIO"]);

/**
 * The surroundings of this process. A reader that goes away early (`| head`, a terminal that is closed) is no
 * error, and a file that grows past its limit is one like any other, not the end of the process.
 */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (!GONE.has(error.code ?? "")) {
        throw error;
      }
    });
  }
  process.on("SIGXFSZ", () => undefined);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: { ...process.env },
    stdout: process.stdout,
    stderr: process.stderr,
    loaded: boundMemory,
  };
}

/**
 * What a target sends must not pile up: the room for what is new grows no more, and garbage goes before the heap grows
 * by a fifth. To load all would take longer so.
 */
function boundMemory(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
}

/** The same, with what no output may hold taken out of all that is said. */
export function redacted(io: Io, redact: Redact): Io {
  return { ...io, out: (text) => io.out(redact(text)), err: (text) => io.err(redact(text)) };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ends what `work` does at a signal: its own signal is aborted with the reason. A second signal ends the
 * process at once.
 */
export async function endingAtSignals<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const over = new AbortController();
  for (const name of SIGNALS) {
    const listener = (): void => {
      if (stop.signal.aborted) {
        process.stderr.write("ledger-conformance: interrupted twice: ended at once\n");
        process.exit(2);
      }
      stop.abort(`interrupted by ${name}`);
    };
    process.on(name, listener);
    over.signal.addEventListener("abort", () => process.off(name, listener));
  }
  try {
    return await work(stop.signal);
  } finally {
    over.abort();
  }
}

/** Settles at the first signal. */
export async function terminationSignal(): Promise<void> {
  await Promise.race(SIGNALS.map((name) => once(process, name)));
}
