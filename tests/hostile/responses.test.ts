import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test, beforeAll } from "vitest";
import { outcomeAt, REQUEST, outcomeOf, settingsOf, withClient, checked, type Changes } from "./client.ts";
import { response, CHUNKED, type Act, honestly, say } from "./attacks/attack.ts";
import { testServer } from "../tools/own.ts";
import { EMPTY_PAGE as PAGE, rawTarget, EMPTY_PAGE, type Received, type Target } from "./client.ts";
import { requestTo } from "../../engine/model/exchange.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { startAttacker } from "./attacks/server.ts";

const MEBI = 1_048_576;
const serving = async (act: (socket: Parameters<Act>[0], count: number) => void): Promise<string> =>
  (await testServer(rawTarget((socket, { count }) => act(socket, count)))).url;

const outcomeOfBytes = async (bytes: Buffer | string): Promise<string> =>
  await outcomeAt(await serving((socket) => void socket.write(bytes)), { limits: { requestMs: 20_000 } });

test.each<[string, string | Buffer, RegExp]>([
  ["100 KB of header fields", response("{}", { x: "x".repeat(100_000) }), /: the header fields are/],
  ["early hints", `HTTP/1.1 103 Early Hints\r\n\r\n${response("{}").toString()}`, /^200 json$/],
  ["50 MB", response("[".repeat(50 * MEBI)), /longer than 2 MiB \(2,097,152 bytes\)/],
  ["a million pieces", `${CHUNKED}${"1\r\n \r\n".repeat(1_000_000)}0\r\n\r\n`, /^200 an empty body$/],
  [
    "too short a length",
    response(PAGE, { "content-length": "10" }),
    /^200 a body that is not a single well-formed JSON value$/,
  ],
  ["40,000 levels", response("[".repeat(40_000) + "]".repeat(40_000)), /nested deeper than 1000 levels$/],
])("%s", async (_what, bytes, came) => {
  expect(await outcomeOfBytes(bytes)).toMatch(came);
});

test.each([
  ["behind text that is not HTTP", "SSH-2.0-OpenSSH_9.9\r\n", /^UnusableResponse: the response is not HTTP/],
  ["within the head", "HTTP/1.1 200 OK\r\ncontent-ty", /before the response began$/],
  ["within the body", 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"', /after 4 bytes of the body$/],
  ["within a chunk", `${CHUNKED}9\r\n{"a"`, /after 4 bytes of the body$/],
  ["behind a whole body without a length", `HTTP/1.0 200 OK\r\n\r\n${PAGE}`, /^200 json$/],
  ["before a body without a length", "HTTP/1.0 200 OK\r\n\r\n", /after 0 bytes of the body$/],
])("an end %s", async (_where, begun, came) => {
  const url = await serving((socket) => void socket.end(begun));
  expect(await outcomeAt(url, { limits: { requestMs: 1_000 } })).toMatch(came);
});

test("connections that are closed at random lose no response", async () => {
  const url = await serving((socket, count) => {
    const close = (count * 7) % 5 < 2;
    if (close && count % 3 === 0) {
      socket.destroy();
    } else {
      socket.write(response(PAGE), () => (close ? socket.destroy() : undefined));
    }
  });
  await withClient(settingsOf(url, { limits: { retries: 3 } }), async (client) => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcomeOf(client.send(REQUEST))));
    expect(new Set(outcomes)).toStrictEqual(new Set(["200 json"]));
    expect(client.requests()).toBeGreaterThan(outcomes.length);
  });
});

test("consecutive large responses are read up to the bound of a run", async () => {
  const large = response(`"${"x".repeat(7 * MEBI)}"`);
  const url = await serving((socket) => void socket.write(large));
  const limits = { requestMs: 20_000, responseBytes: 8 * MEBI };
  await withClient(settingsOf(url, { concurrency: 1, limits }), async (client) => {
    const outcomes = [];
    for (let count = 0; count < 8; count += 1) outcomes.push(await outcomeOf(client.send(REQUEST)));
    expect(outcomes[5]).toBe("200 json");
    expect(outcomes[7]).toMatch(/^UnusableResponse: .*the run has reached its limit/);
  });
});

const plain = Buffer.from(PAGE);
test.each<[string, Buffer, RegExp]>([
  ["gzip", gzipSync(plain), /^200 json$/],
  ["br", brotliCompressSync(plain), /^200 json$/],
  ["deflate", deflateSync(plain), /^200 json$/],
  ["Deflate", deflateRawSync(plain), /^200 json$/],
  ["gzip, identity, br", brotliCompressSync(gzipSync(plain)), /^200 json$/],
  ["gzip", gzipSync(Buffer.alloc(200 * MEBI, 32)), /longer than 2 MiB \(2,097,152 bytes\) after decoding/],
  ["br", brotliCompressSync(Buffer.alloc(32 * MEBI, 32)), /after decoding, the limit for one response$/],
  ["gzip", plain, /^200 a body that cannot be decoded as gzip$/],
  ["gzip", gzipSync(plain).subarray(0, 25), /^200 a body that cannot be decoded as gzip$/],
  ["zstd", plain, /content-encoding "zstd", which the request did not accept/],
  ["constructor", plain, /content-encoding "constructor", which the request did not accept/],
  ["gzip,gzip,gzip,gzip", plain, /4 nested content-encodings/],
])("content codings: %s", async (coding, body, came) => {
  expect(await outcomeOfBytes(response(body, { "content-encoding": coding }))).toMatch(came);
});

