import { once } from "node:events";

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
