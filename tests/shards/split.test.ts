import { describe, expect, test } from "vitest";
import { fairCuts, observerAmong, split, type ShardPart } from "../../cli/shards/split.ts";
import type { Level } from "../../engine/model/settings.ts";
import { serviceOf } from "../../reports/words/labels.ts";
import { catalogue } from "./judging.ts";

function parts(total: number, level: Level = "standard", selected = catalogue.clauses): readonly ShardPart[] {
  const found = split(selected, catalogue, total, level);
  if (found === undefined) {
    throw new Error(`there are not ${total} shares`);
  }
  return found;
}

const shareOf = (shares: readonly ShardPart[], id: string): number =>
  shares.findIndex(({ clauses }) => clauses.some((clause) => clause.id === id));

const sumOf = (shares: readonly ShardPart[]): number =>
  shares.reduce((sum, { requests }) => sum + requests, 0);

describe.each([1, 2, 3, 4, 8, 16])("%i shares", (total) => {
  const shares = parts(total);

  test("have every clause once, none is empty, and they are the same again", () => {
    const ids = shares.flatMap(({ clauses }) => clauses.map(({ id }) => id));
    expect(ids.toSorted()).toStrictEqual(catalogue.clauses.map(({ id }) => id).toSorted());
    expect(shares.every(({ clauses }) => clauses.length > 0)).toBe(true);
    expect(parts(total)).toStrictEqual(shares);
  });

  test("keep families together, and all of verification", () => {
    const families = new Set(catalogue.asking.flatMap(({ family }) => family ?? []));
    expect(families.size).toBeGreaterThan(1);
    const torn = [...families].filter((name) => {
      const members = catalogue.asking.filter(({ family }) => family === name);
      return new Set(members.map(({ id }) => shareOf(shares, id))).size > 1;
    });
    expect(torn).toStrictEqual([]);
    const verifying = catalogue.clauses.filter(({ endpoint }) => serviceOf(endpoint) === "verify");
    expect(new Set(verifying.map(({ id }) => shareOf(shares, id))).size).toBe(1);
  });

  test("watch each endpoint at home: where it is asked most", () => {
    const homes = shares.flatMap((part) => part.homes);
    expect(homes.toSorted()).toStrictEqual(
      [...new Set(catalogue.clauses.map(({ endpoint }) => endpoint))].toSorted(),
    );
    const watchers = catalogue.clauses.filter(({ kind }) => kind !== "asking");
    const away = watchers.filter(
      ({ id, endpoint }) => !shares[shareOf(shares, id)]?.homes.includes(endpoint),
    );
    expect(away).toStrictEqual([]);
    expect(observerAmong(shares)).toBeGreaterThanOrEqual(0);
  });
});

// Each share has to find the records that it asks about, and how the target tells what it refuses.
test.each([
  [2, 1.12, 1.3],
  [3, 1.12, 1.3],
  [4, 1.12, 1.3],
  // So many shares are cut between the few bundles that ask most.
  [8, 1.2, 1.5],
])(
  "%i shares send about as many requests each, and together not many more than one",
  (total, most, apart) => {
    const shares = parts(total);
    const sizes = shares.map(({ requests }) => requests);
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(apart);
    expect(sumOf(shares) / sumOf(parts(1))).toBeLessThan(most);
    const thorough = parts(total, "thorough");
    const heaviest = Math.max(...thorough.map(({ requests }) => requests));
    expect((heaviest * total) / sumOf(thorough)).toBeLessThan(1.25);
  },
);

test("the order of the selection says nothing", () => {
  const ids = (shares: readonly ShardPart[]) =>
    shares.map(({ clauses }) => clauses.map(({ id }) => id).toSorted());
  expect(ids(parts(3, "standard", catalogue.clauses.toReversed()))).toStrictEqual(ids(parts(3)));
});

test("a selection that only watches is looked for by one share of each endpoint", () => {
  const tables = catalogue.clauses.filter(({ section }) => section === "2.3" || section === "2.5");
  const shares = parts(2, "standard", tables);
  expect(shares.map(({ homes }) => homes)).toStrictEqual([["tokens"], ["networkFees"]]);
  expect(split(tables, catalogue, 3, "standard")).toBeUndefined();
});

test("a row is cut where its heaviest piece is lightest", () => {
  const cut = (weights: readonly number[], pieces: number): readonly number[] =>
    fairCuts(
      (from, to) => weights.slice(from, to).reduce((sum, weight) => sum + weight, 0),
      weights.length,
      pieces,
    );
  expect(cut([1, 1, 1, 1], 2)).toStrictEqual([0, 2]);
  expect(cut([9, 1, 1, 1], 2)).toStrictEqual([0, 1]);
  expect(cut([1, 2, 3, 4, 5], 3)).toStrictEqual([0, 3, 4]);
  expect(cut([5, 0, 0], 3)).toStrictEqual([0, 1, 2]);
  expect(cut([3], 1)).toStrictEqual([0]);
});
