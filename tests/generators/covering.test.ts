import { expect, test } from "vitest";
import { coveringArray, statePairs } from "../../generators/covering.ts";
import { LIST_CONTEXTS } from "../../specs/kit/lists/contexts.ts";

type Contexts = ReturnType<typeof coveringArray>;

const missingPairs = (contexts: Contexts, pairs: ReturnType<typeof statePairs>) =>
  pairs.filter(
    (pair) => !contexts.some((context) => pair.every(({ factor, state }) => context[factor] === state)),
  );

test.each(["tokens", "balances"] as const)("a covering array of %s contains every pair of states", (list) => {
  const { factors, exclusions } = LIST_CONTEXTS[list];
  const contexts = coveringArray(factors, exclusions);
  expect(missingPairs(contexts, statePairs(factors, exclusions))).toEqual([]);
  const isExcluded = (context: Contexts[number]) => (exclusion: (typeof exclusions)[number]) =>
    Object.entries(exclusion).every(([factor, states]) => states.includes(context[factor] ?? ""));
  const excluded = contexts.filter((context) => exclusions.some(isExcluded(context)));
  expect(excluded).toEqual([]);
  expect(contexts.length).toBeLessThan(80);
});
