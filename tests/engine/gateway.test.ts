import { describe, expect, test } from "vitest";
import { unusableReason, retryAfterMs } from "../../engine/http/upstream.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";

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
