// Causes, their titles and cases, known deviations, and advice
import { describe, expect, test } from "vitest";
import { causesOf, isRelated } from "../../reports/reading/causes.ts";
import { causeCount } from "../../reports/words/explain.ts";
import { bodyOf, failed, planned, resultOf, violation } from "./samples.ts";
import { pageExchanges, broken, getting, LIST } from "./samples.ts";

const tokens = (number: number) => ({ ...planned(1), id: `4.4-rule-${number}` });

test.each([
  ["most failed clauses", { responses: 1, of: 9 }, ["4.4-rule-1 2", "2.7-gas-used 0"]],
  ["the largest share of responses", { responses: 9, of: 9 }, ["2.7-gas-used 0", "4.4-rule-1 2"]],
])("the cause with %s comes first", (_what, seen, order) => {
  const alone = failed(planned(0), [violation({ actual: "alone", seen })]);
  const stray = { rowFault: { kind: "stray" }, symptoms: ["stray"] } as const;
  const same = [1, 2, 3].map((number) => failed(tokens(number), [violation({ ...stray, served: true })]));
  const responses = { contractResult: { usable: 9, unusable: 0 } };
  const causes = causesOf({ ...resultOf([alone, ...same]), responses });
  expect(causes.map(({ clause, also }) => `${clause.id} ${also.length}`)).toStrictEqual(order);
});

