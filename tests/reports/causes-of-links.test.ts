// Causes behind links: links that lead back to a first page, pages that repeat rows, and rows that no filter selects
import { expect, test } from "vitest";
import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import { causesOf, isRelated } from "../../reports/reading/causes.ts";
import { broken, LIST } from "./broken-tokens.ts";
import { failed, pageExchanges, planned, resultOf, violation } from "./samples.ts";

const request = (url: string) => ({ method: "GET", url, headers: {}, body: null });

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
    symptoms: [`${kind}${kind === "stray" ? " tokenId" : ""} behind`],
    exchanges: pageExchanges(2).map((one, at) => ({ ...one, url: LIST + (at === 0 ? query : page) })),
    request: request(LIST + page),
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
  const symptoms = { symptoms: ["stray tokenId behind", "order behind"] };
  const order = onSecondPage("4.1-tokens-next-rows", ["pages"], [query, "?after=25", "order"], symptoms);
  expect(ids(order, filterLost("?after=25"))).toStrictEqual(["4.1-tokens-next-keeps-filters"]);
});

test.each([
  ["a page that is returned again takes the place of other rows", '"0.0.10"', '"0.0.14"', 1],
  ["a row that is returned again on the next page takes no place of another row", '"0.0.14"', '"0.0.18"', 2],
])("%s", (_name, first, last, count) => {
  const again = { rows: 5, first, last, isFromLink: true as const };
  const pages = pageExchanges(2).map((one, at) =>
    at === 0 ? { ...one, url: LIST } : { ...one, url: `${LIST}?after=5`, page: again },
  );
  const both = { symptoms: ["gap", "repeat behind"], exchanges: pages };
  const twice = onSecondPage("4.1-tokens-no-row-twice", ["pages"], ["", "?after=5", "repeat"], both);
  const missing = onSecondPage("4.1-tokens-no-row-missing", ["pages"], ["", "?after=5", "gap"], both);
  expect(causesOf(resultOf([twice, missing])).filter((cause) => !isRelated(cause))).toHaveLength(count);
});

/** A clause on a record, whose response to a name has this body. */
const record = (id: string, name: string, body: string) =>
  failed({ ...planned(0), id }, [
    violation({
      pointer: "/hash",
      served: true,
      request: request(`https://ledger.example.test/api/v1/contracts/results/${name}`),
      response: { status: 200, headers: {}, body },
    }),
  ]);

test.each([
  ["the same record", '{"hash":"0x1"}', 1],
  ["another record", '{"hash":"0x2"}', 2],
])("a name in another form that returns %s", (_name, body, count) => {
  const bare = record("4.7-record-of-that-hash", "ab".repeat(32), '{"hash":"0x1"}');
  const prefixed = record("4.7-doubtful-hash", `0X${"cd".repeat(32)}`, body);
  expect(ids(bare, prefixed)).toHaveLength(count);
});

/** A clause on one operator of token.id, whose first page has a row that the filter excludes. */
const under = (id: string, filter: string, symptoms: readonly string[] = ["stray tokenId"]) =>
  broken(
    id,
    ["tokenId"],
    { pointer: "/tokens/1/token_id", rowFault: { kind: "stray" }, symptoms: [...symptoms] },
    `?token.id=${filter}`,
  );

test.each([
  ["gt and lt are", "gt:0.0.5", "lt:0.0.9", 1],
  ["ne and lt, which a service evaluates separately, are not", "ne:0.0.5", "lt:0.0.9", 0],
])("possibly related: %s", (_name, one, other, count) => {
  const causes = causesOf(resultOf([under("4.4-token-id-a", one), under("4.4-token-id-b", other)]));
  expect([causes.length, causes.filter(isRelated).length]).toStrictEqual([2, count]);
});

test("a filter without effect in one order has no effect with another operator in the same order only", () => {
  const ignored = ["stray tokenId", "ignored tokenId"];
  const ne = under("4.4-token-id-ne", "ne:0.0.5&order=asc", ignored);
  expect(ids(ne, under("4.4-token-id-gt", "gt:0.0.5&order=asc", ignored))).toHaveLength(1);
  expect(ids(ne, under("4.4-token-id-gt", "gt:0.0.5", ignored))).toHaveLength(2);
});

test("the limit that is exceeded for two tokens has one cause", () => {
  const limited = (path: string) => {
    const one = broken(`4.3-limit-${path}`, [], {
      pointer: "/balances",
      rowFault: { kind: "limit" },
      symptoms: ["limit"],
      request: request(`https://ledger.example.test/api/v1/tokens/0.0.${path}/balances?limit=1`),
    });
    return { ...one, endpoint: "tokenBalances" as const };
  };
  expect(ids(limited("98"), limited("99"))).toHaveLength(1);
});

/** A clause under whose filter rows are missing behind one page with `rows` rows and no link. */
const lostBehindOnePage = (rows: number) =>
  broken(
    "4.4-selection",
    ["tokenId"],
    {
      pointer: "/tokens",
      rowFault: { kind: "gap" },
      symptoms: ["gap"],
      exchanges: pageExchanges(1).map((one) => ({
        ...one,
        url: `${LIST}?token.id=gt:0.0.5&limit=2`,
        page: { rows, next: "null" },
      })),
    },
    "?token.id=gt:0.0.5&limit=2",
  );
const noLink = broken(
  "4.1-tokens-no-row-missing",
  ["pages"],
  { pointer: "/links/next", rowFault: { kind: "gap" }, symptoms: ["gap"] },
  "?token.id=lt:0.0.9",
);

test.each([
  ["full page without a link are lost by the missing link", 2, [noLink.id]],
  ["page with fewer rows than its limit are not", 1, ["4.4-selection", noLink.id]],
])("rows that are missing behind a %s", (_name, rows, expected) => {
  expect(ids(lostBehindOnePage(rows), noLink).toSorted()).toStrictEqual(expected.toSorted());
});

test("a link at the end of the pages does not follow from a row of a first page", () => {
  const ending = broken(
    "4.1-tokens-next-null-at-end",
    ["pages"],
    { pointer: "/links/next", symptoms: ["stray", "end"] },
    "?account.id=0.0.9&token.id=gt:0.0.5",
  );
  const stray = { pointer: "/tokens/1/token_id", rowFault: { kind: "stray" }, symptoms: ["stray"] } as const;
  const opaque = broken("4.4-account-id", ["accountId"], stray, "?account.id=0.0.9");
  const [, other] = causesOf(resultOf([opaque, ending]));
  expect(other?.clause).toMatchObject({ id: ending.id, possiblyRelatedTo: opaque.id });
});

test.each([
  ["keeps the filter is possibly related to another operator of it", "?token.id=lt:0.0.9&after=25", 1],
  ["loses the filter is not", "?after=25", 0],
])("a row that a filter excludes behind a link that %s", (_name, page, count) => {
  const behind = onSecondPage("4.1-tokens-keeps", ["pages"], ["?token.id=lt:0.0.9", page, "stray"]);
  const causes = causesOf(resultOf([under("4.4-token-id-gt", "gt:0.0.5"), behind]));
  expect(causes.filter(isRelated)).toHaveLength(count);
});
