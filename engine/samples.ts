import type { Reply } from "./exchange.ts";
import { sampleExchange, type SampleExchange, type Scribe } from "./fold.ts";
import type { ClauseResult } from "./results.ts";

/** Exchanges in which clauses were kept: held as long as somebody holds the result, and no longer. */
export interface Samples {
  keep(result: ClauseResult, reply: Reply | undefined): void;
  of(result: ClauseResult): SampleExchange | undefined;
}

export function createSamples(scribe: Scribe): Samples {
  const exchanges = new WeakMap<ClauseResult, SampleExchange>();
  return {
    keep: (result, reply) => {
      if (reply !== undefined) {
        exchanges.set(result, sampleExchange(reply, scribe));
      }
    },
    of: (result) => exchanges.get(result),
  };
}
