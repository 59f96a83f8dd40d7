import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import { startReference } from "../../reference/server.ts";
import { recordingSchema } from "../../traffic/recording-schema.ts";
import { outcomesIn, resultsIn, runWith, settingsOf, unrecordedIn } from "./settings.ts";

// Whole runs, twice each: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

const SEED = 20_260_202;
const folder = mkdtempSync(join(tmpdir(), "recordings-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Records a run, then lets the recording answer a second one with the target gone. */
async function twice(name: string, level: "smoke" | "standard", fault?: string, seed = SEED) {
  const file = join(folder, `${name}.jsonl`);
  const reference = await startReference(fault === undefined ? {} : { fault });
  const recorded = await runWith(settingsOf(reference, level, SEED, { record: file })).finally(() =>
    reference.close(),
  );
  let sockets = 0;
  const count = (): void => {
    sockets += 1;
  };
  subscribe("net.client.socket", count);
  const replayed: readonly JournalEntry[] = await runWith(
    settingsOf(reference, level, seed, { replayFrom: file }),
  ).finally(() => unsubscribe("net.client.socket", count));
  return { file, recorded, replayed, sockets };
}

describe(`a recording answers instead of the network (seed ${SEED})`, () => {
  test.each(["smoke", "standard"] as const)(
    "with the verdict of the recorded run on every clause, at %s, and nothing is sent",
    async (level) => {
      const { recorded, replayed, sockets } = await twice(level, level);
      expect(outcomesIn(replayed)).toStrictEqual(outcomesIn(recorded));
      expect(outcomesIn(replayed)).toHaveLength((await loadCatalogue()).clauses.length);
      expect(unrecordedIn(replayed)).toBe(0);
      expect(sockets).toBe(0);
    },
  );

  test("with the violations of the recorded run", async () => {
    const { recorded, replayed } = await twice("fault", "smoke", "summary-status-null");
    const found = (journal: readonly JournalEntry[]) =>
      resultsIn(journal).flatMap(({ id, violations }) =>
        violations.map(({ pointer, actual, response }) => ({ id, pointer, actual, response })),
      );
    expect(found(recorded).map(({ pointer }) => pointer)).toStrictEqual(["/status"]);
    expect(found(replayed)).toStrictEqual(found(recorded));
  });

  test("and what it lacks is said: those clauses are judged on the other cases or inconclusive, and counted", async () => {
    const { replayed } = await twice("other-seed", "standard", undefined, SEED + 1);
    const results = resultsIn(replayed);
    const lacking = results.filter(({ reason }) => reason?.includes("the recording holds no answer, to "));
    expect(lacking.length).toBeGreaterThan(5);
    expect(new Set(lacking.map(({ outcome, cause }) => `${outcome} ${cause ?? ""}`))).toStrictEqual(
      new Set(["pass ", "inconclusive environment"]),
    );
    expect(results.filter(({ outcome }) => outcome === "fail")).toStrictEqual([]);
    expect(unrecordedIn(replayed)).toBeGreaterThan(lacking.length - 1);
  });

  test("and the lines keep the published schema, the header first and the end last", async () => {
    const { file } = await twice("schema", "smoke");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const values = lines.map((line): { type: string; exchanges?: number } => JSON.parse(line));
    const isValid = newAjv().compile(recordingSchema);
    expect(values.filter((value) => !isValid(value))).toStrictEqual([]);
    expect(values[0]?.type).toBe("recording");
    expect(values.at(-1)).toStrictEqual({ type: "end", exchanges: lines.length - 2 });
  });
});

test("equal requests are answered in recorded order, and by the last answer from then on", async () => {
  const file = join(folder, "order.jsonl");
  const header = {
    type: "recording",
    formatVersion: 1,
    suite: { name: "s", version: "0" },
    target: {},
    seed: 1,
    level: "smoke",
    startedAt: "2026-01-01T00:00:00Z",
  };
  const line = (id: string) => ({
    type: "exchange",
    service: "status",
    endpoint: "statusSummary",
    request: { method: "GET", target: "/api/v2/summary.json", headers: {} },
    response: { status: 200, headers: { "x-turn": id }, body: "{}", size: 2 },
  });
  writeFileSync(file, [header, line("one"), line("two")].map((item) => JSON.stringify(item)).join("\n"));
  const { playerWay } = await import("../../traffic/player.ts");
  const way = playerWay(file, (text) => text);
  const wire = way.openWire("status", "http://127.0.0.1:1");
  const ask = {
    endpoint: "statusSummary",
    service: "status",
    method: "GET",
    target: "/api/v2/summary.json",
    expects: "success",
  } as const;
  const send = () =>
    wire.send({ ask, path: ask.target, method: "GET", headers: [], onSent: () => undefined });
  const turns = [await send(), await send(), await send()].map(({ headers }) => headers["x-turn"]);
  expect(turns).toStrictEqual(["one", "two", "two"]);
  way.close();
});
