// The last round: earlier requests are sent again, and what a cache or a counter left behind fails a clause
import { expect, test, vi } from "vitest";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { testReference } from "../tools/own.ts";
import { alarms, checked } from "./check-reference.ts";

vi.setConfig({ testTimeout: 90_000 });

const OVER_TIME = [
  "message-sequence-number-counts-requests",
  "message-text-of-a-cache-is-cut",
  "result-gas-used-counts-requests",
  "result-block-of-a-cache-is-another",
];

test.each(OVER_TIME)("%s: a record that changed later fails its clause", async (fault) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint], level: "smoke" });
  const { outcome, violations = [] } = results.find(({ id }) => id === clause) ?? {};
  expect(outcome).toBe("failed");
  expect(violations[0]).toMatchObject({ reproducible: true });
});

test.each([
  "message-sequence-number-differs-at-each-third-response",
  "result-amount-differs-at-each-third-response",
  "message-error-of-the-request-before",
  "result-nonce-of-the-request-before",
  "contract-timestamp-of-the-request-before",
  "fees-order-of-the-request-before-by-default",
  "fees-order-of-the-request-before-at-a-time",
])("%s: a response that depends on earlier requests fails its clause at smoke", async (fault) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint], level: "smoke" });
  expect(results.find(({ id }) => id === clause)).toMatchObject({ outcome: "failed" });
});

test.each([
  "message-cache-without-the-path",
  "result-cache-without-the-path",
  "tokens-limit-grows-after-sixty-requests",
])("%s: what shows only later fails its clause at standard", async (fault) => {
  const { clause = "", endpoint = "" } = faults[fault] ?? {};
  const results = await checked({ fault }, { only: [endpoint] });
  expect(results.find(({ id }) => id === clause)).toMatchObject({ outcome: "failed" });
});

test.each(["results-completed-later", "moving", "trading"])(
  "%s: values that were null and lists may change",
  async (variant) => {
    expect(alarms(await checked({ variant }, { level: "smoke" }))).toEqual([]);
  },
);

test("a contract at a time in the past that changes is a warning", async () => {
  const { target } = await testReference({ variant: "contracts-change" });
  const { clauses, warnings } = await run(target, { only: ["contract"], level: "standard", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  expect(warnings.map(({ id }) => id)).toContain("contract-changed");
});

test("the requests of the reference stay within the bounds at smoke", async () => {
  const { target } = await testReference({});
  const { clauses, requests } = await run(target, { level: "smoke", seed: 1 });
  expect(alarms(clauses)).toEqual([]);
  const unchanged = clauses.filter(({ id }) => id.endsWith("-unchanged"));
  expect(unchanged.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
  expect(requests).toBeLessThan(500);
});