describe("a failed clause is a consequence of another one", () => {
  const error = bodyOf("{}", 400);
  const first = { pointer: "/tokens/0/token_id" };
  /** The second row has the same wrong id as the first one, and the third row has an id in the right form. */
  const wrongIds = bodyOf('{"tokens":[{"token_id":7},{"token_id":8},{"token_id":"0.0.9"}]}');
  const ofIds = { ...first, response: wrongIds } as const;
  const identity = broken("2.3-token-id", [], ofIds);
  const decimals = broken("2.3-decimals", [], { pointer: "/tokens/0/decimals" });
  /** The beginning of a response that two requests have in common. */
  const response = bodyOf(`{"tokens":[${'{"token_id":"0.0.5"},'.repeat(9)}`);
  const symptoms = ["stray tokenId", "ignored tokenId"];
  const rows = { pointer: "/tokens/1/token_id", rowFault: { kind: "stray" }, symptoms } as const;
  const filter = broken("4.4-token-id-gt", ["tokenId"], rows, "?token.id=gt:0.0.5&limit=2");
  const two = "?token.id=gt:0.0.5&account.id=0.0.9";
  const together = broken("4.4-selection", ["accountId", "tokenId"], rows, two);
  const misread = broken(filter.id, ["tokenId"], { ...rows, response: wrongIds }, "?token.id=gt:0.0.7");
  const otherRow = { ...rows, response: wrongIds, pointer: "/tokens/2/token_id" };
  const nextRow = broken(filter.id, ["tokenId"], otherRow, "?token.id=gt:0.0.9");
  const disorder = { pointer: "/tokens/1/token_id", rowFault: { kind: "order" } } as const;
  const order = broken("4.4-order-sorted", ["order"], disorder, "?order=desc");
  const refusal = { pointer: "", expects: "refusal", response: error } as const;
  const ofSpace = { pointer: "", expects: "refusal", cases: ["a space behind"], response } as const;
  const lenient = broken("4.4-token-id-refused", ["tokenId", "form"], ofSpace, "?token.id=gt:5%20");
  const nothing = { pointer: "", response: error };
  const silent = broken("4.4-answers-200", ["response"], nothing);
  const garbled = { ...nothing, fault: "not UTF-8", actual: "status 200 with not UTF-8" };
  const garbledResponse = broken("4.4-answers-200", ["response"], garbled);
  const ofGarbled = { ...garbled, expects: "refusal", served: true, actual: "a list" } as const;
  const garbledSuccess = broken("4.4-limit-refused", ["limit", "form"], ofGarbled, "?limit=5.5");
  const json = broken("4.4-json-body", ["response"], { ...garbled, actual: "not UTF-8" });
  const notUtf8 = { fault: "not UTF-8", actual: '{"name":"\uFFFD"}' } as const;
  const again = { ...first, ...notUtf8, rowFault: { kind: "repeat" } } as const;
  const garbledTwice = broken("4.1-tokens-garbled-twice", ["pages"], again);
  const noRow = broken("4.4-none", ["accountId"], { ...ofIds, pointer: "" }, "?account.id=0.0.9");
  const ofNothing = {
    pointer: "/tokens",
    rowFault: { kind: "gap" },
    response: bodyOf('{"tokens":[]}'),
  } as const;
  const noRowAtAll = broken("4.4-account-id-of-holders", ["accountId"], ofNothing, "?account.id=0.0.9");
  const lostWithWrongIds = broken("4.1-tokens-lost", ["pages"], { ...ofNothing, response: wrongIds });
  const anonymous = { ...first, actual: "absent", response: bodyOf('{"tokens":[{"name":"a"}]}') };
  const withoutId = broken("2.3-token-id", [], anonymous);
  const noRows = broken("2.3-tokens", [], { pointer: "/tokens", served: true, response: error });
  const exchanges = pageExchanges(2).map((one) => ({ ...one, url: `${LIST}?token.id=gt:0.0.5` }));
  const linkLoss = { ...rows, symptoms: ["stray tokenId later"], exchanges };
  const links = broken("4.1-tokens-next-keeps-filters", ["pages"], linkLoss);
  const repeatedBehind = ["stray tokenId later", "repeat later"];
  const twice = { ...first, rowFault: { kind: "repeat" }, symptoms: repeatedBehind, exchanges } as const;
  const repeated = broken("4.1-tokens-no-row-twice", ["pages"], twice);
  /** Links of the whole list repeat a page, so that other rows are missing; a list of one page lacks a row too. */
  const samePage = { rows: 5, first: '"0.0.1"', last: '"0.0.5"' } as const;
  const pagesOfAll = exchanges.map((one) => ({ ...one, url: LIST, page: { ...one.page, ...samePage } }));
  const ofAll = { exchanges: pagesOfAll } as const;
  const turns = { ...twice, ...ofAll, symptoms: ["repeat later", "gap"] } as const;
  const alone = broken("4.1-tokens-row-twice", ["pages"], turns);
  const gaps = { pointer: "/tokens", rowFault: { kind: "gap" }, symptoms: ["gap"] } as const;
  const missing = broken("4.1-tokens-no-row-missing", ["pages"], { ...gaps, ...ofAll });
  const both = { ...rows, symptoms: ["stray tokenId later", "repeat later"], exchanges };
  const strays = broken(links.id, ["pages"], both);
  const lacking = { ...gaps } as const;
  const lost = broken("4.4-token-id-lte", ["tokenId"], lacking, "?token.id=lte:0.0.5");
  const shorts = ["tokenId", "shortId"] as const;
  const short = broken("4.4-token-id-short", shorts, rows, "?token.id=gt:5");
  const gone = broken("7.4-missing", [], { ...nothing, expects: "missing" }, "?order=desc");
  const inverted = { ...rows, symptoms: ["stray tokenId"] } as const;
  const lte = broken("4.4-token-id-lte", ["tokenId"], inverted, "?token.id=lte:0.0.5");
  const served = { pointer: "", expects: "refusal" } as const;
  const listed = { ...served, cases: ["a listed id"], seen: { responses: 2, of: 9 } };
  const named = broken("4.4-name-with-token-id", ["tokenId", "form"], listed, "?token.id=0.0.5&name=abc");
  const gap = { pointer: "/tokens", rowFault: { kind: "gap" }, symptoms: ["gap tokenId"] } as const;
  const tooMany = { pointer: "/tokens", rowFault: { kind: "limit" }, symptoms: ["limit"] } as const;
  const above = broken("4.4-limit-above-maximum", ["limit"], tooMany, "?limit=101");
  const ofFraction = { ...served, cases: ["a fraction"] } as const;
  const fraction = broken("4.4-limit-refused", ["limit", "form"], ofFraction, "?limit=5.5");
  const twin = { ...lenient, id: "4.4-token-id-doubtful" };
  const empty = bodyOf('{"tokens":[],"links":{"next":null}}');
  const nothingFound = broken(filter.id, ["tokenId"], { ...gap, response: empty }, "?token.id=gt:0.0.5");
  const refusedId = { ...served, cases: ["a letter at the end"], response: empty };
  const nothingRefused = broken(lenient.id, ["tokenId", "form"], refusedId, "?token.id=gt:0.0.5z");
  const few = { ...refusedId, seen: { responses: 2, of: 9 } };
  const fewRefused = broken(lenient.id, ["tokenId", "form"], few, "?token.id=gt:0.0.5z");
  const bound = { ...served, cases: ["a bound"] };
  const withName = broken(named.id, ["tokenId", "name", "form"], bound, "?token.id=gt:0.0.5&name=abc");
  const end = { pointer: "/links/next", symptoms: ["end"] } as const;
  const lastLost = broken("4.1-tokens-next-rows", ["pages"], lacking, "?token.id=lte:0.0.5");
  const ending = broken("4.1-tokens-end", ["pages"], end, "?token.id=lte:0.0.5");
  const refusedOrder = broken("4.4-order-accepted", ["order", "form"], nothing, "?order=desc");
  const failing = bodyOf('{"error":"a"}', 500);
  const serverError = { ...nothing, response: failing };
  const accident = broken("4.4-together-accepted", ["limit", "form"], serverError, "?limit=5");
  const otherServerError = { ...refusal, response: { ...failing, body: '{"error":"b"}' } };
  const accidents = broken("4.4-limit-refused", ["limit", "form"], otherServerError, "?limit=a");
  const name = { ...rows, expects: "open" } as const;
  const ambiguous = broken("4.4-doubtful-name", ["tokenId", "form"], name, "?token.id=gt:0.0.5&limit=2");
  const accepted201 = bodyOf(`{"fees":[${'{"gas":58},'.repeat(9)}`, 201);
  const late = { pointer: "", served: true, response: accepted201 } as const;
  const created = broken("4.4-answers-200", ["response"], late);
  const status = broken("4.4-success-status", ["response"], late, "?order=desc");
  const taken = broken("4.4-limit-accepted", ["limit", "form"], late, "?limit=5");
  const refusal201 = { ...late, expects: "refusal", cases: ["a fraction"] } as const;
  const served201 = broken("4.4-limit-refused", ["limit", "form"], refusal201, "?limit=5.5");

  test.each([
    ["where each success has status 201, from one", [created, status, taken], ["4.4-answers-200"]],
    ["malformed values are served, not from the status", [created, served201], [created.id, served201.id]],
    ["from what is sure to be sent", [ambiguous, filter], ["4.4-token-id-gt"]],
    ["where nothing is served, from the plain request", [gone, silent], ["4.4-answers-200"]],
    ["where a row has the wrong id, from that", [identity, misread], ["2.3-token-id"]],
    ["where another row has the wrong id, not from that", [identity, nextRow], [identity.id, nextRow.id]],
    [
      "where no row is returned, not from a list with wrong ids that lacks rows",
      [identity, lostWithWrongIds, noRowAtAll],
      [identity.id, noRowAtAll.id],
    ],
    ["where no row is returned, not from a wrong id", [identity, noRowAtAll], [identity.id, noRowAtAll.id]],
    [
      "where no row is returned, not from an absent id",
      [withoutId, noRowAtAll],
      [withoutId.id, noRowAtAll.id],
    ],
    ["where a link loses a filter, not from repeated rows", [alone, strays], [alone.id, strays.id]],
    ["where no link is followed, not from a link", [alone, missing, lost], [alone.id, lost.id]],
    ["where several parameters stand together, from the one alone", [together, filter], ["4.4-token-id-gt"]],
    ["where it shows on a first page, not from links", [links, filter], ["4.4-token-id-gt"]],
    ["where a link loses the filter, from that", [repeated, links], ["4.1-tokens-next-keeps-filters"]],
    ["where full ids are misread too, not from short ones", [short, filter], ["4.4-token-id-gt"]],
    ["where no body is JSON, from that", [garbledResponse, json], ["4.4-json-body"]],
    [
      "malformed values are served, not from a garbled body",
      [json, garbledSuccess],
      [json.id, garbledSuccess.id],
    ],
    ["where a garbled row is repeated, not from that", [json, garbledTwice], [json.id, garbledTwice.id]],
    ["where no row is expected, not from a wrong id", [identity, noRow], [identity.id, noRow.id]],
    ["where the rows are absent, from the whole response", [silent, noRows], [silent.id]],
    ["where an operator is wrong, not a name beside that filter", [filter, named], [filter.id, named.id]],
    ["where a filter finds nothing, from that", [nothingFound, nothingRefused], [filter.id]],
    ["where few of them find nothing, not from that", [nothingFound, fewRefused], [filter.id, fewRefused.id]],
    ["where a filter has no effect, from that beside a name", [filter, withName], [filter.id]],
    ["where the service fails, from that", [accident, accidents], [accident.id]],
    ["a fraction is served, not from a limit of 101", [above, fraction], [above.id, fraction.id]],
    ["where a value is served under two names of clauses, from one", [lenient, twin], [lenient.id]],
  ] as const)("%s", (_what, clauses, ids) => {
    const causes = causesOf(resultOf(clauses));
    expect(causes.map(({ clause }) => clause.id).toSorted()).toStrictEqual(ids.toSorted());
  });
  test.each([
    ["is", "pages under one condition", 1, ending, lastLost],
    ["is", "a request that is refused too", 1, refusedOrder, order],
  ])("a clause %s possibly related to another one: %s", (_is, _what, count, one, another) => {
    const causes = causesOf(resultOf([one, another]));
    expect(causes.filter(isRelated)).toHaveLength(count);
  });

  test("a clause that may be related to a cause comes after all causes, and is counted separately", () => {
    const causes = causesOf(resultOf([filter, lte, decimals]));
    expect(causes.at(-1)?.clause).toMatchObject({ id: lte.id, possiblyRelatedTo: filter.id });
    expect(causeCount(causes)).toBe("2 causes and 1 possibly related clause");
  });

  test("only within its endpoint, and never of a known deviation", () => {
    const elsewhere = { ...identity, endpoint: "tokenBalances" } as const;
    expect(causesOf(resultOf([elsewhere, filter]))).toHaveLength(2);
    const known = [{ clause: identity.id, reason: "agreed" }];
    const [cause, ...others] = causesOf(resultOf([identity, filter], { known }));
    expect([cause?.clause.id, others]).toStrictEqual(["4.4-token-id-gt", []]);
  });

  test("inconclusive clauses are listed under the cause on which they depend", () => {
    const inconclusive = { ...planned(2), outcome: "inconclusive", reason: "see there" } as const;
    const waiting = { ...inconclusive, cases: 0, violations: [], consequenceOf: together.id };
    const [cause] = causesOf(resultOf([filter, together, waiting]));
    expect(cause).toMatchObject({ also: [together.id], inconclusive: [waiting.id] });
  });
});

const REFUSED = "a request that must be refused succeeds";
const served = (id: string, query: string, changes: Parameters<typeof violation>[0] = {}, key = "tokenId") =>
  failed(
    { ...planned(1), id: `4.4-${id}` },
    [violation({ message: REFUSED, request: getting(`${LIST}?${query}`), ...changes })],
    { parameters: [key] },
  );
const atMember = (name: string) => served(name, "token.id=gte:1a", { pointer: `/${name}`, actual: name });

const [ofId, ofLimit] = [served("one", "token.id=1a&limit=1"), served("two", "limit=a", {}, "limit")];

test.each([
  ["the parameter", [ofId, ofLimit], ["limit", "token.id"]],
  ["the operator", ["gte", "lt"].map((by) => served(by, `token.id=${by}:1a`)), ["gte", "lt"]],
  ["the pointer", ["a", "b"].map(atMember), ["/a", "/b"]],
  ["nothing, if no other cause has it", [served("one", "token.id=1a")], []],
])("causes with the same problem have titles that differ by %s", (_what, clauses, added) => {
  const titles = causesOf(resultOf(clauses)).flatMap(({ title }) => title ?? []);
  expect(titles.toSorted()).toStrictEqual(added.map((text) => `${REFUSED} (${text})`));
});
