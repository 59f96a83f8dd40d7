// The clauses as tests of your own vitest: one run, one test per clause.
import { reference, run } from "ledger-conformance";
import { afterAll, expect, test } from "vitest";

// Put your own URL here; without one, the reference stands in for it.
const own = process.env["LEDGER_URL"];
const standIn = own === undefined ? await reference.start() : undefined;
const target = standIn?.target ?? { baseUrl: own ?? "" };

const result = await run(target, { level: "smoke", only: ["tokens", "networkFees"], seed: 1 });

test.for(result.clauses)("$id $statement", ({ outcome, reason, violations }, { skip }) => {
  if (outcome === "inconclusive" || outcome === "notExercised") {
    skip(reason);
  }
  expect(violations.map(({ message, pointer, curl }) => ({ message, pointer, curl }))).toStrictEqual([]);
});

test("the run came to its end", () => {
  expect(result).not.toHaveProperty("reason");
});

afterAll(async () => {
  await standIn?.close();
});
