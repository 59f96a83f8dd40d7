// Without keys in the target file, those that tokens and contracts show are sent, where the list takes them.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { startReference, type ReferenceOptions } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";

const CLAUSES = ["4.1-tokens-public-key-pages", "4.4-public-key-with-token-id"] as const;
const catalogue = await loadCatalogue();

async function outcomesWithoutKeys(options: ReferenceOptions): Promise<readonly string[]> {
  const { target, close } = await startReference(options);
  try {
    const journal = await runAll(
      plainSettings({ ...target, samples: { ...target.samples, publicKeys: [] } }, "standard", 1, [
        ...CLAUSES,
      ]),
      catalogue,
    );
    return journal.flatMap((entry) => (entry.type === "clause" ? [entry.result.outcome] : []));
  } finally {
    await close();
  }
}

test("a list that takes them is judged by them", async () => {
  expect(await outcomesWithoutKeys({})).toEqual(["pass", "pass"]);
  expect(await outcomesWithoutKeys({ fault: "tokens-next-drops-publickey" })).toContain("fail");
});

test.each(["keys-of-holders", "strict"])("a list is not blamed for its choice: %s", async (variant) => {
  expect(await outcomesWithoutKeys({ variant })).not.toContain("fail");
});
