// The last round: earlier requests are sent again, and what a cache or a counter left behind fails a clause
import { expect, test, vi } from "vitest";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { testReference } from "../tools/own.ts";
import { alarms, checked } from "./check-reference.ts";

vi.setConfig({ testTimeout: 90_000 });

test.each([
  "message-sequence-number-counts-requests",
  "message-text-of-a-cache-is-cut",
  "result-block-of-a-cache-is-another",
])("%s: a record that changed later fails its clause", async (fault) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint], level: "smoke" });
  const { outcome, violations = [] } = results.find(({ id }) => id === clause) ?? {};
  expect(outcome).toBe("failed");
  expect(violations[0]).toMatchObject({ reproducible: true });
});

test("a contract at a time in the past that changes is a warning", async () => {
  const { target } = await testReference({ variant: "contracts-change" });
  const { clauses, warnings } = await run(target, { only: ["contract"], level: "standard", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  expect(warnings.map(({ id }) => id)).toContain("contract-changed");
});
