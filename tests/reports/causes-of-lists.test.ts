// Causes of rows that are missing, repeated or out of order, on one page or behind links
import { expect, test } from "vitest";
import { causesOf } from "../../reports/reading/causes.ts";
import { bodyOf, pageExchanges, resultOf, failed, planned } from "./samples.ts";
import { violation, getting, broken, LIST, relationOf } from "./samples.ts";
import type { ReportedViolation } from "../../engine/model/clause-results.ts";

const first = { pointer: "/tokens/0/token_id", rowFault: { kind: "stray" } } as const;
const disorder = { rowFault: { kind: "order" }, symptoms: ["order"] } as const;
const lacking = { pointer: "/tokens", rowFault: { kind: "gap" }, symptoms: ["gap"] } as const;

const disordered = (key: string, query: string, pointer = "/tokens/1/token_id") =>
  broken(`4.4-${key}`, [key], { ...disorder, pointer }, query);
const order = disordered("order", "?order=desc");

/** The id of a row behind the part of the body that a result keeps: of eleven digits, or wrong in another way. */
const longId = broken("2.3-token-id", [], { pointer: "/tokens/9/token_id", actual: '"0.0.12345678901"' });
/** A row is missing behind a page that ends with this one. */
const lostBehind = (last: string) => {
  const [url, page] = [`${LIST}?token.id=lte:0.0.5`, { rows: 5, last }];
  const exchanges = pageExchanges(1).map((one) => ({ ...one, url, body: "", page }));
  return broken("4.4-token-id-lte", ["tokenId"], { ...lacking, exchanges }, "?token.id=lte:0.0.5");
};
const gapOf = (id: string, query: string) => broken(id, ["tokenId"], lacking, query);

const lenient = (about: readonly string[], query: string) => {
  const served = { pointer: "", expects: "refusal", seen: { responses: 2, of: 9 } } as const;
  return broken("4.4-refused", [...about, "form"], served, query);
};
const withName = (query: string) => lenient(["name", "tokenId"], query);
const anyName = broken("4.4-name-contained", ["name"], { ...first, symptoms: ["stray"] }, "?name=a");

const twoFilters = gapOf("4.4-one", "?token.id=gt:5&account.id=0.0.9");

const once = (key: string, query: string) =>
  broken(`4.4-${key}`, [key], { ...first, symptoms: [`stray ${key}`], reproducible: false }, query);
const atTimes = [once("tokenId", "?token.id=gt:0.0.5"), once("accountId", "?account.id=0.0.9")] as const;
test.each([
  ["one order, and none in another request", order, disordered("name", "?name=a"), "related"],
  ["two violations that do not occur again", ...atTimes, "related"],
  ["the longer id of a row ends a page", longId, lostBehind('"0.0.12345678901"'), "one cause"],
  ["another id ends a page", longId, lostBehind('"0.0.5"'), "two causes"],
  ["an ignored name that is accepted", anyName, withName("?name=a&token.id=gt:5"), "one cause"],
  ["another name that is accepted", anyName, withName("?name=b&token.id=gt:5"), "two causes"],
  ["the same two filters", twoFilters, gapOf("4.4-other", "?token.id=eq:7&account.id=ne:0.0.9"), "related"],
  ["another pair of filters", twoFilters, gapOf("4.4-other", "?token.id=eq:7&publickey=ab"), "two causes"],
] as const)("%s", (_name, one, other, relation) => {
  expect(relationOf(one, other)).toBe(relation);
});

// Causes behind links: links that lead back to a first page, pages that repeat rows, and rows that no filter selects

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
  const later = onSecondPage("4.1-tokens-next-rows", ["pages"], [query, "?after=25", "order"], symptoms);
  expect(ids(later, filterLost("?after=25"))).toStrictEqual(["4.1-tokens-next-keeps-filters"]);
});

/** Two clauses on pages of which the second one has these rows again. */
function again(from: string, to: string) {
  const page = { rows: 5, first: from, last: to, isFromLink: true as const };
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
const under = (by: string, ...more: readonly string[]) =>
  broken(`4.4-${by}`, ["tokenId"], { ...stray, symptoms: ["stray tokenId", ...more] }, `?token.id=${by}`);
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
const behind = (page: string) =>
  onSecondPage("4.1-tokens-keeps", ["pages"], ["?token.id=lt:0.0.9", page, "stray"]);

/** A page above a limit of 1, and a page of a higher limit that lacks a row: the numbers of their rows. */
const ofPages = (rows: number, others: number) => {
  const limit = { rowFault: { kind: "limit" }, symptoms: ["limit"], page: { rows } } as const;
  const lacks = { ...gap, page: { rows: others } } as const;
  return [
    broken("4.4-rows-within-limit", ["limit"], { pointer: "/tokens", ...limit }, "?limit=1"),
    broken("4.4-name-complete", ["name"], { pointer: "/tokens", ...lacks }, "?name=a&limit=100"),
  ] as const;
};
const withKey = "?name=a&publickey=ab";
const steady = broken(
  "4.4-name-key",
  ["name"],
  { ...first, symptoms: ["stray name"], reproducible: true },
  withKey,
);
const ofTwo = broken("4.4-both", ["tokenId", "accountId"], stray, "?token.id=gt:5&account.id=0.0.9");
const pages = ["?token.id=lt:0.0.9&account.id=0.0.9", "?account.id=0.0.9&after=25", "stray"] as const;
const accountKept = onSecondPage("4.1-tokens-keeps", ["pages"], pages);

test.each([
  ["a page that is returned again displaces other rows", ...again('"0.0.10"', '"0.0.14"'), "one cause"],
  ["the same record for a hash in another form", bare, record("4.7-hash", capital, "0x1"), "one cause"],
  ["another record for a hash in another form", bare, record("4.7-hash", capital, "0x2"), "related"],
  ["gt and lt", under("gt:0.0.5"), under("lt:0.0.9"), "related"],
  ["no effect without an order either", ignoredUnderAsc, under("gt:0.0.5", "ignored tokenId"), "one cause"],
  ["the limit is exceeded for two tokens", limited("0.0.98"), limited("0.0.99"), "one cause"],
  ["rows are missing behind a full page without a link", lostBehindOnePage(2), noLink, "one cause"],
  ["a link keeps another filter", under("gt:0.0.5"), behind("?token.id=lt:0.0.9&after=25"), "related"],
  ["a link loses the filter", under("gt:0.0.5"), behind("?after=25"), "two causes"],
  [
    "links that keep other parameters lose a filter",
    accountKept,
    filterLost("?name=a&after=25"),
    "one cause",
  ],
  ["a page has the rows of a page above a lower limit", ...ofPages(25, 25), "one cause"],
  ["a page has fewer rows than a page above a lower limit", ...ofPages(25, 24), "two causes"],
  ["rows are stray once, and at each request", once("name", "?name=a"), steady, "related"],
  ["rows that show one of two filters are stray", ofTwo, withName("?token.id=gt:5&name=b"), "two causes"],
] as const)("%s", (_name, one, other, relation) => {
  expect(relationOf(one, other)).toBe(relation);
});
