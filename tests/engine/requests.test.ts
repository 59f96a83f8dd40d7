import { describe, expect, test } from "vitest";
import { unusableReason, retryAfterMs } from "../../engine/http/upstream.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";
import { requestTo, type ApiRequest } from "../../engine/model/exchange.ts";
import { requestFields } from "../../engine/http/curl.ts";
import { sendOnce } from "../../engine/run/run-parts.ts";
import { exactBody, integerOf, readBody, excessiveBody } from "../../engine/message/body.ts";

test.each([
  ["0", 0],
  ["3", 3_000],
  [" 3 ", 3_000],
  ["Tue, 01 Jan 2030 00:00:05 GMT", 5_000],
  ["Tue, 01 Jan 2030 00:00:05 +0000", 5_000],
  ["Mon, 31 Dec 2029 23:59:00 GMT", 0],
  ["soon", 500],
  ["", 500],
  [undefined, 500],
])("Retry-After: %s waits %d ms", (field, milliseconds) => {
  expect(retryAfterMs(field, Date.parse("2030-01-01T00:00:00Z"))).toBe(milliseconds);
});

describe("the source of a response", () => {
  const limit = 10_000;

  test.each([
    [200, "{}"],
    [204, ""],
    [400, "{}"],
    [404, "<html>"],
    [500, "<html>"],
    [503, errorBodyOf("Not found")],
    [429, errorBodyOf("Invalid parameter: limit")],
    [502, errorBodyOf("Require at least 1/3 signature files to prove consensus, got 0 out of 3")],
  ])("%d with %j is the implementation's own", (status, body) => {
    expect(unusableReason(responseOf("tokens", status, body), limit)).toBeUndefined();
  });

  test.each([
    [[429], { kind: "busy" }],
    [[408, 502, 503, 504, 511, 522], { kind: "cut" }],
    [[301, 401, 403], { name: "UnusableResponse" }],
  ])("%j are a gateway's", (statuses, expected) => {
    const came = statuses.map((status) => responseOf("tokens", status, errorBodyOf("Too many")));
    expect(came.map((response) => unusableReason(response, limit))).toMatchObject(came.map(() => expected));
  });

  test("401 asks for credentials; 403 does not if other requests of the endpoint succeed", () => {
    const of = (status: number) =>
      unusableReason(responseOf("tokens", status, ""), limit, { otherResponded: true })?.why.remedy;
    expect([of(403), of(401)?.kind]).toStrictEqual([undefined, "giveCredentials"]);
    const malformed = responseOf("tokens", 403, "", { expects: "refusal" });
    expect(unusableReason(malformed, limit)?.why.remedy).toBeUndefined();
  });

  test("a status page that requires credentials violates its clause", () => {
    expect(unusableReason(responseOf("statusSummary", 401, "{}"), limit)).toBeUndefined();
  });
});

const configured = { status: {}, base: { Authorization: "Bearer secret" }, verify: {} };
const plainTarget = { urls: {}, headers: configured, parameters: {}, samples: {} };
const placeholders = { base: { Authorization: "Bearer $TOKEN" } };
type FieldSettings = Parameters<typeof requestFields>[1];
const settings: FieldSettings = { target: plainTarget, placeholders, userAgent: "suite/1" };
const sentFields = (request: ApiRequest, by = settings) =>
  requestFields(request, by).flatMap(([name, value]) => [name, value]);

test("headers that are sent", () => {
  const usual = ["accept", "application/json", "accept-encoding", "identity", "user-agent", "suite/1"];
  expect(sentFields(requestTo("statusSummary"))).toStrictEqual(usual);
  expect(sentFields(requestTo("verify", { body: "{}" }))).toStrictEqual([...usual, "content-type", usual[1]]);
  expect(sentFields(requestTo("tokens"))).toContain("Bearer secret");
  expect(sentFields(requestTo("tokens", { withoutUserHeaders: true }))).not.toContain("Bearer secret");
});

test("configured headers take precedence, ignoring case", () => {
  const base = { "User-Agent": "me", ACCEPT: "text/csv" };
  const own = { ...plainTarget, headers: { ...plainTarget.headers, base } };
  const fields = ["ACCEPT", "text/csv", "accept-encoding", "identity", "User-Agent", "me"];
  expect(sentFields(requestTo("tokens"), { ...settings, target: own })).toStrictEqual(fields);
});

/** Sends through a cache; `sent` has the names that were not cached. */
function remembering(rows: readonly object[] = []) {
  const sent: string[] = [];
  const send = sendOnce(async (request) => {
    sent.push(request.target);
    return await Promise.resolve({ ...responseOf("tokens", 200, { tokens: rows }), request });
  });
  return { sent, send: (name: string) => send(requestTo("tokens", { query: [["name", name]] })) };
}

