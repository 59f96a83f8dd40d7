import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { startReference } from "../../reference/server.ts";
import { variants } from "../../reference/variants.ts";
import { plainSettings } from "../../engine/target/settings.ts";

const SEED = 20_260_101;
const catalogue = await loadCatalogue();
const all = catalogue.clauses.map(({ id }) => id);

/** What a standard run against a variant of the reference says of each clause. */
async function judged(variant: string | undefined, seed = SEED): Promise<readonly ClauseResult[]> {
  const reference = await startReference(variant === undefined ? {} : { variant });
  try {
    const journal = await runAll(plainSettings(reference.target, "standard", seed, all), catalogue);
    return journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
  } finally {
    await reference.close();
  }
}

/** Results that no conforming server may get. */
function alarms(results: readonly ClauseResult[]): readonly string[] {
  return results
    .filter(({ outcome, cause }) => outcome === "fail" || cause === "suite")
    .map(({ id, reason, violations: [first] }) => `${id}: ${reason ?? ""} (${first?.curl ?? ""})`);
}

describe(`the honest reference (seed ${SEED})`, () => {
  test("keeps every clause, with a verdict on each", { timeout: 90_000 }, async () => {
    const results = await judged(undefined);
    expect(alarms(results)).toEqual([]);
    expect(results.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
    expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
  });
});

describe(`no clause fails on the legal variant (seed ${SEED})`, () => {
  test.each(Object.keys(variants))("%s", { timeout: 90_000 }, async (name) => {
    expect(alarms(await judged(name))).toEqual([]);
  });
});
