// Malformed JSON in place of a success
import { describe, expect, test } from "vitest";
import { requestTo } from "../../engine/model/exchange.ts";
import { check } from "../../lib/index.ts";
import { type Endpoint, ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { HOST, openBench } from "./har.ts";

const { ofHar } = openBench();

const PATHS: Readonly<Partial<Record<Endpoint, { readonly path: string }>>> = {
  tokenBalances: { path: "0.0.5" },
  topicMessage: { path: "1.5" },
  contractResult: { path: "0.0.5-1-1" },
  contract: { path: "0.0.5" },
};
const POSTED = JSON.stringify({ address: `0x${"a".repeat(40)}`, chainId: "1" });

const urlOf = (endpoint: Endpoint): string => HOST + requestTo(endpoint, PATHS[endpoint] ?? {}).target;
const entryOf = (endpoint: Endpoint, body: string) => {
  const { method } = operations[endpoint];
  return { url: urlOf(endpoint), method, body, ...(method === "POST" ? { posted: POSTED } : {}) };
};

describe.each(ENDPOINT_NAMES)("malformed JSON with the members of a success, of %s", (endpoint) => {
  // A verification without entries may be an error in a form of its own.
  const malformed = JSON.stringify(SUCCESS[endpoint]).replace("[]", "[0]").replace(/\}$/, ",}");
  const id = `${operations[endpoint].section}-json-body`;
  const faultAt: unknown = expect.stringMatching(/^line 1, column \d+ \(byte offset \d+/);

  test("fails in a recording, alone and beside a success", async () => {
    for (const others of [[], [entryOf(endpoint, JSON.stringify(SUCCESS[endpoint]))]]) {
      const seen = await ofHar([entryOf(endpoint, malformed), ...others]);
      expect(seen.code).toBe(1);
      expect(seen.clause(id)).toMatchObject({ outcome: "failed", violations: [{ faultAt }] });
    }
  });

  test("fails in a check, with and without its request", async () => {
    const request = {
      url: urlOf(endpoint),
      ...(operations[endpoint].service === "verify" && { body: POSTED }),
    };
    for (const violations of [
      await check(new Response(malformed), endpoint, request),
      await check(new Response(malformed), endpoint),
    ]) {
      expect(violations).toContainEqual(expect.objectContaining({ clause: id, faultAt }));
    }
  });
});

test.each([
  ["text", "no such contract"],
  ["an error", '{"error":"contract_id",}'],
  ["an error in a form of its own", '{"message":"no such contract","detail":{"contract_id":"0.0.5"},}'],
])("malformed JSON where the contract shows no error body is not checked: %s", async (_name, body) => {
  const seen = await ofHar([entryOf("contract", body)]);
  expect([seen.code, seen.clause("4.8-json-body")?.outcome]).toStrictEqual([2, "notTested"]);
});
