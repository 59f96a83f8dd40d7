import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import { startReference } from "../../reference/server.ts";
import { recordingSchema, type Recording } from "../../engine/offline/recording.ts";
import { factsOf } from "../../engine/offline/read-recording.ts";
import { outcomesIn, resultsIn, runWith, settingsOf, unrecordedIn } from "./settings.ts";

// Whole runs, twice each: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

const SEED = 20_260_202;
const folder = mkdtempSync(join(tmpdir(), "recordings-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Records a run, then lets the recording answer a second one with the target gone. */
async function twice(name: string, level: "smoke" | "standard", fault?: string, seed = SEED) {
  const file = join(folder, `${name}.har`);
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

  test("and it is a HAR file that keeps the published schema, one line for each exchange", async () => {
    const { file } = await twice("schema", "smoke");
    const text = readFileSync(file, "utf8");
    const recording: Recording = JSON.parse(text);
    const isValid = newAjv().compile(recordingSchema);
    expect([isValid(recording), isValid.errors]).toStrictEqual([true, null]);
    const { entries, _end: end } = recording.log;
    expect(entries.length).toBeGreaterThan(100);
    expect([end?.exchanges, text.trimEnd().split("\n").length - 2]).toStrictEqual([
      entries.length,
      entries.length,
    ]);
  });

  test("also where the run that wrote it was cut short in the middle of a line", async () => {
    const { file } = await twice("torn", "smoke");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.slice(0, text.length / 2));
    const { exchanges, complete } = factsOf(file);
    const whole = text.slice(0, text.length / 2).split("\n").length - 2;
    expect([exchanges, complete]).toStrictEqual([whole, false]);
    writeFileSync(file, `${text.slice(0, text.length / 2)}\n,{}\n`);
    expect(() => factsOf(file)).toThrow(/line \d+ is no line of a recording/);
  });
});

test("equal requests are answered in recorded order, and by the last answer from then on", async () => {
  const file = join(folder, "order.har");
  const run = { formatVersion: 1, target: {}, seed: 1, level: "smoke", startedAt: "2026-01-01T00:00:00Z" };
  const log = { version: "1.2", creator: { name: "s", version: "0" }, _recording: run, entries: [] };
  const line = (id: string) => ({
    request: { method: "GET", url: "https://status.example.test/api/v2/summary.json", headers: [] },
    response: {
      status: 200,
      headers: [{ name: "x-turn", value: id }],
      content: { size: 2, mimeType: "", text: "{}" },
    },
    _asked: { service: "status", endpoint: "statusSummary", target: "/api/v2/summary.json" },
  });
  const lines = [
    JSON.stringify({ log }).slice(0, -3),
    JSON.stringify(line("one")),
    `,${JSON.stringify(line("two"))}`,
  ];
  writeFileSync(file, lines.join("\n"));
  const { playerWay } = await import("../../engine/offline/player.ts");
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
