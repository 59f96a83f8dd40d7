// Causes of rows that are missing or out of order: an id in another form, a link, another filter or another operator
import { expect, test } from "vitest";
import { causesOf, isRelated } from "../../reports/reading/causes.ts";
import { broken, LIST } from "./broken-tokens.ts";
import { pageExchanges, resultOf } from "./samples.ts";

const disorder = { rowFault: { kind: "order" }, symptoms: ["order"] } as const;
const lacking = { pointer: "/tokens", rowFault: { kind: "gap" }, symptoms: ["gap"] } as const;
const order = broken("4.4-order", ["order"], { ...disorder, pointer: "/tokens/1/token_id" }, "?order=desc");

/** The id of a row behind the part of the body that a result keeps has eleven digits. */
const longer = { pointer: "/tokens/9/token_id", actual: '"0.0.12345678901"' } as const;
const longId = broken("2.3-token-id", [], longer);
const lostBehind = (last: string) =>
  broken(
    "4.4-token-id-lte",
    ["tokenId"],
    {
      ...lacking,
      exchanges: pageExchanges(1).map((one) => ({
        ...one,
        url: `${LIST}?token.id=lte:0.0.5`,
        body: "",
        page: { rows: 5, last },
      })),
    },
    "?token.id=lte:0.0.5",
  );
const beginsAgain = broken("4.1-tokens-next-keeps-order", ["pages"], {
  ...disorder,
  pointer: "/tokens/0/token_id",
  symptoms: ["repeat behind", "order behind"],
  exchanges: pageExchanges(2).map((one) => ({ ...one, url: `${LIST}?order=desc` })),
});

test.each([
  ["a page that ends with a longer id of a row follows", longId, lostBehind('"0.0.12345678901"'), 1],
  ["a page that ends with another id does not", longId, lostBehind('"0.0.5"'), 2],
  ["a page that begins the list again does not follow from an order", order, beginsAgain, 2],
])("%s", (_name, cause, other, count) => {
  expect(causesOf(resultOf([cause, other]))).toHaveLength(count);
});

const byFilter = (key: string, query: string) =>
  broken(`4.4-${key}`, [key], { ...disorder, pointer: "/tokens/1/token_id" }, query);
const greater = broken("4.4-token-id-gt", ["tokenId"], lacking, "?token.id=gt:0.0.5");
const different = (bound: string) =>
  broken(
    "4.4-token-id-ne",
    ["tokenId"],
    {
      pointer: "/tokens/1/token_id",
      rowFault: { kind: "stray" },
      symptoms: ["stray"],
      exchanges: pageExchanges(2)
        .slice(0, 1)
        .map((one) => ({ ...one, url: `${LIST}?token.id=${bound}` })),
    },
    "?token.id=ne:0.0.5",
  );
const wrongIdentity = broken("2.3-token-id", [], { pointer: "/tokens/9/token_id" });
const byName = broken("4.4-order-asc", ["order"], { ...disorder, pointer: "/tokens/1/name" }, "?order=desc");

test.each([
  [
    "one order beside one filter and beside another",
    byFilter("tokenId", "?order=desc&token.id=gt:0.0.5"),
    byFilter("accountId", "?order=desc&account.id=gt:0.0.9"),
    1,
  ],
  [
    "different orders beside two filters",
    byFilter("tokenId", "?order=desc&token.id=gt:0.0.5"),
    byFilter("accountId", "?order=asc&account.id=gt:0.0.9"),
    0,
  ],
  ["a response to the wrong operator, with which it compares", greater, different("gt:0.0.5"), 1],
  ["a response to another operator", greater, different("lt:0.0.5"), 0],
  ["an order by another member where the identity is wrong", wrongIdentity, byName, 1],
  ["an order by another member where no identity is wrong", greater, byName, 0],
])("possibly related: %s", (_name, cause, other, count) => {
  const causes = causesOf(resultOf([cause, other]));
  expect([causes.length, causes.filter(isRelated).length]).toStrictEqual([2, count]);
});

/** A clause on the refusal of a request that succeeds. */
const lenient = (id: string, about: readonly string[], query: string) =>
  broken(id, [...about, "form"], { pointer: "", expects: "refusal", seen: { responses: 2, of: 9 } }, query);
