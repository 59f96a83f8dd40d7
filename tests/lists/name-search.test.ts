// Interpretation 16: a search that returns every row of the list with its text was not cut
import { expect, test } from "vitest";
import { alarms, checked, idsOf } from "../run/check-reference.ts";

test("searches of equal length are compared with the list of all tokens", { timeout: 60_000 }, async () => {
  const only = ["4.4-name-order", "4.4-name-with-public-key"];
  const results = await checked({ variant: "names-equally-frequent" }, { level: "smoke", only });
  expect([alarms(results), idsOf(results, "passed")]).toStrictEqual([[], only]);
});

test("a search that may have been cut decides nothing", { timeout: 60_000 }, async () => {
  const results = await checked({ variant: "searches-cut-at-5" }, { only: ["tokens"] });
  expect(alarms(results)).toStrictEqual([]);
});
