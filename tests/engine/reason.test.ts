import { expect, test } from "vitest";
import { whyOnePage } from "../../specs/laws/lists/doubts.ts";
import { walkOf } from "../../specs/fixtures/walks.ts";

test("where a known key selects one row, it tells that a key of several is missing", () => {
  const walk = walkOf("tokenBalances", [[{ account: "0.0.2" }]]);
  const plan = { query: [["key", "ab"]], filters: [], selecting: 1 } as const;
  const told = whyOnePage({ plan, walk, names: { publicKey: "key" } });
  expect([told?.undecided, told?.remedy?.of]).toEqual([expect.stringContaining("several"), "publicKeys"]);
});
