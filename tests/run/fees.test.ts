// §4.4, §4.5, §7.4: why network fees are not found, and nothing is checked of a list without rows
import { expect, test } from "vitest";
import { checked } from "./check-reference.ts";

test.each([
  ["a list without rows", "empty", "4.4-token-id-gte", "the list has no rows"],
  ["a route that has no fees", "empty", "4.5-answers-200", "the service currently has no fees"],
  [
    "no route",
    "hiero-mirror-node-0.152",
    "4.5-answers-200",
    "the service does not have this path: it gets the same error as a path that no service has",
  ],
])("%s is told", { timeout: 60_000 }, async (_, variant, id, reason) => {
  const [told] = await checked({ variant }, { only: [id], level: "smoke" });
  expect([told?.outcome, told?.came ?? told?.reason]).toStrictEqual(["inconclusive", reason]);
});