const stray = { pointer: "/tokens/0/token_id", rowFault: { kind: "stray" } } as const;
const anyName = broken("4.4-name-contained", ["name"], { ...stray, symptoms: ["stray"] }, "?name=a");
const beside = broken(
  "4.4-account-id-with-token-id",
  ["accountId", "tokenId"],
  { ...stray, symptoms: ["stray tokenId", "ignored tokenId"] },
  "?account.id=lt:0.0.9&token.id=lt:0.0.5",
);

test.each([
  ["the name that is ignored", anyName, ["name", "tokenId"], "?name=a&token.id=gt:0.0.5", 1],
  ["another name", anyName, ["name", "tokenId"], "?name=b&token.id=gt:0.0.5", 2],
  ["the parameter without effect", beside, ["tokenId"], "?account.id=0.0.9&token.id=lt:0.0.5e0", 1],
  ["that parameter alone", beside, ["tokenId"], "?token.id=eq:0.0.5e0", 2],
])("a request with %s is served although it is invalid", (_name, cause, about, query, count) => {
  const causes = causesOf(resultOf([cause, lenient("4.4-refused", about, query)]));
  expect(causes.filter((one) => !isRelated(one))).toHaveLength(count);
});

/** A row of the realm 0 for a filter by an id. */
const ofRealm = { status: 200, headers: {}, body: '{"tokens":[{"token_id":"0.0.7"}],"links":{"next":null}}' };
const elsewhere = broken(
  "4.4-token-id-gte",
  ["tokenId"],
  { ...stray, symptoms: ["stray tokenId"], response: ofRealm },
  "?token.id=gte:0.9.5",
);

test.each([
  ["of another realm is possibly related to that", "eq:0.00000000000.7", 1],
  ["of the same realm is not", "eq:0.0.00000000007", 0],
])("rows of another realm than the filter: a malformed id %s", (_name, filter, count) => {
  const served = { pointer: "", expects: "refusal", response: ofRealm } as const;
  const malformed = broken("4.4-token-id-refused", ["tokenId", "form"], served, `?token.id=${filter}`);
  const causes = causesOf(resultOf([elsewhere, malformed]));
  expect([causes.length, causes.filter(isRelated).length]).toStrictEqual([2, count]);
});

/** A row that another response to an opaque filter lacks is stray. */
const differing = (query: string, changes: Parameters<typeof broken>[2] = {}) =>
  broken("4.4-account-id-any-order", ["accountId"], { ...stray, symptoms: ["stray"], ...changes }, query);
const gapOf = (id: string, query: string) => broken(id, ["tokenId"], lacking, query);
const everyRow = broken("4.1-tokens-no-row-missing", ["pages"], lacking);

test.each([
  ["an opaque filter of a list that lacks rows", everyRow, differing("?account.id=0.0.9"), 1],
  [
    "the same two filters with other operators",
    gapOf("4.4-one", "?token.id=gt:5&account.id=0.0.9"),
    gapOf("4.4-other", "?token.id=eq:7&account.id=ne:0.0.9"),
    1,
  ],
  [
    "another pair of filters",
    gapOf("4.4-one", "?token.id=gt:5&account.id=0.0.9"),
    gapOf("4.4-other", "?token.id=eq:7&publickey=ab"),
    0,
  ],
])("possibly related: %s", (_name, cause, other, count) => {
  const causes = causesOf(resultOf([cause, other]));
  expect([causes.length, causes.filter(isRelated).length]).toStrictEqual([2, count]);
});

test("a row that is returned twice on a page displaces one that another response has", () => {
  const twice = { rowFault: { kind: "repeat" }, symptoms: ["repeat", "gap"] } as const;
  const repeated = broken("4.1-tokens-row-twice", ["pages"], { ...twice, pointer: "/tokens/1" });
  const [, other] = causesOf(resultOf([repeated, differing("?account.id=0.0.9")]));
  expect(other?.clause.possiblyRelatedTo).toBe(repeated.id);
});

test("a cause is the clause that needs no response to another filter", () => {
  const compared = pageExchanges(2).map((one, at) => ({
    ...one,
    url: `${LIST}?account.id=${at === 0 ? "gt" : "ne"}:0.0.9`,
    page: { rows: 1 },
  }));
  const between = differing("?account.id=ne:0.0.9", { exchanges: compared });
  const none = broken("4.4-account-id-gt-none", ["accountId"], { pointer: "" }, "?account.id=gt:0.0.99");
  expect(causesOf(resultOf([between, none]))[0]?.clause.id).toBe(none.id);
});
