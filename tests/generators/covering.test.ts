import { describe, expect, test } from "vitest";
import { coveringArray, pairsIn, pairsOf } from "../../generators/covering.ts";
import { LIST_CONTEXTS } from "../../specs/laws/lists/contexts.ts";

const FACTORS = {
  limit: ["absent", "1"],
  order: ["absent", "asc", "desc"],
  filter: ["absent", "eq"],
} as const;
const EXCLUSIONS = [{ limit: ["1"], filter: ["eq"] }] as const;

describe("a covering array", () => {
  test("holds every pair that may occur, and none that is excluded", () => {
    const contexts = coveringArray(FACTORS, EXCLUSIONS);
    const held = new Set(contexts.flatMap(pairsIn));
    expect([...held].toSorted()).toEqual([...pairsOf(FACTORS, EXCLUSIONS)].toSorted());
    expect(held).not.toContain("filter=eq limit=1");
  });

  test("is the same each time, and another one for another turn", () => {
    expect(coveringArray(FACTORS, EXCLUSIONS)).toEqual(coveringArray(FACTORS, EXCLUSIONS));
    expect(coveringArray(FACTORS, EXCLUSIONS, 1)).not.toEqual(coveringArray(FACTORS, EXCLUSIONS));
  });

  test("has hardly more contexts than the two largest factors have pairs", () => {
    const two = { a: ["1", "2", "3", "4"], b: ["1", "2", "3", "4"], c: ["1", "2"], d: ["1", "2"] };
    expect(coveringArray(two).length).toBeLessThanOrEqual(18);
  });

  test("names the exclusions where they leave a factor no state", () => {
    const impossible = [
      { limit: ["absent", "1"], filter: ["absent"] },
      { limit: ["absent", "1"], filter: ["eq"] },
    ];
    expect(() => coveringArray(FACTORS, impossible)).toThrow("the exclusions contradict");
  });

  test.each(Object.entries(LIST_CONTEXTS))(
    "of the requests for %s holds all their pairs",
    (_list, contexts) => {
      const { factors, exclusions } = contexts;
      const made = coveringArray(factors, exclusions);
      const pairs = pairsOf(factors, exclusions);
      const held = new Set(made.flatMap(pairsIn));
      expect(pairs.filter((pair) => !held.has(pair))).toEqual([]);
      expect([...held].filter((pair) => !pairs.includes(pair))).toEqual([]);
      expect(made.length).toBeLessThan(80);
    },
  );
});
