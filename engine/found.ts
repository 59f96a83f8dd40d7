import { foundAmong } from "./discovery.ts";
import type { Cook } from "./recipes.ts";
import { Unavailable, type Find, type Sampled } from "./world.ts";

/** Where samples of a kind are kept once they were asked for. */
const SAMPLED = {
  topicMessageTimestamps: "topicMessageSamples",
  contractResults: "contractResultSamples",
  contracts: "contractSamples",
} as const;

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
      throw new Unavailable(
        "notExercised",
        "data",
        `no sample: add ${kind} to samples.contractResults of the target file`,
      );
    }
    return fitting;
  };
