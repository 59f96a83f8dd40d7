import type { Dataset } from "./dataset.ts";
import { openLedger, type Ledger } from "./service/ledger.ts";

/** How data change while they are served. */
export type Motion = {
  readonly everyMs: number;
  /** The data after one more step. */
  readonly step: (data: Dataset, steps: number) => Dataset;
};

/** Data as they stand at each moment, until they are stopped. */
export type Living = { readonly ledger: () => Ledger; readonly stop: () => void };

/** Data that change as the motion says, or stand still when there is none. */
export function setInMotion(data: Dataset, motion: Motion | undefined): Living {
  let ledger = openLedger(data);
  if (motion === undefined) return { ledger: () => ledger, stop: () => undefined };
  let current = data;
  let steps = 0;
  const timer = setInterval(() => {
    steps += 1;
    current = motion.step(current, steps);
    ledger = openLedger(current);
  }, motion.everyMs);
  return { ledger: () => ledger, stop: () => clearInterval(timer) };
}
