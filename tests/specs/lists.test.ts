import { expect, test } from "vitest";
import type { PagesRead } from "../../specs/kit/lists/pages-read.ts";
import { pageClauses } from "../../specs/4.1-lists/pages.clauses.ts";
import { examplePages } from "../../specs/examples/pages.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { SIZES } from "../../engine/clauses/size.ts";
import { requestTo, isInconclusive } from "../../engine/model/exchange.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { pageBudget } from "../../specs/kit/lists/requests.ts";
import { checked } from "../run/check-reference.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { partBesideKey, searchTextsOf } from "../../specs/kit/lists/name-search.ts";
import { certainKeys, explainingKeys } from "../../specs/kit/lists/order.ts";

const rowsOf = (...nums: readonly number[]) => nums.map((num) => ({ token_id: `0.0.${num}` }));
const noFilter = { query: [], filters: [], filterCount: 0 };

/** The result of the clause on the last link; its examples have a list without a filter. */
const nextNullAtEnd = (pagesRead: PagesRead) =>
  pageClauses.find(({ id }) => id === "4.1-tokens-next-null-at-end")?.check(pagesRead, {});

test.each([
  [{ href: "/next" }, "inconclusive"],
  ["mailto:a@example.test", "inconclusive"],
  [0, "failed"],
  [{}, "failed"],
])("a last links.next of another type than on the pages before: %j is %s", (next, outcome) => {
  const pagedList = examplePages("tokens", [rowsOf(1), rowsOf(2)], "foreign");
  const pages = pagedList.pages.map((page, index) => (index === 1 ? { ...page, next } : page));
  const result = nextNullAtEnd({ plan: noFilter, pagedList: { ...pagedList, pages } }) ?? [];
  expect(isInconclusive(result) ? "inconclusive" : result.length > 0 && "failed").toBe(outcome);
});

const readRows = rowsOf(7, 8, 9);

const long: Listing = {
  request: (query, expects = "success") => requestTo("tokens", { query, expects }),
  rows: readRows,
  pages: [],
  largest: [],
  pageRows: 3,
  names: {},
  complete: false,
  member: "tokens",
  identity: "token_id",
  size: SIZES.standard,
};

test.each([
  ["standard", 30],
  ["thorough", 300],
] as const)("a whole list is read on pages of one row: at %s up to %i", (level, pages) => {
  const plan = { query: [], filters: [], filterCount: 0, limit: 1, order: "asc" } as const;
  expect(pageBudget({ ...long, size: SIZES[level] }, plan)).toBe(pages);
});

// The requests that a violation of a list shows, and the bounds that reveal a comparison as text
test("of the pages compared with a missing row, only one that has the row has it marked", async () => {
  const only = ["4.1-balances-no-row-missing"];
  const fault = "balances-row-lost-between-pages";
  const [result] = await checked({ fault }, { only, level: "smoke" });
  const { rowFault, exchanges = [] } = result?.violations[0] ?? {};
  const compared = exchanges.filter((exchange) => exchange.compared === true);
  const excerpts = compared.map(({ excerpt }) => excerpt?.lines[excerpt.marked]);
  expect(excerpts).toHaveLength(2);
  expect(new Set(excerpts)).toStrictEqual(new Set([rowFault?.row, undefined]));
});

test("standard searches for a name outside ASCII, and for the end of a long name, whatever other names there are", () => {
  const names = Array.from("!#$%&()*+-=?@[]", (sign) => `Gold ${sign} Coin`);
  const rows = [...names, "Gold Coin", "Crédit Agraire", "A name of more than 20 letters"].map((name) => ({
    name,
  }));
  const sent = searchTextsOf({ ...long, rows }).all.slice(0, SIZES.standard.values);
  expect(sent.map(({ value }) => value)).toEqual(expect.arrayContaining(["Crédit Agraire", "ers"]));
});

test("names may be sorted ignoring case and punctuation", () => {
  const named = (names: string) => names.split(" ").map((name) => ({ name }));
  expect(explainingKeys(named("Bar Café Cafe Dot"), named("Dot Café Cafe Bar"))).not.toEqual([]);
});

test.each([[[null, 1, 2]], [[1, 2, null]]])(
  "rows may be sorted by a member with null in a row: %j",
  (all) => {
    const rows = all.map((rank, index) => ({ name: ["b", "c", "a"][index], rank }));
    expect(explainingKeys(rows, rows.toReversed()).map(({ member }) => member)).toEqual(["rank"]);
    expect(explainingKeys(rows, [...rows.slice(1), ...rows.slice(0, 1)])).toEqual([]);
  },
);

test("balances beyond 2^53 are compared exactly", () => {
  const digits = ["-1e400", "-1e400", "9223372036854775806", "9223372036854775807", "1e400"];
  const body = `{"balances":[${digits.map((balance) => `{"balance":${balance}}`).join()}]}`;
  const rows = rowsIn(responseOf("tokenBalances", 200, body));
  const [key] = certainKeys(rows, rows.toReversed());
  expect(rows.map((row, index) => key?.compare(rows[index - 1] ?? row, row))).toEqual([0, 0, -1, -1, -1]);
});

test("a name is searched for beside a key by a part that tokens without the key have too", () => {
  const [key, other] = ["ab".repeat(32), "cd".repeat(32)];
  const row = (name: string, of: string) => ({ name, admin_key: { _type: "ED25519", key: of } });
  const own = [row("Amber Credit", key), row("Amber Coin", key)];
  expect(partBesideKey({ rows: [...own, row("Basalt Credit", other)] }, key)).toBe("Credit");
  expect(partBesideKey({ rows: own }, key)).toBeUndefined();
});
