import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CODES } from "../../engine/model/codes.ts";
import { whyOnePage } from "../../specs/kit/lists/page-rules.ts";
import { examplePages } from "../../specs/examples/pages.ts";

test("the reason asks for a key that selects several rows if the known key selects one", () => {
  const pagedList = examplePages("tokenBalances", [[{ account: "0.0.2" }]]);
  const plan = { query: [["key", "ab"]], filters: [], filterCount: 1 } as const;
  const reason = whyOnePage({ plan, pagedList, names: { publicKey: "key" } });
  expect([reason?.reason, reason?.remedy?.of]).toEqual([expect.stringContaining("several"), "publicKeys"]);
});

test("the documentation lists the codes in the order of a run", () => {
  const text = readFileSync(new URL("../../docs/results.md", import.meta.url), "utf8");
  const [, table = ""] = /### Codes(.*?)### Remedies/s.exec(text) ?? [];
  const documented = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
  expect(documented).toEqual(Object.keys(CODES));
});
