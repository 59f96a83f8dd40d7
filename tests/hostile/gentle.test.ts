import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { checkAll } from "../../engine/run/session.ts";
import { plainSettings } from "../plain-settings.ts";
import { testReference } from "../tools/own.ts";
import { REQUEST, settingsOf, withClient } from "./client.ts";
import { mostInASecond, startMeter } from "./meter.ts";

// On a busy machine, requests that were sent in time may arrive together: then it is measured again.
describe("the rate, measured at the target", { retry: 2 }, () => {
  test("is kept in a run that shrinks a failure", async () => {
    const reference = await testReference({ fault: "tokens-name-null" });
    const meter = await startMeter(new URL(reference.baseUrl).origin, 50);
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
