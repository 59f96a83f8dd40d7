import { once } from "node:events";
import { OWN_FAULT } from "../../engine/target/cannot-run.ts";
import type { EndedBy } from "../../engine/model/results.ts";
import { messageOf } from "../../engine/model/file-trouble.ts";

/** Why a run was cut short. */
export interface Interrupted {
  readonly interrupted: string;
  readonly endedBy?: EndedBy;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ACCIDENTS = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Listens for signals, accidents and the end of the time, until it is dismissed: the first of them is the reason. A
 * second signal ends the process at once.
 */
export function listenForInterruption(mostMs: number) {
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
        resolve({ interrupted: `${OWN_FAULT}: ${messageOf(error)}` });
      });
    }
    const timer = setTimeout(resolve, Math.min(mostMs, 2 ** 31 - 1), {
      interrupted: "the time for the whole run was used up",
    });
    over.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  return { reason, dismiss: () => over.abort() };
}

/** Settles at the first signal, or when nobody waits for one any more. */
export async function terminationSignal(until?: AbortSignal): Promise<void> {
  await Promise.race(SIGNALS.map((name) => once(process, name, { signal: until }))).catch(() => undefined);
}

function listen(event: string, until: AbortSignal, listener: (value: unknown) => void): void {
  process.on(event, listener);
  until.addEventListener("abort", () => process.off(event, listener));
}
