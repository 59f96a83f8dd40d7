import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { startReference } from "../../reference/server.ts";
import { openFile } from "../../engine/offline/files.ts";
import { OfflineJudge, type OfflineResult } from "../../engine/offline/offline.ts";
import { runWith, settingsOf } from "./settings.ts";

// Whole runs, recorded: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

const SEED = 20_260_404;
const catalogue = await loadCatalogue();
const folder = mkdtempSync(join(tmpdir(), "offline-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Records a run against a reference, and judges the recording offline. */
async function offlineOf(
  options: { readonly variant?: string; readonly fault?: string },
  level: "smoke" | "standard" = "smoke",
): Promise<OfflineResult> {
  const record = join(folder, `${options.variant ?? options.fault ?? "honest"}.har`);
  const reference = await startReference(options);
  await runWith(settingsOf(reference, level, SEED, { record })).finally(() => reference.close());
  const offline = new OfflineJudge({
    catalogue,
    selected: new Set(catalogue.clauses.map(({ id }) => id)),
    parameters: {},
    known: [],
    secrets: [],
    hideable: () => [],
    urls: {},
    paths: [],
  });
  const { form, exchanges } = openFile({ file: record }, 2 ** 26);
  for (const exchange of exchanges) {
    offline.take(record, form, exchange);
  }
  return offline.finish();
}

function broken({ clauses }: OfflineResult): readonly string[] {
  return clauses.filter(({ outcome }) => outcome === "fail").map(({ id, reason = "" }) => `${id}: ${reason}`);
}

describe(`the recording of a run is judged offline (seed ${SEED})`, () => {
  test("and of an honest service no rule fails, while all that one exchange can show is judged", async () => {
    const result = await offlineOf({}, "standard");
    expect(broken(result)).toStrictEqual([]);
    const judged = new Set(result.clauses.filter(({ outcome }) => outcome === "pass").map(({ id }) => id));
    const offline = catalogue.asking.filter((clause) => clause.offline !== undefined).map(({ id }) => id);
    expect(offline.filter((id) => !judged.has(id))).toStrictEqual([]);
    expect(offline.length).toBeGreaterThanOrEqual(85);
    expect(judged.size).toBeGreaterThan(280);
  });

  test.each(["errors-with-200", "opaque-cursor", "extra-members"])(
    "and no rule fails on the legal variant %s",
    async (variant) => {
      expect(broken(await offlineOf({ variant }))).toStrictEqual([]);
    },
  );

  test.each([
    ["summary-status-null", "2.2-status"],
    ["tokens-limit-0-accepted", "4.4-limit-refused"],
    ["tokens-page-above-limit", "4.4-limit-at-most"],
    ["direct-accepts-no-address", "4.10-address-required"],
  ])("and the fault %s is seen", async (fault, id) => {
    expect(broken(await offlineOf({ fault })).map((line) => line.split(":")[0])).toContain(id);
  });
});