const page = response(EMPTY_PAGE);
const respondingTarget = (bytesFor: (request: Received) => Buffer): Promise<Target> =>
  testServer(rawTarget((socket, request) => socket.write(bytesFor(request))));

test.each([
  ["429 with seconds", 429, () => "1", 1_000, 5_000],
  ["503 with a date", 503, () => new Date(Date.now() + 1_500).toUTCString(), 50, 5_000],
  ["429 for years, which is cut", 429, () => "99999999999999999999", 400, 400],
])("%s: the suite waits, and then gets a response", async (_name, status, after, least, retryAfterMs) => {
  const busy = response("", { "retry-after": after() }, `${status} X`);
  const target = await respondingTarget(({ count }) => (count === 1 ? busy : page));
  const started = performance.now();
  expect(await outcomeAt(target.url, { limits: { retryAfterMs } })).toBe("200 json");
  expect(performance.now() - started).toBeGreaterThanOrEqual(least - 5);
  expect(target.received).toHaveLength(2);
});

test.each([
  [502, /^UnusableResponse: status 502 from a gateway in front of the service$/, 2],
  [308, /status 308 \(to "http:.*redirects are not followed/, 1],
  [401, /the service does not accept the configured headers/, 1],
])("%d: no request is sent to another host", async (status, came, requests) => {
  const other = await respondingTarget(() => page);
  const target = await respondingTarget(() =>
    response("<html>", { location: `${other.url}/api/v1/tokens` }, `${status} X`),
  );
  expect(await outcomeAt(target.url, { headers: { authorization: "Bearer secret" } })).toMatch(came);
  expect(target.received).toHaveLength(requests);
  expect(other.received).toHaveLength(0);
});

test("a documented error of the service is a response if other requests succeed", async () => {
  const own = response('{"_status":{"messages":[{"message":"Service unavailable"}]}}', {}, "503 X");
  const broken = requestTo("tokens", { query: [["order", "desc"]] });
  let isUp = true;
  const target = await respondingTarget(({ path }) => (isUp && !path.includes("desc") ? page : own));
  const unusable = 'UnusableResponse: status 503 from the service itself: "Service unavailable"';
  await withClient(settingsOf(target.url), async (client) => {
    expect(await outcomeOf(client.send(broken))).toBe(unusable);
    expect(await outcomeOf(client.send(REQUEST))).toBe("200 json");
    expect(await outcomeOf(client.send(broken))).toBe("503 json");
    isUp = false;
    expect(await outcomeOf(client.send(broken))).toBe(unusable);
  });
});

const SHORT = { requestMs: 10_000, retries: 1, outageMs: 700, retryAfterMs: 100 };
/** Endpoints of two services: more would only take time. */
const few = (endpoint: Endpoint): boolean => /^(networkFees|topicMessage|statusSummary)$/.test(endpoint);
let honest: readonly ClauseResult[];

beforeAll(async () => {
  honest = (await checkedAt(honestly)).clauses;
});

async function checkedAt(act: Act, changes: Changes = { limits: SHORT }) {
  const attacker = await startAttacker(act);
  try {
    return await checked(attacker.target, changes, few);
  } finally {
    await attacker.close();
  }
}

const outcomeLines = (clauses: readonly ClauseResult[]): readonly string[] =>
  clauses.map(({ id, outcome }) => `${id} ${outcome}`).toSorted();

const TOO_LONG = response("[".repeat(3 * MEBI));

test.each<[string, Act, RegExp]>([
  ["stops responding ends the run early", (socket) => void socket.destroy(), / service stopped responding: /],
  ["begins to return too much is tested to the end", say(TOO_LONG), /^undefined$/],
])("a target that %s", async (_what, act, reason) => {
  let requests = 0;
  const { stopped, seconds } = await checkedAt((socket, incoming) => {
    requests = incoming.count;
    return (incoming.count > 20 ? act : honestly)(socket, incoming);
  });
  expect(String(stopped)).toMatch(reason);
  expect(seconds).toBeLessThan(30);
  expect(requests).toBeLessThan(600);
});

test("a target that is down for a moment is tested as usual", async () => {
  let back = Number.POSITIVE_INFINITY;
  const away: Act = (socket, incoming) => {
    back = incoming.count === 60 ? performance.now() + 600 : back;
    const isAway = incoming.count >= 60 && performance.now() < back;
    return isAway ? void socket.destroy() : honestly(socket, incoming);
  };
  const { stopped, clauses } = await checkedAt(away, { limits: { ...SHORT, retries: 3, outageMs: 5_000 } });
  expect(stopped).toBeUndefined();
  expect(outcomeLines(clauses)).toStrictEqual(outcomeLines(honest));
});
