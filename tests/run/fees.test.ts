// §4.4, §4.5, §7.4: why network fees are not found, and nothing is checked of a list without rows
import { expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import { behind } from "../network/front.ts";
import { testReference } from "../tools/own.ts";
import { checked } from "./check-reference.ts";

test.each([
  ["a list without rows", "4.4-token-id-gte", "the list has no rows"],
  ["a route that has no fees", "4.5-answers-200", "the service currently has no fees"],
])("%s is told", { timeout: 60_000 }, async (_, id, reason) => {
  const [told] = await checked({ variant: "empty" }, { only: [id], level: "smoke" });
  expect([told?.outcome, told?.commonReason ?? told?.reason]).toStrictEqual(["inconclusive", reason]);
});

test("no route for fees is told", { timeout: 60_000 }, async () => {
  const reference = await testReference();
  const missing = await (await fetch(`${reference.baseUrl}/no-such-path`)).text();
  const { baseUrl } = await behind(
    reference.baseUrl,
    (url) => url.includes("network/fees"),
    (response) => response.writeHead(404, { "content-type": "application/json" }).end(missing),
  );
  const { clauses } = await run({ baseUrl }, { only: ["4.5-answers-200"], level: "smoke", seed: 1 });
  expect(clauses.map(({ outcome, commonReason, reason }) => [outcome, commonReason ?? reason])).toStrictEqual(
    [
      [
        "inconclusive",
        "the service does not have this path: it gets the same error as a path that no service has",
      ],
    ],
  );
});
