import { expect, test } from "vitest";
import { requestTo } from "../../engine/model/exchange.ts";
import { testServer } from "../tools/own.ts";
import { request as apiRequest, REQUEST, outcomeOf, settingsOf, withClient } from "./client.ts";
import { response } from "./attacks/attack.ts";
import { EMPTY_PAGE, rawTarget, type Received, type Target } from "./targets.ts";

const page = response(EMPTY_PAGE);
const respondingTarget = (bytesFor: (request: Received) => Buffer): Promise<Target> =>
  testServer(rawTarget((socket, request) => socket.write(bytesFor(request))));

test.each([
  ["429 with seconds", 429, { "retry-after": "1" }, 1_000, 5_000],
  ["503 with a date", 503, { "retry-after": new Date(Date.now() + 1_500).toUTCString() }, 50, 5_000],
  ["429 for years, which is cut", 429, { "retry-after": "99999999999999999999" }, 400, 400],
])("%s: the suite waits, and then gets a response", async (_name, status, fields, least, retryAfterMs) => {
  const target = await respondingTarget(({ count }) =>
    count === 1 ? response("", fields, `${status} X`) : page,
  );
  const started = performance.now();
  expect(await apiRequest(target.url, { limits: { retryAfterMs } })).toBe("200 json");
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
  expect(await apiRequest(target.url, { headers: { authorization: "Bearer secret" } })).toMatch(came);
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
