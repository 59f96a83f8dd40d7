import { describe, expect, it } from "vitest";
import type { PagesRead } from "../../specs/kit/lists/pages-read.ts";
import { combinedClauses } from "../../specs/4.1-lists/combined.clauses.ts";
import { pageClauses } from "../../specs/4.1-lists/pages.clauses.ts";
import { examplePages } from "../../specs/examples/pages.ts";
import { violationRuleOf } from "../../specs/4.1-lists/filters.clauses.ts";
import { compare } from "../../specs/kit/lists/compare.ts";
import { IDENTITY_FILTERS } from "../../specs/kit/lists/lists.ts";
import { checkPagesBy } from "../../specs/kit/lists/page-rules.ts";

const lastPage = pageClauses.find(({ id }) => id === "4.1-tokens-next-null-at-end");
const nextNullAtEnd = (pagesRead: PagesRead) => lastPage?.check(pagesRead, {});

/** A list of two pages whose second link cannot be followed. */
function endingIn(next: unknown) {
  const pagedList = examplePages("tokens", [[{ token_id: "0.0.1" }], [{ token_id: "0.0.2" }]], "foreign");
  const pages = pagedList.pages.map((page, index) => (index === 1 ? { ...page, next } : page));
  return nextNullAtEnd({
    plan: { query: [], filters: [], filterCount: 0 },
    pagedList: { ...pagedList, pages },
  });
}

describe("links.next of a last page with another type than on the pages before", () => {
  it.each([[{ href: "/next" }], ["mailto:a@example.test"]])("is inconclusive with %j", (next) => {
    expect(endingIn(next)).toHaveProperty("code");
  });

  it.each([[false], [0], [{}], [[]]])("fails if it is %j", (next) => {
    expect(endingIn(next)).toHaveLength(1);
  });
});

describe("empty pages after all expected rows", () => {
  const endless = (query: readonly (readonly [string, string])[] = []) =>
    nextNullAtEnd({
      plan: { query: [["limit", "1"], ...query], filters: [], filterCount: query.length, limit: 1 },
      pagedList: examplePages("tokens", [[{ token_id: "0.0.1" }], [], [], [], []], "budget"),
    });

  it("fail in a list without filters", () => {
    expect(endless()).toHaveLength(1);
  });

  it("are inconclusive with a filter whose rows are unknown", () => {
    expect(endless([["account.id", "0.0.8"]])).toHaveProperty("code");
  });
});

it("finds which missing rows pages may have lost, although the list has one of them twice", () => {
  const rowsOf = (...nums: readonly number[]) => nums.map((num) => ({ token_id: `0.0.${num}` }));
  const pages = examplePages("tokens", [rowsOf(10, 30), rowsOf(50, 60, 70, 80)]);
  const differences = compare({
    pagedList: pages,
    plan: { query: [], filters: [], filterCount: 0 },
    selection: rowsOf(10, 30, 40, 40, 50, 60, 65, 70, 80),
  });
  expect(differences.map(({ mayBeLost }) => mayBeLost)).toEqual([true, false]);
});

const timed = (...rows: readonly { readonly account: string }[][]) => {
  const pagedList = examplePages("tokenBalances", [[{ account: "0.0.1" }], ...rows]);
  const pages = pagedList.pages.map(({ response, ...page }, index) => {
    const value = { ...Object(response.body.value), timestamp: `${index === 0 ? 5 : 9}.000000000` };
    return { ...page, response: { ...response, body: { text: JSON.stringify(value), value } } };
  });
  const plan = { query: [["at", "lt:7"]], filters: [], filterCount: 1 } as const;
  const differences = compare({ pagedList: { ...pagedList, pages }, plan, names: { timestamp: "at" } });
  return differences.map(({ kind, page }) => [kind, page]);
};

it("a later page with a timestamp that the filter excludes is a violation if it has rows", () => {
  expect(timed([], [{ account: "0.0.2" }])).toStrictEqual([["stray", 2]]);
});

describe("a full page without a limit whose link is null although rows are left", () => {
  const rowsOf = (...nums: readonly number[]) => nums.map((num) => ({ token_id: `0.0.${num}` }));
  const filter = IDENTITY_FILTERS.tokens;
  const pagesOf = (...shown: readonly number[]): PagesRead => ({
    plan: { query: [], filters: [{ filter, operator: "gt", bound: "0.0.1" }], filterCount: 1 },
    pagedList: examplePages("tokens", [rowsOf(...shown)]),
    selection: rowsOf(10, 20, 30, 40),
    usualRows: 2,
  });
  const outcomesOf = (pagesRead: PagesRead) =>
    [...pageClauses, ...combinedClauses]
      .filter(({ id }) => id === "4.1-tokens-no-row-missing" || id === "4.4-selection")
      .map(({ id, check }) => [id, "code" in check(pagesRead, {}) ? "inconclusive" : "failed"]);
  const operatorOutcome = (pagesRead: PagesRead) => checkPagesBy(violationRuleOf(filter))(pagesRead);

  it.each([[[10, 20]], [[40, 30]]])(
    "fails the clause on missing rows, and no clause on a filter: %j",
    (shown) => {
      expect(outcomesOf(pagesOf(...shown))).toEqual([
        ["4.1-tokens-no-row-missing", "failed"],
        ["4.4-selection", "inconclusive"],
      ]);
      expect(operatorOutcome(pagesOf(...shown))).toHaveProperty("dependsOn.0", "4.1-tokens-no-row-missing");
    },
  );

  it.each([[[10, 30]], [[10]], [[20, 30]]])(
    "is none where %j is returned: the filter loses rows",
    (shown) => {
      expect(outcomesOf(pagesOf(...shown))).toEqual([
        ["4.1-tokens-no-row-missing", "inconclusive"],
        ["4.4-selection", "failed"],
      ]);
    },
  );
});
