import { describe, expect, test } from "vitest";
import { coveringArray, statePairs } from "../../generators/covering.ts";
import { LIST_CONTEXTS } from "../../specs/kit/lists/contexts.ts";

const FACTORS = {
  limit: ["absent", "1"],
  order: ["absent", "asc", "desc"],
  filter: ["absent", "eq"],
} as const;
const EXCLUSIONS = [{ limit: ["1"], filter: ["eq"] }] as const;

type Contexts = ReturnType<typeof coveringArray>;

/** The pairs that no context contains. */
const missingPairs = (contexts: Contexts, pairs: ReturnType<typeof statePairs>) =>
  pairs.filter(
    (pair) => !contexts.some((context) => pair.every(({ factor, state }) => context[factor] === state)),
  );

describe("a covering array", () => {
  test("has every possible pair of present parameters and no excluded pair", () => {
    const pairs = statePairs(FACTORS, EXCLUSIONS);
    expect(pairs).toHaveLength(4);
    const contexts = coveringArray(FACTORS, EXCLUSIONS);
    expect(missingPairs(contexts, pairs)).toEqual([]);
    expect(contexts.filter(({ limit, filter }) => limit === "1" && filter === "eq")).toEqual([]);
  });

  test("names the exclusions if they leave a factor without a state", () => {
    const wrong = [
      { limit: ["absent", "1"], filter: ["absent"] },
      { limit: ["absent", "1"], filter: ["eq"] },
    ];
    expect(() => coveringArray(FACTORS, wrong)).toThrow("the exclusions contradict");
  });

  test.each(["tokens", "balances"] as const)(
    "of the requests for %s contains every pair of states",
    (list) => {
      const { factors, exclusions } = LIST_CONTEXTS[list];
      const contexts = coveringArray(factors, exclusions);
      expect(missingPairs(contexts, statePairs(factors, exclusions))).toEqual([]);
      const excluded = contexts.filter((context) =>
        exclusions.some((exclusion) =>
          Object.entries(exclusion).every(([factor, states]) => states.includes(context[factor] ?? "")),
        ),
      );
      expect(excluded).toEqual([]);
      expect(contexts.length).toBeLessThan(80);
    },
  );
});
