// §4.3, §4.4, §4.5: what becomes of the parameters whose names are assumed
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { startReference, type ReferenceOptions } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";

const LISTS = new Set(["tokens", "tokenBalances", "networkFees"]);
const catalogue = await loadCatalogue();
const ids = catalogue.clauses.flatMap(({ id, endpoint }) => (LISTS.has(endpoint) ? [id] : []));

/** What a run says of clauses of the lists where the target file names no parameter. */
async function judged(
  options: ReferenceOptions,
  clauseIds: readonly string[] = ids,
): Promise<readonly ClauseResult[]> {
  const reference = await startReference(options);
  try {
    const settings = plainSettings(reference.target, "standard", 1, clauseIds);
    const nameless = { ...settings, target: { ...settings.target, parameters: {} } };
    const journal = await runAll(nameless, catalogue);
    return journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
  } finally {
    await reference.close();
  }
}

function idsOf(results: readonly ClauseResult[], outcome: ClauseResult["outcome"]): readonly string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

describe("an assumed name that the service knows is judged", () => {
  test("in every clause of the honest reference", { timeout: 90_000 }, async () => {
    expect(idsOf(await judged({}), "pass")).toHaveLength(ids.length);
  });

  test.each([
    ["tokens-limit-1-refused", "4.4-limit-accepted"],
    ["balances-limit-1-refused", "4.3-limit-accepted"],
    ["tokens-order-asc-refused", "4.4-order-accepted"],
    ["balances-order-asc-refused", "4.3-order-accepted"],
    ["fees-order-asc-refused", "4.5-order-accepted"],
    ["fees-timestamp-lte-refused", "4.5-timestamp-accepted"],
    ["fees-timestamp-ten-digits-refused", "4.5-timestamp-accepted"],
    ["balances-account-id-bare-refused", "4.3-account-id-accepted"],
    ["balances-balance-ten-digits-refused", "4.3-balance-accepted"],
    ["tokens-status-201-by-name", "4.4-success-status"],
    ["tokens-status-203-by-key", "4.4-success-status"],
    ["balances-status-201-at-a-time", "4.3-success-status"],
    ["balances-status-206-by-amount", "4.3-success-status"],
    ["fees-an-accident-at-a-time-under-desc", "4.5-order-at-time"],
  ])("%s fails %s", async (fault, clause) => {
    const section = clause.slice(0, "4.4-".length);
    const same = clause.endsWith("-status") ? ids.filter((id) => id.startsWith(section)) : [clause];
    expect(idsOf(await judged({ fault }, same), "fail")).toContain(clause);
  });
});

describe("an assumed name that the service does not know fails nothing", () => {
  test.each([
    ["other-parameter-names", /the assumed name "\w+" has no effect/],
    ["other-names-alone", /the assumed name "\w+" does not take a value: status 400 .*Invalid parameter/],
  ])("on %s, and the reason is true", async (variant, reason) => {
    const results = await judged({ variant });
    expect(idsOf(results, "fail")).toEqual([]);
    const limit = results.find(({ id }) => id === "4.4-limit-accepted");
    expect(limit).toMatchObject({ outcome: "inconclusive", reason: expect.stringMatching(reason) });
  });
});
