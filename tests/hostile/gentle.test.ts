import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { checkAll } from "../../engine/run/session.ts";
import { plainSettings } from "../plain-settings.ts";
import { testReference } from "../tools/own.ts";
import { REQUEST, outcomeOf, settingsOf, withClient } from "./client.ts";
import { mostInASecond, startMeter } from "./meter.ts";

// On a busy machine, requests that were sent in time may arrive together: then it is measured again.
describe("the rate, measured at the target", { timeout: 60_000, retry: 2 }, () => {
  test.concurrent.each([
    ["40 a second, repetitions included", 40, 8, "return count % 7 === 0 ? 502 : 200", 130],
    ["2 a second", 2, 4, "return 200", 7],
  ])("%s", async (_name, rps, concurrency, response, requests) => {
    const meter = await startMeter(response);
    const settings = settingsOf(meter.url, { rps, concurrency, limits: { retries: 3, requestMs: 5_000 } });
    const started = performance.now();
    await withClient(settings, async (client) => {
      await Promise.all(Array.from({ length: requests }, () => outcomeOf(client.send(REQUEST))));
    });
    const { times, most } = await meter.read();
    expect(times.length).toBeGreaterThanOrEqual(requests);
    expect(mostInASecond(times)).toBeLessThanOrEqual(rps);
    expect(most).toBeLessThanOrEqual(concurrency);
    const seconds = (performance.now() - started) / 1_000;
    expect(times.length / seconds).toBeGreaterThan(rps * 0.4);
  });

  test("is kept in a run that shrinks a failure", async () => {
    const reference = await testReference({ fault: "tokens-name-null" });
    const meter = await startMeter("return count % 50 === 0 ? 503 : 200", new URL(reference.baseUrl).origin);
    const { target } = plainSettings(reference.target, "smoke", 1, []);
    const base = meter.url + new URL(reference.baseUrl).pathname;
    const facts = await checkAll(
      {
        ...settingsOf(base, { rps: 60, concurrency: 6, userAgent: "suite/1" }),
        target: { ...target, urls: { base } },
        clauseIds: (await loadCatalogue()).clauses
          .filter(({ section }) => section === "4.4" || section === "2.3")
          .map(({ id }) => id),
      },
      await loadCatalogue(),
    );
    const { times, most, agents } = await meter.read();
    expect(times.length).toBeGreaterThan(60);
    expect(mostInASecond(times)).toBeLessThanOrEqual(60);
    expect(most).toBeLessThanOrEqual(6);
    expect(agents).toStrictEqual(["suite/1"]);
    expect(facts.requests).toBe(times.length);
    const violations = facts.clauses.flatMap((clause) => clause.violations);
    expect(violations.length).toBeGreaterThan(0);
  });
});

test("no User-Agent is sent if it is disabled", async () => {
  const meter = await startMeter();
  await withClient(settingsOf(meter.url), (client) => client.send(REQUEST));
  expect(await meter.read()).toMatchObject({ agents: [""] });
});
