import type { Asking } from "../model/exchange.ts";
import {
  foundAmong,
  isFound,
  isHash,
  isTransactionId,
  mentionedIn,
  sample,
  type Candidate,
} from "./listings.ts";
import { formOf, someOfEach, type RecordEndpoint } from "./forms.ts";
import type { Cook } from "./recipes.ts";
import { leftToStandard, Unavailable, type Find, type Sampled } from "../clauses/prerequisites.ts";

/** Where samples of a kind are kept once they were asked for. */
const SAMPLED = {
  topicMessageTimestamps: "topicMessageSamples",
  contractResults: "contractResultSamples",
  contracts: "contractSamples",
} as const;

/**
 * Asks for some candidates of each form (reading 23), and for more of a form of which none is there. Where no hash is
 * known, one that a record shows is asked for.
 */
export function* sampleEach(
  endpoint: RecordEndpoint,
  candidates: readonly Candidate[],
  most: number,
): Asking<readonly Sampled[]> {
  const chosen = someOfEach(endpoint, candidates, most);
  const samples = yield* sample(endpoint, chosen);
  const there = new Set(samples.filter(isFound).map(({ asked }) => formOf(endpoint, asked)));
  const others = candidates.filter(
    (candidate) => !chosen.includes(candidate) && !there.has(formOf(endpoint, candidate.asked)),
  );
  const further = yield* sample(endpoint, someOfEach(endpoint, others, most));
  const all = [...samples, ...further];
  const hashes = endpoint === "contractResult" && !candidates.some(({ asked }) => isHash(asked));
  const shown = hashes ? mentionedIn(all.filter(isFound)).hashes.slice(0, most) : [];
  return [...all, ...(yield* sample(endpoint, shown))];
}

/** The samples that were found. */
export const foundSamples = (member: keyof typeof SAMPLED, cook: Cook) => async (find: Find) => {
  const samples = await find(SAMPLED[member]);
  return foundAmong(samples, member, cook.hint(member));
};

/** The contract results that were found by one way of asking. */
export const foundResults =
  (fits: (asked: string) => boolean, kind: string, cook: Cook) =>
  async (find: Find): Promise<readonly Sampled[]> => {
    const all = await foundSamples("contractResults", cook)(find);
    const fitting = all.filter(({ asked }) => fits(asked));
    if (fitting.length === 0) {
      throw new Unavailable("notExercised", {
        obstacle: "user",
        reason: `no sample: add ${kind} to samples.contractResults of the target file`,
        remedy: { kind: "giveSamples", of: "contractResults" },
      });
    }
    return fitting;
  };

/** Two transactions at least. Of those that are known smoke asks for few. */
export const severalTransactions =
  (known: () => Promise<readonly Candidate[]>) =>
  async (find: Find): Promise<readonly Sampled[]> => {
    const found = await find("transactions");
    if (found.length > 1) {
      return found;
    }
    const tried = new Set((await find("contractResultSamples")).map(({ asked }) => asked));
    if ((await known()).some(({ asked }) => isTransactionId(asked) && !tried.has(asked))) {
      throw leftToStandard("records", "its rule is on several transactions, and smoke asks for few");
    }
    throw new Unavailable("inconclusive", {
      obstacle: "data",
      reason: "fewer than two transactions are known",
      remedy: { kind: "giveSamples", of: "contractResults" },
    });
  };
