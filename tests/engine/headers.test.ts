import { expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { createHeaders } from "../../engine/http/headers.ts";

const target = {
  urls: {},
  headers: { status: {}, base: { Authorization: "Bearer secret" }, verify: {} },
  parameters: {},
  samples: {},
};
const placeholders = { base: { Authorization: "Bearer $TOKEN" } };
const headers = createHeaders({ target, placeholders, userAgent: "suite/1" });

test("what is sent", () => {
  const usual = ["accept", "application/json", "accept-encoding", "identity", "user-agent", "suite/1"];
  expect(headers.of(call("statusSummary"))).toStrictEqual(usual);
  expect(headers.of(call("verify", { body: "{}" }))).toStrictEqual([
    ...usual,
    "content-type",
    "application/json",
  ]);
  expect(headers.of(call("tokens"))).toContain("Bearer secret");
  expect(headers.of(call("tokens", { bare: true }))).not.toContain("Bearer secret");
});

test("what a user configured stands, whatever the case of its name", () => {
  const own = {
    ...target,
    headers: { ...target.headers, base: { "User-Agent": "own", ACCEPT: "text/csv" } },
  };
  const sent = createHeaders({ target: own, userAgent: "suite/1" }).of(call("tokens"));
  expect(sent).toStrictEqual(["ACCEPT", "text/csv", "accept-encoding", "identity", "User-Agent", "own"]);
});

test("what a report shows: no configured value", () => {
  const shown = headers.shown(call("tokens"));
  expect(shown).toMatchObject({ Authorization: "Bearer $TOKEN", "user-agent": "suite/1" });
  expect(JSON.stringify(shown)).not.toContain("secret");
});
