import { allFaults } from "../../reference/faults.ts";

/** So many of the named faults, evenly spread over their list: the same ones each time. */
export function sampleOfFaults(count: number): readonly string[] {
  const names = allFaults.map(({ name }) => name);
  const step = names.length / Math.min(count, names.length);
  return Array.from(
    { length: Math.min(count, names.length) },
    (_, index) => names[Math.floor(index * step)],
  ).filter((name) => name !== undefined);
}

/** What it took to look at the faults of a sample, one after the other. */
export interface Hunt {
  readonly requests: number;
  readonly seconds: number;
  readonly found: readonly string[];
}
