// The rate, the memory and the User-Agent of a run
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { checkAll } from "../../engine/run/session.ts";
import { plainSettings } from "../plain-settings.ts";
import { testReference } from "../tools/own.ts";
import { settingsOf } from "./client.ts";
import { mostInASecond, startMeter } from "./meter.ts";

// On a busy machine, requests that were sent in time may arrive together: then it is measured again.
test("the rate, measured at the target, is kept in a run that shrinks a failure", { retry: 2 }, async () => {
  const reference = await testReference({ fault: "tokens-name-null" });
  const meter = await startMeter(new URL(reference.baseUrl).origin, 50);
  const { target } = plainSettings(reference.target, "smoke", 1, []);
  const base = meter.url + new URL(reference.baseUrl).pathname;
  const catalogue = await loadCatalogue();
  const tested = catalogue.clauses.filter(({ section }) => section === "4.4" || section === "2.3");
  const facts = await checkAll(
    {
      ...settingsOf(base, { rps: 60, concurrency: 6, userAgent: "suite/1" }),
      target: { ...target, urls: { base } },
      clauseIds: tested.map(({ id }) => id),
    },
    catalogue,
  );
  const { times, most, agents } = await meter.read();
  expect(times.length).toBeGreaterThan(60);
  expect(mostInASecond(times)).toBeLessThanOrEqual(60);
  expect(most).toBeLessThanOrEqual(6);
  expect(agents).toStrictEqual(["suite/1"]);
  expect(facts.requests).toBe(times.length);
  expect(facts.clauses.flatMap((clause) => clause.violations).length).toBeGreaterThan(0);
});

test("many requests do not increase the memory: responses are released", async () => {
  const third = 200;
  const argv = ["--expose-gc", join(import.meta.dirname, "../tools/heap.mjs"), String(third)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const heap: { verdict: string; third: number; last: number; requests: number } = JSON.parse(stdout);
  expect(heap.verdict).toBe("conforms");
  expect(heap.requests).toBeGreaterThan(2 * third);
  // A request may leave 2,000 bytes on the heap; a retained response would take several times as many.
  expect((heap.last - heap.third) / (heap.requests - third)).toBeLessThan(2_000);
});
