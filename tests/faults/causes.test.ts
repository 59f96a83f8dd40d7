// The reference with two or three faults in it: as many causes are told as it has faults, none of them of two endpoints.
// Some of the choice is tried each day; `CAUSES=all` tries thirty pairs and twenty triples.
import { describe, expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import type { Fault } from "../../reference/fault.ts";
import { allFaults } from "../../reference/faults.ts";
import { startReference } from "../../reference/server.ts";
import { causesOf } from "../../reports/reading/causes.ts";

const SEED = 1;
const PAIRS = 30;
const TRIPLES = 20;
/** One in so many of the choice is tried each day. */
const DAILY = 31;
/** Faults that hide one another (a member that rows are told apart by, and a filter on it) are one cause to any reader. */
const SHARE = 0.8;

/** Numbers that look drawn, and are the same each time (a linear congruential generator). */
function* drawn(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

/** So many faults of different endpoints, or at one endpoint of different clauses. */
function chosen(size: number, numbers: Generator<number, never>): readonly Fault[] {
  const faults: Fault[] = [];
  while (faults.length < size) {
    const fault = allFaults[Math.floor(numbers.next().value * allFaults.length)];
    if (fault !== undefined && faults.every(({ clause }) => clause !== fault.clause)) {
      faults.push(fault);
    }
  }
  return faults;
}

const numbers = drawn(SEED);
const sizes = [...Array<number>(PAIRS).fill(2), ...Array<number>(TRIPLES).fill(3)];
const choices = sizes.map((size) => chosen(size, numbers));
const isAll = process.env["CAUSES"] === "all";
const tried = isAll ? choices : choices.filter((_, index) => index % DAILY === 0);

/** The causes that are told of faults, each with the endpoints of the clauses that failed for it. */
async function causesWith(faults: readonly Fault[]) {
  const reference = await startReference({ fault: faults.map(({ name }) => name) });
  try {
    const only = [...new Set(faults.map(({ endpoint }) => endpoint))];
    const result = await run(reference.target, { only, level: "standard", seed: SEED });
    const endpointOf = new Map(result.clauses.map(({ id, endpoint }) => [id, endpoint]));
    return causesOf(result).map(({ clause, also }) => ({
      id: clause.id,
      endpoints: new Set([clause.id, ...also].map((id) => endpointOf.get(id))),
    }));
  } finally {
    await reference.close();
  }
}

describe("several faults at once", () => {
  const misses: string[] = [];

  test.each(tried.map((faults) => [faults.map(({ name }) => name).join(" and "), faults] as const))(
    "%s: no cause is of two endpoints",
    { timeout: 120_000 },
    async (name, faults) => {
      const causes = await causesWith(faults);
      if (causes.length !== faults.length) {
        misses.push(`${name}: ${causes.map(({ id }) => id).join(", ")}`);
      }
      expect(causes.filter(({ endpoints }) => endpoints.size > 1)).toStrictEqual([]);
      expect(causes).not.toStrictEqual([]);
    },
  );

  test("of eight in ten as many causes are told as there are faults", () => {
    const allowed = Math.ceil(tried.length * (1 - SHARE));
    expect(misses.length > allowed ? misses : []).toStrictEqual([]);
  });
});
