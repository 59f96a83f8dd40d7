// Causes behind links: links that lead back to a first page, pages that repeat rows, and rows that no filter selects
import { expect, test } from "vitest";
import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import { causesOf } from "../../reports/reading/causes.ts";
import { broken, LIST, relationOf } from "./broken-tokens.ts";
import { failed, pageExchanges, planned, resultOf, violation, bodyOf, getting } from "./samples.ts";

/** A clause whose violation is on the second page of a list, to which a link led. */
const onSecondPage = (
  id: string,
  about: readonly string[],
  [query, page, kind]: readonly [query: string, page: string, kind: "stray" | "order" | "repeat" | "gap"],
  changes: Partial<ReportedViolation> = {},
) =>
  broken(id, about, {
    pointer: "/tokens/1/token_id",
    rowFault: { kind },
    symptoms: [`${kind}${kind === "stray" ? " tokenId" : ""} later`],
    exchanges: pageExchanges(2).map((one, at) => ({ ...one, url: LIST + (at === 0 ? query : page) })),
    request: getting(LIST + page),
    ...changes,
  });

const lte = (page: string) =>
  onSecondPage("4.4-token-id-lte", ["tokenId"], ["?token.id=lte:0.0.5", page, "stray"]);
const filterLost = (page: string) =>
  onSecondPage("4.1-tokens-next-keeps-filters", ["pages"], ["?token.id=gt:0.0.5&name=a", page, "stray"]);
const wrongLink = { pointer: "/links/next", actual: '"/api/v1/tokens"' } as const;
const searchLink = broken("4.4-name-next-null", ["name"], wrongLink, "?name=abc");
const ids = (...clauses: Parameters<typeof resultOf>[0]) =>
  causesOf(resultOf(clauses)).map(({ clause }) => clause.id);

test("links of several lists to the first page of all rows are one cause, named by a clause on pages", () => {
  expect(ids(lte(""), filterLost(""), searchLink)).toStrictEqual(["4.1-tokens-next-keeps-filters"]);
});

test("links of several lists to a page behind a cursor may lose each filter for a reason of its own", () => {
  const page = "?after=25";
  expect(ids(lte(page), filterLost(page), searchLink)).toHaveLength(3);
});

test("rows that a filter excludes are the cause of a wrong order on the same pages", () => {
  const query = "?token.id=gt:0.0.5&name=a";
  const symptoms = { symptoms: ["stray tokenId later", "order later"] };
  const order = onSecondPage("4.1-tokens-next-rows", ["pages"], [query, "?after=25", "order"], symptoms);
  expect(ids(order, filterLost("?after=25"))).toStrictEqual(["4.1-tokens-next-keeps-filters"]);
});

/** Two clauses on pages of which the second one has these rows again. */
function again(first: string, last: string) {
  const page = { rows: 5, first, last, isFromLink: true as const };
  const exchanges = pageExchanges(2).map((one, at) =>
    at === 0 ? { ...one, url: LIST } : { ...one, url: `${LIST}?after=5`, page },
  );
  const shown = { symptoms: ["gap", "repeat later"], exchanges };
  return [
    onSecondPage("4.1-tokens-no-row-twice", ["pages"], ["", "?after=5", "repeat"], shown),
    onSecondPage("4.1-tokens-no-row-missing", ["pages"], ["", "?after=5", "gap"], shown),
  ] as const;
}

const record = (id: string, name: string, hash: string) =>
  failed({ ...planned(0), id }, [
    violation({
      pointer: "/hash",
      served: true,
      request: getting(`https://ledger.example.test/api/v1/contracts/results/${name}`),
      response: bodyOf(`{"hash":"${hash}"}`),
    }),
  ]);
const bare = record("4.7-record-of-that-hash", "ab".repeat(32), "0x1");
const capital = `0X${"cd".repeat(32)}`;

