import { describe, expect, test } from "vitest";
import { requestTo, type Violation, type ApiResponse } from "../../engine/model/exchange.ts";
import { formatCurl } from "../../engine/http/curl.ts";
import { readBody, valueAt } from "../../engine/message/body.ts";
import { cutValue } from "../../engine/schema/fields.ts";
import { differences } from "../../engine/schema/agreement.ts";
import { foldViolations } from "../../engine/evidence/violations.ts";
import { createRedactedResponse, type ExchangeFormatter } from "../../engine/evidence/exchange-formatter.ts";
import { createRedact, redactNothing } from "../../engine/secrets/redact.ts";
import { createObserver } from "../../engine/passive/observer.ts";
import { passiveResults } from "../../engine/passive/verdicts.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { endpointsLosingRecords } from "../../engine/run/simultaneous.ts";
import { responseOf, SUCCESS } from "../../specs/examples/responses.ts";
import { excerptAt, parseTree } from "../../engine/evidence/proof.ts";

function formatter(redact = redactNothing): ExchangeFormatter {
  const redacted = createRedactedResponse(redact);
  return { curl: (response) => formatCurl(response, {}, redact), headers: () => ({}), redact, redacted };
}

function pageOf(number: number, body: object = { tokens: [] }): ApiResponse {
  const request = requestTo("tokens", { query: [["page", String(number)]] });
  const url = `https://ledger.example.test${request.target}`;
  return { ...responseOf("tokens", 200, body), request, url };
}

const duplicate: Violation = { message: "twice", pointer: "/tokens/0", expected: "once", actual: "twice" };

describe("the violations of a clause", () => {
  test("state that the member occurs twice", () => {
    const text = '{"tokens":[],"links":{"next":null,"next":7}}';
    const response = { ...pageOf(1), body: readBody(Buffer.from(text)) };
    const found = { violation: { ...duplicate, pointer: "/links/next", actual: "7" }, response, path: "" };
    const [violation] = foldViolations([found], formatter());
    expect(violation?.actual).toBe("7, the last of several values of this member");
  });

  test.each([
    ["/tokens/0", '{"account":"0.0.9","balance":9223372036854775807}'],
    ["/tokens/0/balance", "9223372036854775807"],
    ["/tokens/1", "[9223372036854775806,1.0]"],
    ["/tokens/2", '{"isLosslessNumber":true,"toString":1}'],
    ["/tokens/3", "absent"],
  ])("show numbers as the service sent them, at %s", (pointer, actual) => {
    const rows = '{"account":"0.0.9","balance":9223372036854775807},[9223372036854775806,1.0]';
    const text = `{"tokens":[${rows},{"isLosslessNumber":true,"toString":1}]}`;
    const response = { ...pageOf(1), body: readBody(Buffer.from(text)) };
    const violation = { ...duplicate, pointer, actual: cutValue(valueAt(response.body.value, pointer)) };
    expect(foldViolations([{ violation, response, path: "" }], formatter())[0]?.actual).toBe(actual);
  });

  test("list the values of their cases, or the requests of cases that chance made", () => {
    const fail = (path: string, number: number) => ({ violation: duplicate, response: pageOf(number), path });
    const paths = ["a space at the end: eq:1 ", 'quotation marks: "1"', "one above", "12:0:3", "one above"];
    const [violation] = foldViolations(paths.map(fail), formatter());
    expect(violation?.cases).toStrictEqual(["a space at the end", "quotation marks", "one above"]);
    const [space, marks, ...others] = violation?.values ?? [];
    expect([space, marks]).toStrictEqual(['a space at the end: "eq:1 "', 'quotation marks: "1"']);
    expect(others).toStrictEqual(["one above", "/api/v1/tokens?page=3"]);
    const many = Array.from({ length: 80 }, (_, number) => fail(`word: hush-hush-hush ${number}`, number));
    const values = foldViolations(many, formatter(createRedact(["hush-hush-hush"])))[0]?.values ?? [];
    expect([values.length, values.join().includes("hush")]).toStrictEqual([50, false]);
  });
});

