import { expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { createHeaders } from "../../engine/http/headers.ts";
import { answer } from "../../specs/fixtures/answers.ts";

const target = {
  urls: {},
  headers: { status: {}, base: { Authorization: "Bearer secret", "X-Request-ID": "mine" }, verify: {} },
  parameters: {},
  samples: {},
};
const placeholders = { base: { Authorization: "Bearer $TOKEN" } };
const headers = createHeaders({ target, placeholders, userAgent: "suite/1", runId: "run" });

test("what is sent", () => {
  const usual = ["accept", "application/json", "accept-encoding", "identity", "user-agent", "suite/1"];
  expect(headers.of(call("statusSummary"), "run-1")).toStrictEqual([...usual, "x-request-id", "run-1"]);
  expect(headers.of(call("verify", { body: "{}" }), undefined)).toStrictEqual([
    ...usual,
    "content-type",
    "application/json",
  ]);
  expect(headers.of(call("tokens"), undefined)).toContain("Bearer secret");
  expect(headers.of(call("tokens", { bare: true }), undefined)).not.toContain("Bearer secret");
});

test("what a user configured stands, whatever the case of its name", () => {
  expect(headers.idOf("base", 1)).toBeUndefined();
  expect(headers.idOf("status", 1)).toBe("run-1");
  const own = {
    ...target,
    headers: { ...target.headers, base: { "User-Agent": "own", ACCEPT: "text/csv" } },
  };
  const sent = createHeaders({ target: own, userAgent: "suite/1" }).of(call("tokens"), undefined);
  expect(sent).toStrictEqual(["ACCEPT", "text/csv", "accept-encoding", "identity", "User-Agent", "own"]);
});

test("what a report shows: no configured value, and the request id", () => {
  const reply = { ...answer("tokens", 200, {}), requestId: "run-7" };
  const shown = headers.shown(reply);
  expect(shown).toMatchObject({
    Authorization: "Bearer $TOKEN",
    "user-agent": "suite/1",
    "x-request-id": "run-7",
  });
  expect(JSON.stringify(shown)).not.toContain("secret");
});
