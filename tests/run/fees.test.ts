// §4.4, §4.5, §7.4: why network fees are not found, and nothing is checked of a list without rows
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import { listening } from "../tools/listening.ts";
import { testReference, testServer } from "../tools/own.ts";
import { checked } from "./check-reference.ts";

test.each([
  ["a list without rows", "4.4-token-id-gte", "the list has no rows"],
  ["a route that has no fees", "4.5-answers-200", "the service currently has no fees"],
])("%s is told", { timeout: 60_000 }, async (_, id, reason) => {
  const [told] = await checked({ variant: "empty" }, { only: [id], level: "smoke" });
  expect([told?.outcome, told?.commonReason ?? told?.reason]).toStrictEqual(["inconclusive", reason]);
});

test("no route for fees is told", { timeout: 60_000 }, async () => {
  const { baseUrl } = await testReference();
  const proxy = createServer(({ url = "" }, response) => {
    const path = url.replace("network/fees", "no-such-path");
    void fetch(new URL(path, baseUrl)).then(async (came) => {
      response.writeHead(came.status, { "content-type": "application/json" }).end(await came.text());
    });
  });
  const { port } = await testServer(listening(proxy));
  const target = { baseUrl: `http://127.0.0.1:${port}/ledger` };
  const { clauses } = await run(target, { only: ["4.5-answers-200"], level: "smoke", seed: 1 });
  expect(clauses.map(({ outcome, commonReason, reason }) => [outcome, commonReason ?? reason])).toStrictEqual(
    [
      [
        "inconclusive",
        "the service does not have this path: it gets the same error as a path that no service has",
      ],
    ],
  );
});