test.each([
  ["9223372036854775807", "1.0", ["9223372036854775807", "1.0"]],
  ["9007199254740993", "9007199254740992", ["9007199254740993", "9007199254740992"]],
  ["1.0", "1", undefined],
])("numbers that were sent as %s and %s are compared exactly", (first, second, difference) => {
  const withAmount = (amount: string) => responseOf("contractResult", 200, `{"amount":${amount}}`);
  const [violation] = differences(withAmount(second), withAmount(first), "");
  expect(violation && [violation.expected.split(",")[0], violation.actual]).toStrictEqual(difference);
});

test("violations are counted, and the smallest request is kept", async () => {
  const { tables } = await loadCatalogue();
  const fields = new Set(tables.flatMap(({ body }) => body.all.map(({ id }) => id)));
  const parts = { coverage: () => undefined, names: {} };
  const watch = createObserver({ tables, passive: [], sending: [] }, fields, formatter(), parts);
  const row = { decimals: "6" };
  const long = requestTo("tokens", { query: [["limit", "100"]] });
  const body = { tokens: Array.from({ length: 100 }, () => row), links: { next: null } };
  for (const request of [long, long, long, requestTo("tokens"), long]) {
    const url = `https://ledger.example.test${request.target}`;
    watch.observe({ ...responseOf("tokens", 200, body), request, url });
  }
  const why = () => ({ code: "dataUnsuitable", reason: "" }) as const;
  const resultOf = (id: string) =>
    passiveResults({ tables, passive: [] }, new Set([id]), watch.tallies(), why, () => undefined)[0];
  const result = resultOf("2.3-decimals");
  expect(result).toMatchObject({ cases: 500, violations: [{ placeCount: 500 }] });
  expect(result?.violations[0]?.curl).toBe("curl -i 'https://ledger.example.test/api/v1/tokens'");
  watch.observe(responseOf("contractResult", 200, { ...SUCCESS.contractResult, logs: [] }));
  expect(resultOf("2.7-log-address")?.reason).toBe("no response contains a well-formed log");
});

const excerptOf = (text: string, pointer: string) => excerptAt(parseTree(text), pointer);
const tokens = Array.from({ length: 20 }, (_, index) => ({ name: `n${index}`, type: "T" }));
const list = JSON.stringify({ tokens, links: { next: null } });

test("an excerpt shows a member among its neighbours, and a line for an absent member", () => {
  expect(excerptOf('{"rows":[{"a":90071992547409930,"b":1.0}]}', "/rows/0/b")).toStrictEqual({
    lines: ["/rows/0: {", '  "a": 90071992547409930', '  "b": 1.0', "}"],
    marked: 2,
  });
  const shown = ["/links: {", '  "next": null', '  "prev": (absent)', "}"];
  expect(excerptOf(list, "/links/prev")).toStrictEqual({ lines: shown, marked: 2 });
});

test("an excerpt shows the elements near the pointer, counts the others, and truncates long values", () => {
  const { lines = [], marked = -1 } = excerptOf(list, "/tokens/9") ?? {};
  expect(lines.slice(0, 3)).toStrictEqual(["/tokens: [", "  … 3 more", '  [3]: {"name":"n3","type":"T"}']);
  expect(lines[marked]).toBe('  [9]: {"name":"n9","type":"T"}');
  expect(lines.at(-2)).toBe("  … 4 more");
  const text = JSON.stringify({ long: "x".repeat(300_000), list: Array(20_000).fill(7), at: tokens });
  expect(excerptOf(text, "/long")?.lines.join("\n").length).toBeLessThan(1_000);
  expect(excerptOf("<html>", "/a")).toBeUndefined();
});

test.each([
  ["4.8-answers-200", ["contract"]],
  ["4.8-contract-of-that-name", []],
])("a failure of %s beside other requests explains missing records of %j", async (clauseId, endpoints) => {
  const response = responseOf("contract", 404, {});
  const caseViolation = { violation: duplicate, response, path: "" };
  const catalogue = await loadCatalogue();
  const explained = endpointsLosingRecords({ catalogue }, [{ clauseId, caseViolation }]);
  expect([...explained]).toStrictEqual(endpoints);
});
