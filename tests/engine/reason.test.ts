import { expect, test } from "vitest";
import { noEffect } from "../../engine/discovery/parameter-probe.ts";
import { whyOnePage } from "../../specs/laws/lists/doubts.ts";
import { walkOf } from "../../specs/fixtures/walks.ts";
import { answer, errorBody } from "../../specs/fixtures/answers.ts";

test("an assumed name that takes no value is told as such, and not as one without effect", () => {
  const refusal = answer("tokens", 400, errorBody("Invalid parameter: limit"), { query: [["limit", "1"]] });
  expect(noEffect("tokens.limit", "limit").message).toContain('"limit" shows no effect');
  expect(noEffect("tokens.limit", "limit", refusal).message).toMatch(
    /"limit" does not take a value: status 400 with the error "Invalid parameter: limit".* \(request: GET "\/api\/v1\/tokens\?limit=1"\)$/,
  );
});

test("where a known key selects one row, it tells that a key of several is missing", () => {
  const walk = walkOf("tokenBalances", [[{ account: "0.0.2" }]]);
  const plan = { query: [["key", "ab"]], filters: [], selecting: 1 } as const;
  const told = whyOnePage({ plan, walk, names: { publicKey: "key" } });
  expect(told).toMatchObject({
    undecided: expect.stringContaining("several accounts"),
    remedy: { of: "publicKeys" },
  });
});
