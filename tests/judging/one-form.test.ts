// A path takes hashes and transaction ids, and all samples are hashes: malformed transaction ids are sent all the same.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { startReference } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";

const CLAUSE = "4.7-transaction-id-refused";
const catalogue = await loadCatalogue();

test("a malformed transaction id that is served fails, where no transaction id is known", async () => {
  const { target, close } = await startReference({ fault: "result-at-sign-accepted" });
  try {
    const contractResults = target.samples.contractResults.filter((name) => name.startsWith("0x"));
    const hashesOnly = { ...target, samples: { ...target.samples, contractResults } };
    const journal = await runAll(plainSettings(hashesOnly, "standard", 1, [CLAUSE]), catalogue);
    const outcomes = journal.flatMap((entry) => (entry.type === "clause" ? [entry.result.outcome] : []));
    expect(outcomes).toEqual(["fail"]);
  } finally {
    await close();
  }
});
