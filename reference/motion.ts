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

const opened = new WeakMap<Dataset, Ledger>();

/** Data that are served again, as with the next fault, need not be put in order again. */
function openedOnce(data: Dataset): Ledger {
  const ledger = opened.get(data) ?? openLedger(data);
  opened.set(data, ledger);
  return ledger;
}

/** Data that change as the motion says, or stand still when there is none. */
export function setInMotion(data: Dataset, motion: Motion | undefined): Living {
  let ledger = openedOnce(data);
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
