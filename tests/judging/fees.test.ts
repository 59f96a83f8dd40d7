// §4.5, §7.4: why network fees are not found
import { expect, test } from "vitest";
import { judged } from "./judging.ts";

test.each([
  ["a route that has no fees", "empty", "the service has no fees at the moment"],
  [
    "no route",
    "hiero-mirror-node-0.152",
    "the same response as to /api/v1/network/fees/none/such: the service does not have this path",
  ],
])("network fees are not found: %s is told", { timeout: 60_000 }, async (_, variant, reason) => {
  const [fees] = await judged({ variant }, { only: ["4.5-answers-200"], level: "smoke" });
  expect(fees).toMatchObject({ outcome: "inconclusive", came: reason });
});
