// Pages of a list: faults on late pages only, and the reasons if links show nothing.
import { describe, expect, test } from "vitest";
import { adviceFor } from "../../reports/words/advice.ts";
import { run } from "../../lib/run.ts";
import { alarms, idsOf } from "../run/check-reference.ts";
import { testServer } from "../tools/own.ts";
import { serveSmallLedger, type SmallLedgerOptions } from "../tools/small-ledger.ts";

const TIMEOUT = 120_000;

async function tested(options: SmallLedgerOptions, only: readonly string[]) {
  const { url } = await testServer(serveSmallLedger(options));
  return (await run({ baseUrl: url }, { only: [...only], level: "standard", seed: 1 })).clauses;
}

describe("pages of one row", { timeout: TIMEOUT }, () => {
  test.each([4, 10, 25])("fails if page %i repeats the row of the page before", async (number) => {
    const page: SmallLedgerOptions["page"] = (plain, { rows, from, limit }) =>
      limit === 1 && from === number - 1 ? { ...plain, rows: rows.slice(from - 1, from) } : plain;
    const results = await tested({ page }, ["4.1-tokens-no-row-twice", "4.1-balances-no-row-twice"]);
    expect(idsOf(results, "failed")).toEqual(["4.1-tokens-no-row-twice", "4.1-balances-no-row-twice"]);
  });

  test.each([4, 25])("fails if a row after page %i is missing", async (number) => {
    const page: SmallLedgerOptions["page"] = (plain, { from, limit }) =>
      limit === 1 && from === number - 1 ? { ...plain, next: from + 2 } : plain;
    const results = await tested({ page }, ["4.1-tokens-next-rows", "4.1-balances-next-rows"]);
    expect(idsOf(results, "failed")).toEqual(["4.1-tokens-next-rows", "4.1-balances-next-rows"]);
  });
});

test(
  "links without a limit leave a clause inconclusive, and ask for nothing",
  { timeout: TIMEOUT },
  async () => {
    const results = await tested({ opaqueLinks: true }, ["4.1"]);
    expect(alarms(results)).toEqual([]);
    const [limits] = results.filter(({ id }) => id === "4.1-tokens-next-keeps-limit");
    expect(limits).toMatchObject({
      outcome: "inconclusive",
      reason: expect.stringMatching(/has no visible limit/),
    });
    expect(limits && adviceFor(limits).text).toBe("Nothing to do: the contract allows this behaviour");
  },
);
