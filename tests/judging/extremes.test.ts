// A value at the far end of a format is refused: one violation says so, and everything else is judged all the same.
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { allFaults } from "../../reference/faults.ts";
import { narrowFaults } from "../../reference/faults/narrow.ts";
import { startReference } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";

const SEED = 20_260_101;
const catalogue = await loadCatalogue();
const nonce = allFaults.filter(({ name }) => name === "result-nonce-greatest-refused");

/** The reference has accounts at the end of 32 bits: nothing is above all of them but what is refused. */
const OF_THE_DATA = "accounts above all that are known may hold tokens";

async function judged(fault: string, endpoint: string): Promise<readonly ClauseResult[]> {
  const reference = await startReference({ fault });
  try {
    const ids = catalogue.clauses.filter((clause) => clause.endpoint === endpoint).map(({ id }) => id);
    const journal = await runAll(plainSettings(reference.target, "standard", SEED, ids), catalogue);
    return journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
  } finally {
    await reference.close();
  }
}

describe(`where extreme values are refused (seed ${SEED})`, () => {
  test.each(
    [...narrowFaults, ...nonce].map(({ name, clause, endpoint }) => [name, clause, endpoint] as const),
  )(
    "%s fails %s alone, and no clause is inconclusive for it",
    { timeout: 60_000 },
    async (fault, clause, endpoint) => {
      const results = await judged(fault, endpoint);
      const others = results.filter(({ outcome, reason }) => outcome !== "pass" && reason !== OF_THE_DATA);
      expect(others.map(({ id, outcome, reason }) => [id, outcome, reason ?? ""])).toEqual([
        [clause, "fail", expect.any(String)],
      ]);
    },
  );
});
