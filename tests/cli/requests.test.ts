import { afterAll, beforeAll, expect, test } from "vitest";
import { planText } from "../../cli/plan/plan.ts";
import { loadCatalogue, type Catalogue, type ClauseInfo } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { plainSettings } from "../../engine/target/settings.ts";

const MINUTES = 180_000;
let reference: Reference;
let catalogue: Catalogue;

beforeAll(async () => {
  reference = await startReference();
  catalogue = await loadCatalogue();
});

afterAll(() => reference.close());

/** What is planned for some clauses, and what they send. */
async function both(clauses: readonly ClauseInfo[], how: Partial<Settings>) {
  const ids = clauses.map(({ id }) => id);
  const settings = { ...plainSettings(reference.target, how.level ?? "standard", 1, ids), ...how };
  const planned = /about ([\d,]+) requests?, /.exec(planText(catalogue, clauses, settings))?.[1] ?? "";
  const before = reference.requests();
  await runAll(settings, catalogue);
  return { planned: Number(planned.replaceAll(",", "")), sent: reference.requests() - before };
}

function isFar({ planned, sent }: Awaited<ReturnType<typeof both>>): boolean {
  const share = planned / sent;
  return Math.abs(planned - sent) > 3 && (share < 0.8 || share > 1.25);
}

// Where one of these fails, `npm run measure-requests` measures anew.
test.each([
  ["smoke", {}],
  ["standard", {}],
  ["smoke", { samples: {} }],
] as const)("the plan of a whole run is right: %s %j", { timeout: MINUTES }, async (level, given) => {
  const { target } = plainSettings(reference.target, level, 1, []);
  const { planned, sent } = await both(catalogue.clauses, { level, target: { ...target, ...given } });
  expect(Math.abs(planned - sent) / sent).toBeLessThan(0.03);
});

test.each([
  ["each", "standard", 1],
  ["every third", "smoke", 3],
] as const)(
  "the plan of %s clause that asks is right where it is judged alone: %s",
  { timeout: MINUTES },
  async (_which, level, every) => {
    const wrong: string[] = [];
    const asking = catalogue.clauses.filter(({ kind }) => kind === "asking");
    for (const clause of asking.filter((_, index) => index % every === 0)) {
      const one = await both([clause], { level });
      wrong.push(...(isFar(one) ? [`${clause.id}: ${one.planned} planned, ${one.sent} sent`] : []));
    }
    expect(wrong).toStrictEqual([]);
  },
);

test.each([0, 1, 7])("the plan of %i cases per property is right", { timeout: MINUTES }, async (cases) => {
  const clauses = catalogue.clauses.filter(({ endpoint }) => endpoint === "tokens");
  const one = await both(clauses, { level: "standard", cases });
  expect(isFar(one)).toBe(false);
});
