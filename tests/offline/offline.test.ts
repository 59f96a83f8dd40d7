import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { request } from "undici";
import { describe, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { SeenRequest } from "../../engine/offline/seen.ts";
import { OfflineChecker, type OfflineResult } from "../../engine/offline/offline.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { run } from "../../lib/run.ts";
import { faults } from "../../reference/faults.ts";
import { startReference } from "../../reference/server.ts";
import { listening } from "../tools/listening.ts";

// Whole runs take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const SEED = 20_260_404;
const catalogue = await loadCatalogue();

/** A proxy that records the exchanges of a service. */
async function capture(port: string) {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    void buffer(incoming).then(async (sent) => {
      const body = sent.toString();
      const how = method === "POST" ? ({ method, body } as const) : {};
      const came = await request(`http://127.0.0.1:${port}${url}`, { headers, ...how });
      const bytes = Buffer.from(await came.body.arrayBuffer());
      const texts = Object.entries(came.headers).map(([name, value]) => [name, String(value)]);
      const response = { status: came.statusCode, headers: Object.fromEntries(texts), bytes };
      seen.push({ place: "", method, url, headers: {}, body, response });
      outgoing.writeHead(came.statusCode, came.headers).end(bytes);
    });
  });
  const { port: own, close } = await listening(server);
  return { seen, origin: `http://127.0.0.1:${own}`, close };
}

/** Runs against a reference, and checks the recorded exchanges offline. */
async function offlineOf(
  options: { readonly variant?: string; readonly fault?: string },
  how: RunOptions = {},
) {
  const reference = await startReference(options);
  const { origin } = new URL(reference.baseUrl);
  const { seen, close, ...between } = await capture(new URL(origin).port);
  const target = JSON.parse(JSON.stringify(reference.target).replaceAll(origin, between.origin));
  await run(target, { level: "smoke", seed: SEED, ...how });
  await close();
  await reference.close();
  const offline = new OfflineChecker({
    catalogue,
    selected: new Set(catalogue.clauses.map(({ id }) => id)),
    parameters: reference.target.parameters,
    known: [],
    secrets: [],
    hideable: () => [],
    urls: {},
    paths: [],
  });
  seen.forEach((exchange) => offline.take("captured", exchange));
  return offline.finish();
}

const broken = ({ clauses }: OfflineResult): readonly string[] =>
  clauses.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);

describe(`the recorded exchanges of a run (seed ${SEED})`, () => {
  test("of the reference pass all clauses that one exchange can test", async () => {
    const offline = catalogue.sending.filter((clause) => clause.recorded !== undefined).map(({ id }) => id);
    const result = await offlineOf({}, { level: "standard", only: offline });
    expect(broken(result)).toStrictEqual([]);
    const checked = new Set(result.clauses.filter(({ outcome }) => outcome === "passed").map(({ id }) => id));
    expect(offline.filter((id) => !checked.has(id))).toStrictEqual([]);
    expect(checked.size).toBeGreaterThan(200);
  });

  test("of a variant fail no clause", async () => {
    expect(broken(await offlineOf({ variant: "opaque-cursor" }))).toStrictEqual([]);
  });

  test.each([
    ["tokens-page-above-limit", "4.4-limit-at-most"],
    ["tokens-status-206", "4.4-success-status"],
    ["direct-accepts-no-address", "4.10-address-required"],
  ])("and the fault %s is seen", async (fault, id) => {
    expect(broken(await offlineOf({ fault }, { only: [faults[fault]?.endpoint ?? ""] }))).toContain(id);
  });
});
