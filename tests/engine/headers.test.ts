import { expect, test } from "vitest";
import { type Ask, call } from "../../engine/model/exchange.ts";
import { fieldsFor } from "../../engine/http/curl.ts";

const target = {
  urls: {},
  headers: { status: {}, base: { Authorization: "Bearer secret" }, verify: {} },
  parameters: {},
  samples: {},
};
const placeholders = { base: { Authorization: "Bearer $TOKEN" } };
const settings: Parameters<typeof fieldsFor>[1] = { target, placeholders, userAgent: "suite/1" };
const sent = (ask: Ask, by = settings) => fieldsFor(ask, by).flatMap(([name, value]) => [name, value]);

test("what is sent", () => {
  const usual = ["accept", "application/json", "accept-encoding", "identity", "user-agent", "suite/1"];
  expect(sent(call("statusSummary"))).toStrictEqual(usual);
  expect(sent(call("verify", { body: "{}" }))).toStrictEqual([...usual, "content-type", "application/json"]);
  expect(sent(call("tokens"))).toContain("Bearer secret");
  expect(sent(call("tokens", { bare: true }))).not.toContain("Bearer secret");
});

test("what a user configured stands, whatever the case of its name", () => {
  const own = {
    ...target,
    headers: { ...target.headers, base: { "User-Agent": "own", ACCEPT: "text/csv" } },
  };
  const fields = ["ACCEPT", "text/csv", "accept-encoding", "identity", "User-Agent", "own"];
  expect(sent(call("tokens"), { ...settings, target: own })).toStrictEqual(fields);
});

test("what a report shows: no configured value", () => {
  const shown = fieldsFor(call("tokens"), settings).map(([name, , told]) => `${name}: ${told}`);
  expect(shown).toEqual(expect.arrayContaining(["Authorization: Bearer $TOKEN", "user-agent: suite/1"]));
  expect(JSON.stringify(shown)).not.toContain("secret");
});
