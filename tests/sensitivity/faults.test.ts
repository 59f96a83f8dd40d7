// The suite judges the reference with one fault in it at a time, over HTTP: the compiled suite, on two threads.
import { afterAll, describe, expect, it } from "vitest";
import { allFaults } from "../../reference/faults.ts";
import type { Plan } from "../../scripts/sensitivity/measure.ts";
import { startMeasuring } from "../../scripts/sensitivity/pool.ts";
import { complaints } from "../../scripts/sensitivity/verdict.ts";

/** The endpoint with the fault is judged closely; the others, which have none, at a glance and now and then. */
const PLAN: Plan = { own: "standard", others: "smoke", othersEvery: 16, seed: 1 };
const WORKERS = 2;
/** For one fault; it takes half a second where nothing else runs. */
const TIMEOUT = 120_000;

const worker = new URL("../../dist/scripts/sensitivity/worker.js", import.meta.url);
/** Of this many faults one is judged here, evenly spread; `npm run sensitivity` judges them all. */
const EVERY = 8;
const some = allFaults.filter((_, index) => index % EVERY === 0);
const names = some.map(({ name }) => name);
const measurements = startMeasuring(names, PLAN, WORKERS, worker);

afterAll(() => measurements.close());

describe(`faults at level ${PLAN.own}, seed ${PLAN.seed}`, () => {
  it.each(some.map(({ name, clause }) => [name, clause]))(
    "%s fails %s, and nothing elsewhere",
    async (name) => {
      expect(complaints(await measurements.of(name))).toEqual([]);
    },
    TIMEOUT,
  );
});
