import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";
import { slowWay } from "./slow-way.ts";

const LATENCY_MS = 20;
let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});

afterAll(() => reference.close());

test(
  "walks overlap with other work: latency costs little more than its share",
  { timeout: 60_000 },
  async () => {
    const catalogue = await loadCatalogue();
    const ids = catalogue.clauses.map(({ id }) => id);
    const settings = plainSettings(reference.target, "standard", 1, ids);
    const { way, elapsed, requests } = slowWay(settings, LATENCY_MS);
    await runAll(settings, catalogue, { way });
    const share = (requests() * LATENCY_MS) / settings.concurrency;
    expect(requests()).toBeGreaterThan(1_000);
    expect(elapsed()).toBeLessThan(1.15 * share + 200);
  },
);
