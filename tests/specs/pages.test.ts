import { describe, expect, it } from "vitest";
import type { PagesRead } from "../../specs/kit/lists/pages-read.ts";
import { pageClauses } from "../../specs/4.1-lists/pages.clauses.ts";
import { examplePages } from "../../specs/examples/pages.ts";
import { compare } from "../../specs/kit/lists/compare.ts";

const lastPage = pageClauses.find(({ id }) => id === "4.1-tokens-next-null-at-end");
const nextNullAtEnd = (pagesRead: PagesRead) => lastPage?.check(pagesRead, {});

/** A list of two pages whose second link cannot be followed. */
function endingIn(next: unknown) {
  const pagedList = examplePages("tokens", [[{ token_id: "0.0.1" }], [{ token_id: "0.0.2" }]], "foreign");
  const pages = pagedList.pages.map((page, index) => (index === 1 ? { ...page, next } : page));
  return nextNullAtEnd({
    plan: { query: [], filters: [], selecting: 0 },
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
      plan: { query: [["limit", "1"], ...query], filters: [], selecting: query.length, limit: 1 },
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
  const differences = compare(pages, {
    plan: { query: [], filters: [], selecting: 0 },
    selection: rowsOf(10, 30, 40, 40, 50, 60, 65, 70, 80),
  });
  expect(differences.map(({ mayBeLost }) => mayBeLost)).toEqual([true, false]);
});

describe("a later page with a timestamp that the filter excludes", () => {
  const timed = (...rows: readonly { readonly account: string }[][]) => {
    const pagedList = examplePages("tokenBalances", [[{ account: "0.0.1" }], ...rows]);
    const pages = pagedList.pages.map(({ response, ...page }, index) => {
      const value = { ...Object(response.body.value), timestamp: `${index === 0 ? 5 : 9}.000000000` };
      return { ...page, response: { ...response, body: { text: JSON.stringify(value), value } } };
    });
    const plan = { query: [["at", "lt:7"]], filters: [], selecting: 1 } as const;
    const differences = compare({ ...pagedList, pages }, { plan, names: { timestamp: "at" } });
    return differences.map(({ kind, page }) => [kind, page]);
  };

  it("is a violation if it has rows", () => {
    expect(timed([], [{ account: "0.0.2" }])).toStrictEqual([["stray", 2]]);
  });
});
