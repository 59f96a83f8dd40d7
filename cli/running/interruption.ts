/** Ways in which a run ends from outside, or by a fault of our own. */
export interface Interruption {
  /** Settles with the reason when one of them comes. */
  readonly reason: Promise<string>;
  /** Stops listening. */
  readonly dismiss: () => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ACCIDENTS = ["uncaughtException", "unhandledRejection"] as const;

/** Listens for signals, accidents and the end of the time; a second signal ends the process at once. */
export function listenForInterruption(mostMs: number): Interruption {
  const over = new AbortController();
  const reason = new Promise<string>((resolve) => {
    let signals = 0;
    for (const signal of SIGNALS) {
      listen(signal, over.signal, () => {
        signals += 1;
        if (signals > 1) {
          process.stderr.write("ledger-conformance: interrupted twice: ended at once\n");
          process.exit(2);
        }
        resolve(`interrupted by ${signal}`);
      });
    }
    for (const accident of ACCIDENTS) {
      listen(accident, over.signal, (error) => {
        resolve(`a fault of the suite itself: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    const timer = setTimeout(
      resolve,
      Math.min(mostMs, 2 ** 31 - 1),
      "the time for the whole run was used up",
    );
    over.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  return { reason, dismiss: () => over.abort() };
}

/** Settles with the name of the first SIGINT or SIGTERM. */
export async function terminationSignal(): Promise<string> {
  return await Promise.race(
    SIGNALS.map(
      (signal) =>
        new Promise<string>((resolve) => {
          process.once(signal, resolve);
        }),
    ),
  );
}

function listen(event: string, until: AbortSignal, listener: (value: unknown) => void): void {
  process.on(event, listener);
  until.addEventListener("abort", () => process.off(event, listener));
}
