// A violation that one response proves fails its clause at once, and the report says how often it was seen
import { afterAll, expect, test, vi } from "vitest";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { ownReference } from "../tools/own.ts";
import { changed, closeChanged } from "./editing-proxy.ts";
import { checked } from "./check-reference.ts";

vi.setConfig({ testTimeout: 60_000 });
afterAll(closeChanged);

const ONCE = [
  "tokens-limit-exceeded-once",
  "tokens-order-refused-once",
  "balances-account-id-overlooked-once",
];

test.each(ONCE)("%s: a single response fails the clause", async (fault) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint], level: "smoke" });
  const { outcome, violations = [] } = results.find(({ id }) => id === clause) ?? {};
  expect([outcome, violations.length]).toEqual(["failed", 1]);
  expect(violations[0]).toMatchObject({ seen: { responses: 1 }, reproducible: false });
});

test("a record that is missing once fails no clause", async () => {
  let met = 0;
  const once = await changed(await ownReference(), /topics\/messages/, (body) =>
    (met += 1) === 4 ? undefined : body,
  );
  const { clauses } = await run(once, { only: ["topicMessage"], level: "smoke", seed: 1 });
  expect(clauses.filter(({ outcome }) => outcome === "failed")).toEqual([]);
});

test("a service that refuses a percent-encoded colon gets a warning and no failure", async () => {
  const { target } = await ownReference({ variant: "encoded-colon-refused" });
  const { clauses, warnings } = await run(target, {
    only: ["tokens", "tokenBalances"],
    level: "smoke",
    seed: 1,
  });
  expect(clauses.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(warnings.map(({ id, endpoint }) => [id, endpoint])).toEqual([
    ["encoded-operators", "tokens"],
    ["encoded-operators", "tokenBalances"],
  ]);
});
