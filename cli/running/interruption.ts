import type { EndedBy } from "../../engine/model/results.ts";

/** Why a run was cut short. */
export interface Interrupted {
  readonly interrupted: string;
  readonly endedBy?: EndedBy;
}

/** Ways in which a run ends from outside, or by a fault of our own. */
export interface Interruption {
  /** Settles when one of them comes. */
  readonly reason: Promise<Interrupted>;
  /** Stops listening. */
  readonly dismiss: () => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ACCIDENTS = ["uncaughtException", "unhandledRejection"] as const;

/** Listens for signals, accidents and the end of the time; a second signal ends the process at once. */
export function listenForInterruption(mostMs: number): Interruption {
  const over = new AbortController();
  const reason = new Promise<Interrupted>((resolve) => {
    let signals = 0;
    for (const signal of SIGNALS) {
      listen(signal, over.signal, () => {
        signals += 1;
        if (signals > 1) {
          process.stderr.write("ledger-conformance: interrupted twice: ended at once\n");
          process.exit(2);
        }
        resolve({ interrupted: `interrupted by ${signal}`, endedBy: "signal" });
      });
    }
    for (const accident of ACCIDENTS) {
      listen(accident, over.signal, (error) => {
        const message = error instanceof Error ? error.message : String(error);
        resolve({ interrupted: `a fault of the suite itself: ${message}` });
      });
    }
    const timer = setTimeout(resolve, Math.min(mostMs, 2 ** 31 - 1), {
      interrupted: "the time for the whole run was used up",
    });
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