const stray = { pointer: "/tokens/1/token_id", rowFault: { kind: "stray" }, symptoms: ["stray"] } as const;

/** A clause on one operator of token.id, whose first page has a row that the filter excludes. */
const under = (filter: string, ...more: readonly string[]) =>
  broken(
    `4.4-${filter}`,
    ["tokenId"],
    { ...stray, symptoms: ["stray tokenId", ...more] },
    `?token.id=${filter}`,
  );
const ignoredUnderAsc = under("ne:0.0.5&order=asc", "ignored tokenId");

const limited = (token: string) => {
  const url = `https://ledger.example.test/api/v1/tokens/${token}/balances?limit=1`;
  const rowFault = { kind: "limit" } as const;
  const shown = { pointer: "/balances", rowFault, symptoms: ["limit"], request: getting(url) };
  return { ...broken(`4.3-limit-${token}`, [], shown), endpoint: "tokenBalances" as const };
};

const gap = { rowFault: { kind: "gap" }, symptoms: ["gap"] } as const;
/** A clause under whose filter rows are missing behind one page with `rows` rows and no link. */
const lostBehindOnePage = (rows: number) => {
  const query = "?token.id=gt:0.0.5&limit=2";
  const page = { rows, next: "null" };
  const exchanges = pageExchanges(1).map((one) => ({ ...one, url: LIST + query, page }));
  return broken("4.4-selection", ["tokenId"], { ...gap, pointer: "/tokens", exchanges }, query);
};
const missing = "4.1-tokens-no-row-missing";
const noLink = broken(missing, ["pages"], { ...gap, pointer: "/links/next" }, "?token.id=lt:0.0.9");
const end = { pointer: "/links/next", symptoms: ["stray", "end"] };
const ending = broken("4.1-tokens-end", ["pages"], end, "?account.id=0.0.9&token.id=gt:0.0.5");
const opaque = broken("4.4-account-id", ["accountId"], stray, "?account.id=0.0.9");
const behind = (page: string) =>
  onSecondPage("4.1-tokens-keeps", ["pages"], ["?token.id=lt:0.0.9", page, "stray"]);

test.each([
  ["a page that is returned again displaces other rows", ...again('"0.0.10"', '"0.0.14"'), "one cause"],
  ["a row that is returned again takes no other place", ...again('"0.0.14"', '"0.0.18"'), "two causes"],
  ["the same record for a hash in another form", bare, record("4.7-hash", capital, "0x1"), "one cause"],
  ["another record for a hash in another form", bare, record("4.7-hash", capital, "0x2"), "two causes"],
  ["gt and lt", under("gt:0.0.5"), under("lt:0.0.9"), "related"],
  ["ne and lt, which a service evaluates separately", under("ne:0.0.5"), under("lt:0.0.9"), "two causes"],
  ["no effect in one order", ignoredUnderAsc, under("gt:0.0.5&order=asc", "ignored tokenId"), "one cause"],
  ["no effect without an order either", ignoredUnderAsc, under("gt:0.0.5", "ignored tokenId"), "one cause"],
  ["no effect in another order", ignoredUnderAsc, under("gt:0.0.5&order=desc", "ignored tokenId"), "related"],
  ["the limit is exceeded for two tokens", limited("0.0.98"), limited("0.0.99"), "one cause"],
  ["rows are missing behind a full page without a link", lostBehindOnePage(2), noLink, "one cause"],
  ["rows are missing behind a page with fewer rows", lostBehindOnePage(1), noLink, "related"],
  ["a link at the end, and a row of a first page", opaque, ending, "related"],
  ["a link keeps another filter", under("gt:0.0.5"), behind("?token.id=lt:0.0.9&after=25"), "related"],
  ["a link loses the filter", under("gt:0.0.5"), behind("?after=25"), "two causes"],
] as const)("%s", (_name, one, other, relation) => {
  expect(relationOf(one, other)).toBe(relation);
});
