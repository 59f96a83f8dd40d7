// Clauses that depend on the request before send theirs while no other request of the run is in flight
import { expect, test } from "vitest";
import { faults } from "../../reference/faults.ts";
import { checked } from "../run/check-reference.ts";

test.each([
  "fees-order-of-the-request-before",
  "tokens-order-of-the-request-before",
  "balances-order-of-the-request-before",
])(
  "%s: the order of the request before fails its clause beside all others",
  { timeout: 90_000 },
  async (fault) => {
    const { clause = "", endpoint = "" } = faults[fault] ?? {};
    const results = await checked({ fault }, { only: [endpoint], level: "smoke" });
    expect(results.find(({ id }) => id === clause)).toMatchObject({
      outcome: "failed",
      violations: [{ reproducible: true }],
    });
  },
);
