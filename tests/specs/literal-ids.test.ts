// The id of a clause is a literal in one clause file, so that a search for it finds the clause
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";

type SourceFiles = ReadonlyMap<string, string>;

/** The ids that are not a literal in exactly one of the files, each with the files that contain it. */
function misplacedIds(ids: readonly string[], sources: SourceFiles): readonly string[] {
  return ids.flatMap((id) => {
    const files = [...sources].filter(([, text]) => text.includes(`"${id}"`)).map(([file]) => file);
    return files.length === 1 ? [] : [`${id}: ${files.join(", ") || "no file"}`];
  });
}

describe("the search for ids", () => {
  const sources = new Map([
    ["a.clauses.ts", 'id: "4.1-first", dependsOn: ["4.1-second"]'],
    ["b.clauses.ts", 'id: "4.1-second"'],
    ["c.clauses.ts", "id: `4.1-${word}`"],
  ]);

  test.each([
    ["accepts an id in one file", "4.1-first", []],
    ["reports an id in two files", "4.1-second", ["4.1-second: a.clauses.ts, b.clauses.ts"]],
    ["reports an id made from a template", "4.1-third", ["4.1-third: no file"]],
    ["reports an id that is part of another", "4.1-fir", ["4.1-fir: no file"]],
  ])("%s", (_name, id, misplaced) => {
    expect(misplacedIds([id], sources)).toEqual(misplaced);
  });
});

/** Ids of the lists that are still made from templates, or that a second clause file contains. Only remove entries. */
const NOT_YET_LITERAL: ReadonlySet<string> = new Set([
  "4.1-balances-balance-pages",
  "4.1-balances-limit-with-others",
  "4.1-balances-next-keeps-filters",
  "4.1-balances-next-keeps-limit",
  "4.1-balances-next-keeps-order",
  "4.1-balances-next-null-at-end",
  "4.1-balances-next-rows",
  "4.1-balances-no-row-missing",
  "4.1-balances-no-row-twice",
  "4.1-balances-pages-end",
  "4.1-balances-public-key-pages",
  "4.1-balances-timestamp-pages",
  "4.1-tokens-account-id-pages",
  "4.1-tokens-limit-with-others",
  "4.1-tokens-next-keeps-filters",
  "4.1-tokens-next-keeps-limit",
  "4.1-tokens-next-keeps-order",
  "4.1-tokens-next-null-at-end",
  "4.1-tokens-next-rows",
  "4.1-tokens-no-row-missing",
  "4.1-tokens-no-row-twice",
  "4.1-tokens-pages-end",
  "4.1-tokens-public-key-pages",
  "4.3-account-id-at-time",
  "4.3-account-id-eq",
  "4.3-account-id-gt",
  "4.3-account-id-gte",
  "4.3-account-id-lt",
  "4.3-account-id-lte",
  "4.3-account-id-ne",
  "4.3-account-id-none",
  "4.3-account-id-short",
  "4.3-account-id-with-balance",
  "4.3-balance-at-time",
  "4.3-balance-eq",
  "4.3-balance-gt",
  "4.3-balance-gte",
  "4.3-balance-lt",
  "4.3-balance-lte",
  "4.3-balance-ne",
  "4.3-balance-none",
  "4.3-default-page-size",
  "4.3-limit-above-maximum",
  "4.3-limit-at-most",
  "4.3-limit-at-time",
  "4.3-order-after-another",
  "4.3-order-at-time",
  "4.3-order-same-rows",
  "4.3-order-sorted",
  "4.3-order-with-limit-1",
  "4.3-order-with-others",
  "4.3-public-key-with-account-id",
  "4.3-public-key-with-balance",
  "4.3-rows-meet-account-id",
  "4.3-rows-meet-balance",
  "4.3-rows-within-limit",
  "4.3-selection",
  "4.3-timestamp-accepted",
  "4.4-account-id-accepted",
  "4.4-account-id-eq-highest-none",
  "4.4-account-id-gt-highest-none",
  "4.4-account-id-gt-lowest",
  "4.4-account-id-gte-highest-none",
  "4.4-account-id-gte-lowest",
  "4.4-account-id-lt-highest",
  "4.4-account-id-lt-lowest-none",
  "4.4-account-id-lte",
  "4.4-account-id-lte-highest",
  "4.4-account-id-ne",
  "4.4-account-id-ne-highest",
  "4.4-account-id-short",
  "4.4-account-id-with-token-id",
  "4.4-default-page-size",
  "4.4-limit-above-maximum",
  "4.4-limit-at-most",
  "4.4-name-complete",
  "4.4-name-contained",
  "4.4-name-with-account-id",
  "4.4-name-with-token-id",
  "4.4-order-after-another",
  "4.4-order-same-rows",
  "4.4-order-sorted",
  "4.4-order-with-limit-1",
  "4.4-order-with-others",
  "4.4-own-id-listed",
  "4.4-public-key-with-account-id",
  "4.4-public-key-with-token-id",
  "4.4-rows-meet-token-id",
  "4.4-rows-within-limit",
  "4.4-selection",
  "4.4-together-accepted",
  "4.4-token-id-eq",
  "4.4-token-id-gt",
  "4.4-token-id-gte",
  "4.4-token-id-lt",
  "4.4-token-id-lte",
  "4.4-token-id-ne",
  "4.4-token-id-none",
  "4.4-token-id-short",
]);

/** The ids of `fields` clauses are made from the tables in schemas/; an entry of unspecified.ts is no clause. */
test("every id that is not made from a table of fields is a literal in one clause file", async () => {
  const { clauses } = await loadCatalogue();
  const folder = new URL("../../specs/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((file) => file.endsWith(".clauses.ts"))
    .map((file) => [file, readFileSync(new URL(file, folder), "utf8")] as const);
  const ids = clauses.filter(({ kind }) => kind !== "table").map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(100);
  const finished = ids.filter((id) => !NOT_YET_LITERAL.has(id));
  expect(misplacedIds(finished, new Map(sources))).toEqual([]);
});
