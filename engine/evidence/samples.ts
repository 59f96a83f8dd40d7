import type { SampleExchange } from "./violation.ts";
import type { ClauseResult } from "../model/clause-results.ts";

/** Exchanges in which clauses were kept: held as long as somebody holds the result, and no longer. */
export interface Samples {
  keep(result: ClauseResult, sample: SampleExchange | undefined): void;
  of(result: ClauseResult): SampleExchange | undefined;
}

export function createSamples(): Samples {
  const exchanges = new WeakMap<ClauseResult, SampleExchange>();
  return {
    keep: (result, sample) => {
      if (sample !== undefined) {
        exchanges.set(result, sample);
      }
    },
    of: (result) => exchanges.get(result),
  };
}