test("the least recently used of many responses are evicted", async () => {
  const { sent, send } = remembering();
  await send("first");
  for (let count = 0; count < 1_999; count += 1) await send(`name ${count}`);
  for (const name of ["first", "one more", "first"]) await send(name);
  expect(sent).toHaveLength(2_001);
  await send("name 0");
  expect(sent).toHaveLength(2_002);
});

test("a body above 64 kB is not kept", async () => {
  const { sent, send } = remembering([{ name: "x".repeat(65_536) }]);
  await send("a");
  await send("a");
  expect(sent).toHaveLength(2);
});

const read = (text: string) => readBody(Buffer.from(text));

test.each<[string, string | Buffer, { value?: unknown; fault?: RegExp; faultAt?: string }]>([
  ["one value", ' {"ä":"€😀"}\n', { value: { ä: "€😀" } }],
  ["null", "null", { value: null }],
  ["a byte order mark", '\uFEFF{"a":1}', { value: { a: 1 }, fault: /byte order mark/ }],
  ["a page", " <!doctype html>", { fault: /HTML or XML/ }],
  ["blanks", " \r\n\t", { fault: /empty/ }],
  ["two values", "{}{}", { fault: /one well-/, faultAt: 'line 1, column 3 (byte offset 2), near "{}{}"' }],
  [
    "a comma before a brace",
    '{"a": 1,\n "b": 2,}',
    { fault: /one well-/, faultAt: 'line 2, column 9 (byte offset 17), near "… 1,\\n \\"b\\": 2,}"' },
  ],
  [
    "letters of two bytes",
    '["é數🚢",]',
    { fault: /one well-/, faultAt: 'line 1, column 9 (byte offset 13), near "[\\"é數🚢\\",]"' },
  ],
  [
    "a body that is cut",
    '{"tokens":[{"name":"a"',
    { fault: /well/, faultAt: 'line 1, column 23 (byte offset 22, the end), near "…[{\\"name\\":\\"a\\""' },
  ],
  [
    "Latin-1",
    Buffer.from('{"name":"Café"}', "latin1"),
    {
      value: { name: "Caf\uFFFD" },
      fault: /not UTF-8/,
      faultAt: 'line 1, column 13 (byte offset 12), near "{\\"name\\":\\"Caf�\\"}"',
    },
  ],
])("%s", (_name, text, { value, fault = /^$/, faultAt }) => {
  const body = readBody(Buffer.from(text));
  expect([body.value, body.faultAt]).toStrictEqual([value, faultAt]);
  expect(body.fault ?? "").toMatch(fault);
});

test.each([
  ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a form that is too long", [0x22, 0xc0, 0xaf, 0x22]],
])("%s is not UTF-8", (_name, bytes) => {
  expect(readBody(Uint8Array.from(bytes)).fault).toBe("not UTF-8");
});

test("the number of values and of elements is limited", () => {
  const excess = (text: string): string | undefined => excessiveBody(JSON.parse(text));
  const arrays = (count: number): string => `[${`[${"1,".repeat(99)}1],`.repeat(count)}1]`;
  expect([excess(arrays(490)), excess(`[${"1,".repeat(2_999)}1]`)]).toEqual([undefined, undefined]);
  expect(exactBody(read(`{"a":${"[".repeat(40_000)}${"]".repeat(40_000)},"a":1}`))).toBeUndefined();
  expect(() => read(`[${"[],".repeat(50_000)}1]`)).toThrow(/more than 50000 values/);
  expect(excess(arrays(510))).toMatch(/more than 50000 values/);
  expect(excess(`[{"a":[${"{},".repeat(3_000)}{}]}]`)).toMatch(/array of more than 3000 elements/);
});

test("duplicate members with different values are reported", () => {
  expect(exactBody(read('{"a":1,"b":{"c":1,"c":2},"a":2}'))?.duplicates).toStrictEqual(["c", "a"]);
  expect(exactBody(read('{"a":1,"__proto__":1,"__proto__":2,"a":1}'))?.duplicates).not.toContain("a");
});

test("the integer that a number denotes, in constant time", () => {
  const whole = { "-12": -12n, "1.0": 1n, "1.50e1": 15n, "1e2": 100n, "100e-2": 1n, "0.0": 0n, "-0": 0n };
  const ends = { "0e999999": 0n, "9223372036854775808": 2n ** 63n, "1.5": undefined, "0.1e-5": undefined };
  const all = { ...whole, ...ends, "no number": undefined };
  const found = Object.keys(all).map((written) => [written, integerOf(written)]);
  expect(Object.fromEntries(found)).toStrictEqual(all);
  const started = performance.now();
  expect(integerOf(`1e${"9".repeat(1_000)}`)).toBeGreaterThan(2n ** 64n);
  expect(integerOf(`-${"9".repeat(1_000_000)}`)).toBeLessThan(-(2n ** 64n));
  expect(integerOf(`${"9".repeat(100_000)}.${"0".repeat(100_000)}`)).toBeGreaterThan(2n ** 64n);
  expect(performance.now() - started).toBeLessThan(1_000);
});
