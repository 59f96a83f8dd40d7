// Requests and their rate, the source of a response, the cache, and bodies
import { describe, expect, test } from "vitest";
import { unusableReason, retryAfterMs } from "../../engine/http/upstream.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";
import { requestTo, type ApiRequest } from "../../engine/model/exchange.ts";
import { requestFields } from "../../engine/http/curl.ts";
import { sendOnce } from "../../engine/run/run-parts.ts";
import { exactBody, readBody, excessiveBody } from "../../engine/message/body.ts";
import { TokenBucket } from "../../engine/pacing/token-bucket.ts";
import { mostInASecond } from "../hostile/meter.ts";
import { Concurrency } from "../../engine/pacing/semaphore.ts";

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
  for (const name of ["a", "a"]) await send(name);
  expect(sent).toHaveLength(2);
});

const read = (text: string) => readBody(Buffer.from(text));

const LATIN = Buffer.from('["é"]', "latin1");
test.each<[string, string | Buffer, unknown, RegExp, string?]>([
  ["one value", ' {"ä":"€😀"}\n', { ä: "€😀" }, /^$/],
  ["null", "null", null, /^$/],
  ["a byte order mark", '\uFEFF{"a":1}', { a: 1 }, /byte order mark/],
  ["a page", " <!doctype html>", undefined, /HTML or XML/],
  ["blanks", " \r\n\t", undefined, /empty/],
  ["two values", "{}{}", undefined, /single well-/, '1, column 3 (byte offset 2), near "{}{}"'],
  ["a comma", "[1,\n2,]", undefined, /well/, '2, column 3 (byte offset 6), near "[1,\\n2,]"'],
  ["long letters", '["é數🚢",]', undefined, /well/, '1, column 9 (byte offset 13), near "[\\"é數🚢\\",]"'],
  ["an end", '[{"a":1', undefined, /well/, '1, column 8 (byte offset 7, the end), near "[{\\"a\\":1"'],
  ["Latin-1", LATIN, ["\uFFFD"], /UTF/, '1, column 3 (byte offset 2), near "[\\"�\\"]"'],
])("the body is read: %s", (_name, text, value, fault, at) => {
  const body = readBody(Buffer.from(text));
  expect([body.value, body.faultAt]).toStrictEqual([value, at && `line ${at}`]);
  expect(body.fault ?? "").toMatch(fault);
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

/** Starts requests for some seconds of simulated time; `delay` returns the latency of each. */
function starts(rate: TokenBucket, seconds: number, delay: (index: number) => number = () => 0) {
  const sent: number[] = [];
  const expected: number[] = [];
  let started = 0;
  const sendScheduled = (now: number): void => {
    expected.sort((a, b) => a - b);
    for (; (expected[0] ?? Number.POSITIVE_INFINITY) <= now; expected.shift()) {
      rate.countSent(now);
      sent.push(now);
    }
  };
  for (let now = 1; now < seconds * 1_000; now += 1) {
    sendScheduled(now);
    for (; rate.delayMs(now) <= 0; started += 1) {
      rate.countStart(now);
      expected.push(now + delay(started));
      sendScheduled(now);
    }
  }
  return sent;
}

/** The first requests wait for new connections. */
const delayed = (index: number): number => (index < 8 ? 300 : 0);

test.each([
  [1, undefined],
  [2.5, undefined],
  [20, undefined],
  [250, undefined],
  [20, delayed],
])("a rate of %d requests per second is kept in every second", (rps, delay) => {
  const sent = starts(new TokenBucket(rps), 5, delay);
  expect(mostInASecond(sent)).toBeLessThanOrEqual(rps);
  expect(sent.length).toBeGreaterThan(Math.floor(rps) * 5 * 0.8 - 1);
});

test("a rate sends nothing during Retry-After, and then slows down", () => {
  const rate = new TokenBucket(undefined);
  for (let now = 1; now <= 1_000; now += 10) rate.countStart(now);
  rate.backOff(1_000, 500);
  expect(rate.delayMs(1_200)).toBeCloseTo(300);
  expect(rate.delayMs(1_500)).toBe(0);
  Array.from({ length: 5 }).forEach(() => rate.countStart(1_500));
  expect(rate.delayMs(1_500)).toBeGreaterThan(5);
  Array.from({ length: 1_000 }).forEach(() => rate.countServed());
  expect(rate.delayMs(2_000)).toBe(0);
});

test("a rate is never exceeded after a back-off", () => {
  const rate = new TokenBucket(0.5);
  rate.countStart(1);
  rate.countSent(1);
  rate.backOff(1, 10);
  rate.countStart(3_000);
  rate.countSent(3_000);
  expect(rate.delayMs(4_900)).toBeGreaterThan(0);
});

test("the number of requests in flight halves once for requests that were rejected together, never falls below one, and rises again", () => {
  const concurrency = new Concurrency(16);
  concurrency.countRejected(10, 20);
  concurrency.countRejected(15, 21);
  expect(concurrency.limit).toBe(8);
  [20, 30, 40, 50].forEach((time) => concurrency.countRejected(time, time + 1));
  expect(concurrency.limit).toBe(1);
  Array.from({ length: 9_999 }).forEach(() => concurrency.countServed());
  expect(concurrency.limit).toBe(16);
});
