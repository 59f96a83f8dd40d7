import { describe, expect, test } from "vitest";
import { coveringArray, pairName, pairsIn, statePairs, wantedPairs } from "../../generators/covering.ts";
import { coverageOf, LIST_CONTEXTS } from "../../specs/kit/lists/contexts.ts";

const FACTORS = {
  limit: ["absent", "1"],
  order: ["absent", "asc", "desc"],
  filter: ["absent", "eq"],
} as const;
const EXCLUSIONS = [{ limit: ["1"], filter: ["eq"] }] as const;

describe("a covering array", () => {
  test("has every possible pair and no excluded pair", () => {
    const contexts = coveringArray({ factors: FACTORS, exclusions: EXCLUSIONS });
    const held = new Set(contexts.flatMap(pairsIn));
    expect([...held].toSorted()).toEqual([...statePairs(FACTORS, EXCLUSIONS)].toSorted());
    expect(held).not.toContain("filter=eq limit=1");
  });

  test("names the exclusions if they leave a factor without a state", () => {
    const impossible = [
      { limit: ["absent", "1"], filter: ["absent"] },
      { limit: ["absent", "1"], filter: ["eq"] },
    ];
    expect(() => coveringArray({ factors: FACTORS, exclusions: impossible })).toThrow(
      "the exclusions contradict",
    );
  });

  test.each(["tokens", "balances"] as const)("of the requests for %s contains all wanted pairs", (list) => {
    const coverage = coverageOf(list);
    const { factors, exclusions } = coverage;
    const made = coveringArray(coverage);
    const wanted = wantedPairs(coverage).map((pair) => pairName(...pair));
    const held = new Set(made.flatMap(pairsIn));
    expect(wanted.filter((pair) => !held.has(pair))).toEqual([]);
    const allowed = new Set(statePairs(factors, exclusions));
    expect([...held].filter((pair) => !allowed.has(pair))).toEqual([]);
    expect(made.length).toBeLessThan(80);
  });

  test.each(["tokens", "balances"] as const)(
    "of the requests for %s has each pair of parameters without a third",
    (list) => {
      const made = coveringArray(coverageOf(list));
      const { factors } = LIST_CONTEXTS[list];
      const present = (context: Readonly<Record<string, string>>): readonly string[] =>
        Object.keys(factors).filter((factor) => context[factor] !== "absent");
      const met = new Set(
        made
          .map((context) => present(context))
          .flatMap((names) => (names.length === 2 ? names.join(" ") : [])),
      );
      const names = Object.keys(factors);
      const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => `${one} ${other}`));
      const never = list === "tokens" ? ["tokenId name", "accountId name"] : [];
      expect(pairs.filter((pair) => !met.has(pair))).toEqual(never);
    },
  );
});
