// The suite judges the reference with one fault in it at a time, over HTTP: the compiled suite, in processes of its own.
import { availableParallelism } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import { allFaults } from "../../reference/faults.ts";
import { hasCurl } from "../../scripts/sensitivity/evidence.ts";
import type { Plan } from "../../scripts/sensitivity/measure.ts";
import { hiddenByOthers } from "./narrow.ts";
import { startMeasuring } from "../../scripts/sensitivity/pool.ts";
import { complaints } from "../../scripts/sensitivity/verdict.ts";

/**
 * The endpoint with the fault is judged at a glance; where that shows nothing the clause that has to fail is judged
 * closely, and all clauses of the endpoint in the end. `npm run sensitivity` judges them all closely at once, for four
 * times the time. The endpoints without a fault are judged now and then.
 */
const PLAN: Plan = {
  own: [{ level: "smoke" }, { level: "standard", intendedAlone: true }, { level: "standard" }],
  others: "smoke",
  othersEvery: 256,
  seed: 1,
  curl: hasCurl(),
};
/** Other tests run beside them. */
const WORKERS = Math.max(2, availableParallelism() - 1);
/** For one fault; it takes half a second where nothing else runs. */
const TIMEOUT = 120_000;

const worker = new URL("../../dist/scripts/sensitivity/worker.js", import.meta.url);
const named = allFaults.map(({ name, clause }) => [name, clause] as const);
const measurements = startMeasuring(
  named.map(([name]) => name),
  PLAN,
  WORKERS,
  worker,
);

afterAll(() => measurements.close());

describe(`faults, seed ${PLAN.seed}`, () => {
  it.each(named)(
    "%s fails %s, and nothing elsewhere",
    async (name) => {
      expect(complaints(await measurements.of(name))).toEqual([]);
    },
    TIMEOUT,
  );
});

/** They are run in a shell while the faulty reference still answers. */
describe.skipIf(!PLAN.curl)("curl lines show what the report says (skipped where there is no curl)", () => {
  it.each(named)(
    "with %s",
    async (name) => {
      expect((await measurements.of(name)).untrue).toEqual([]);
    },
    TIMEOUT,
  );
});

it(
  "known deviations that a run of one fault prints hide nothing of another",
  async () => {
    const measured = await Promise.all(named.map(([name]) => measurements.of(name)));
    expect(hiddenByOthers(measured)).toEqual([]);
  },
  3 * TIMEOUT,
);
