// Responses that the cache returns, and responses that it evicts
import { expect, test } from "vitest";
import { sendOnce } from "../../engine/run/run-parts.ts";
import {
  type ApiRequest,
  type Expectation,
  requestTo,
  UnusableResponse,
} from "../../engine/model/exchange.ts";
import { responseOf } from "../../specs/examples/responses.ts";

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
    for (const expects of ["success", "open", "missing", "open"] as const) {
      await request(name, expects);
    }
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
  for (let count = 0; count < 1_999; count += 1) {
    await request(`name ${count}`);
  }
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
