import { describe, expect, test } from "vitest";
import { unusableReason, retryAfterMs } from "../../engine/http/upstream.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";
import { createReuse } from "../../engine/clauses/reuse.ts";
import { UnusableResponse, recordingSender, requestTo } from "../../engine/model/exchange.ts";
import type { ApiRequest, Expectation, RequestSender } from "../../engine/model/exchange.ts";
import { requestFields } from "../../engine/http/curl.ts";
import { sendOnce } from "../../engine/run/run-parts.ts";

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

  test("503 with a documented error is the service's, any other 503 is a gateway's", () => {
    const reasonFor = (body: unknown) => unusableReason(responseOf("tokens", 503, body), limit)?.message;
    expect(reasonFor(errorBodyOf("Service unavailable"))).toBe(
      'status 503 from the service itself: "Service unavailable"',
    );
    expect(reasonFor("<html>")).toBe("status 503 from a gateway in front of the service");
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

// Responses that the cache returns, and responses that it evicts
/** Sends through a cache; `sent` has the targets that were not cached. */
function remembering(body: (request: ApiRequest) => unknown = () => ({ tokens: [] })) {
  const sent: string[] = [];
  const send = sendOnce(async (request) => {
    sent.push(request.target);
    return await Promise.resolve({ ...responseOf("tokens", 200, body(request)), request });
  });
  const request = (name: string, expects: Expectation = "success") =>
    send(requestTo("tokens", { query: [["name", name]], expects }));
  return { sent, request };
}

test("a repeated request is not sent again, even while the first is in flight", async () => {
  const { sent, request } = remembering();
  const [one, other] = await Promise.all([request("a"), request("a")]);
  expect([one, await request("a")]).toStrictEqual([other, other]);
  expect(sent).toHaveLength(1);
});

test("a success is the response to an equal request that expects something else, and an error is not", async () => {
  const { sent, request } = remembering(({ target }) => (target.endsWith("a") ? { tokens: [] } : {}));
  for (const name of ["a", "b"]) {
    for (const expects of ["success", "open", "missing", "open"] as const) await request(name, expects);
  }
  expect(sent.map((target) => target.at(-1))).toEqual(["a", "b", "b", "b"]);
});

test("a failed request is sent again", async () => {
  const { sent, request } = remembering(() => {
    throw new UnusableResponse("silent", { code: "timeOut", reason: "silence" });
  });
  await expect(request("a")).rejects.toThrow("silence");
  await expect(request("a")).rejects.toThrow("silence");
  expect(sent).toHaveLength(2);
});

test("the least recently used of many responses are evicted", async () => {
  const { sent, request } = remembering();
  await request("first");
  for (let count = 0; count < 1_999; count += 1) await request(`name ${count}`);
  await request("first");
  await request("one more");
  expect(sent).toHaveLength(2_001);
  await request("first");
  expect(sent).toHaveLength(2_001);
  await request("name 0");
  expect(sent).toHaveLength(2_002);
});

test("a body above 64 kB is not kept", async () => {
  const { sent, request } = remembering(() => ({ tokens: [{ name: "x".repeat(65_536) }] }));
  await request("a");
  await request("a");
  expect(sent).toHaveLength(2);
});

test("requests in flight that expect something else wait for the response, and are sent only after an error", async () => {
  const { sent, request } = remembering(({ target }) => (target.endsWith("a") ? { tokens: [] } : {}));
  const expectations = ["success", "open", "missing"] as const;
  await Promise.all(["a", "b"].flatMap((name) => expectations.map((expects) => request(name, expects))));
  expect(sent.filter((target) => target.endsWith("a"))).toHaveLength(1);
  expect(sent.filter((target) => target.endsWith("b"))).toHaveLength(3);
});

test("a result is reused only if the cache returns the responses from which it was derived", async () => {
  const send = (request: ApiRequest) => Promise.resolve({ ...responseOf("tokens", 200, "{}"), request });
  const cached = recordingSender(sendOnce(send));
  const reuse = createReuse<string>();
  const derive = (result: string) => async (sender: RequestSender) => {
    await sender.all([requestTo("tokens"), requestTo("networkFees")]);
    return result;
  };
  expect(await reuse(cached, "key", derive("first"))).toBe("first");
  expect(await reuse(cached, "key", derive("second"))).toBe("first");
  expect(await reuse(cached, "other key", derive("third"))).toBe("third");
  expect(cached.responses).toHaveLength(6);
  const repeating = recordingSender(send);
  expect(await reuse(repeating, "key", derive("fourth"))).toBe("fourth");
});
