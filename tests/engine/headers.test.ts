import { expect, test } from "vitest";
import { type ApiRequest, requestTo } from "../../engine/model/exchange.ts";
import { requestFields } from "../../engine/http/curl.ts";

const target = {
  urls: {},
  headers: { status: {}, base: { Authorization: "Bearer secret" }, verify: {} },
  parameters: {},
  samples: {},
};
const placeholders = { base: { Authorization: "Bearer $TOKEN" } };
const settings: Parameters<typeof requestFields>[1] = { target, placeholders, userAgent: "suite/1" };
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
  const own = { ...target, headers: { ...target.headers, base: { "User-Agent": "me", ACCEPT: "text/csv" } } };
  const fields = ["ACCEPT", "text/csv", "accept-encoding", "identity", "User-Agent", "me"];
  expect(sentFields(requestTo("tokens"), { ...settings, target: own })).toStrictEqual(fields);
});
