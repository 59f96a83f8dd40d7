import { expect, test } from "vitest";
import { whyOnePage } from "../../specs/kit/lists/page-rules.ts";
import { examplePages } from "../../specs/examples/pages.ts";

test("the reason asks for a key of several rows if the known key selects one", () => {
  const pagedList = examplePages("tokenBalances", [[{ account: "0.0.2" }]]);
  const plan = { query: [["key", "ab"]], filters: [], selecting: 1 } as const;
  const told = whyOnePage({ plan, pagedList, names: { publicKey: "key" } });
  expect([told?.inconclusive, told?.remedy?.of]).toEqual([expect.stringContaining("several"), "publicKeys"]);
});
