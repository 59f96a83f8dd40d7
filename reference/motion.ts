import type { Dataset } from "./dataset.ts";
import { openLedger } from "./service/ledger.ts";

/** How data change while they are served. */
export type Motion = {
  readonly everyMs: number;
  /** The data after one more step. */
  readonly step: (data: Dataset, steps: number) => Dataset;
};

/** Data as they stand at each moment, which change as the motion says until they are stopped, or stand still. */
export function setInMotion(data: Dataset, motion: Motion | undefined) {
  let current = data;
  let ledger = openLedger(data);
  let steps = 0;
  const move = ({ step }: Motion): void => {
    steps += 1;
    current = step(current, steps);
    ledger = openLedger(current);
  };
  const timer = motion && setInterval(move, motion.everyMs, motion);
  return { ledger: () => ledger, stop: () => clearInterval(timer) };
}
