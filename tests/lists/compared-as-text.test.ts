// Ids, balances and times that all have the same number of digits: a service that compares them as text is found.
import { describe, expect, test } from "vitest";
import { boundsOfOtherWidths } from "../../specs/kit/lists/filters.ts";
import { run } from "../../lib/run.ts";
import { serveSmallLedger, type SmallLedgerOptions } from "../tools/small-ledger.ts";
import { testServer } from "../tools/own.ts";
import { alarms, idsOf } from "../run/check-reference.ts";

const TIMEOUT = 120_000;

async function tested(options: SmallLedgerOptions, only: readonly string[], level: "smoke" | "standard") {
  const { url } = await testServer(serveSmallLedger(options));
  return (await run({ baseUrl: url }, { only: [...only], level, seed: 1 })).clauses;
}

describe("a service whose values all have the same number of digits", { timeout: TIMEOUT }, () => {
  test.each([
    ["token.id", "4.4-token-id-gt", "smoke"],
    ["token.id", "4.4-token-id-lte", "standard"],
    ["account.id", "4.3-account-id-lt", "smoke"],
    ["account.id", "4.4-account-id-gte", "standard"],
    ["account.balance", "4.3-balance-gte", "smoke"],
    ["timestamp", "4.3-timestamp-wider-bound", "smoke"],
    ["timestamp", "4.5-timestamp-wider-bound", "smoke"],
  ] as const)("compares %s as text: %s at %s", async (name, clause, level) => {
    const results = await tested({ asText: [name] }, [clause], level);
    expect(idsOf(results, "failed")).toEqual([clause]);
  });

  test("passes if it compares them as numbers", async () => {
    const results = await tested({}, ["4.3", "4.4", "4.5"], "smoke");
    expect(alarms(results)).toEqual([]);
  });
});

test.each([
  [
    ["0.0.1000", "0.0.1129"],
    ["0.0.999", "0.0.10000"],
  ],
  [
    ["0", "4000", "1129"],
    ["999", "10000"],
  ],
  [["0.0.7"], ["0.0.10"]],
  [["0.0.4294967295"], ["0.0.999999999"]],
])("of %j the bounds of other widths are %j", (values, bounds) => {
  const isBound = (value: string): boolean => value.slice(value.lastIndexOf(".") + 1).length <= 10;
  expect(boundsOfOtherWidths(values, { isBound }).map(({ value }) => value)).toEqual(bounds);
});
