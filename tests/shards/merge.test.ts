import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { objectionToMerge } from "../../cli/shards/merge.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { asShard, bothWays, comparable, judged, merged, SEED, type BothWays } from "./judging.ts";

const MINUTES = 180_000;
const validate = newAjv().compile(resultsSchema);

function failed({ clauses }: RunResult): readonly string[] {
  return clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
}

describe(`four shards of the honest reference (seed ${SEED})`, () => {
  let both: BothWays;
  beforeAll(async () => {
    both = await bothWays(4);
  }, MINUTES);

  test("together are the whole run: clauses, outcomes, counts, evidence of fields, what was observed", () => {
    expect(comparable(both.merged)).toStrictEqual(comparable(both.whole));
    expect(both.merged).toMatchObject({ verdict: "conforms", command: "ledger-conformance run" });
    expect(both.merged.shard).toBeUndefined();
  });

  test("have every clause once, and about as many requests each", () => {
    const ids = both.shards.flatMap(({ clauses }) => clauses.map(({ id }) => id));
    expect(ids.toSorted()).toStrictEqual(both.whole.clauses.map(({ id }) => id).toSorted());
    expect(Math.max(...both.requests) / Math.min(...both.requests)).toBeLessThan(1.3);
    const sum = both.requests.reduce((total, requests) => total + requests, 0);
    expect(both.merged.requests).toBe(sum);
    // Discovery is repeated.
    expect(sum / both.whole.requests).toBeLessThan(1.12);
  });

  test("and the merged result keep the schema of results", () => {
    const valid = [...both.shards, both.merged].map((result) => (validate(result) ? [] : validate.errors));
    expect(valid).toStrictEqual([[], [], [], [], []]);
  });

  test("may come in any order", () => {
    expect(comparable(merged(both.shards.toReversed()))).toStrictEqual(comparable(both.whole));
  });

  test("with one missing are incomplete, and its clauses are not judged for that reason", () => {
    const rest = both.shards.filter(({ shard }) => shard?.index !== 3);
    const result = merged(rest);
    expect(result).toMatchObject({ verdict: "incomplete", reason: "shard 3/4 is missing" });
    expect(exitCodeOf(result)).toBe(2);
    const lost = new Set(both.shards[2]?.clauses.map(({ id }) => id));
    expect(result.clauses.map(({ id }) => id)).toStrictEqual(both.whole.clauses.map(({ id }) => id));
    const notJudged = result.clauses.filter(({ outcome }) => outcome !== "pass");
    expect(new Set(notJudged.map(({ id }) => id))).toStrictEqual(lost);
    expect(
      new Set(notJudged.map(({ outcome, cause, reason }) => `${outcome} ${cause} ${reason}`)),
    ).toStrictEqual(new Set(["notExercised environment shard 3/4 is missing"]));
    expect(merged(both.shards.slice(1, 2)).reason).toBe("shards 1/4, 3/4, 4/4 are missing");
  });

  test("with one cut short are incomplete, and say which and why", () => {
    const results = both.shards.map((result): RunResult => {
      const { shard } = result;
      if (shard?.index !== 2) {
        return result;
      }
      const { watched: _watched, ...rest } = shard;
      const blank = { outcome: "notExercised", cause: "environment", reason: "not reached" } as const;
      return {
        ...result,
        verdict: "incomplete",
        clauses: result.clauses.map((clause) => ({ ...clause, ...blank, cases: 0, violations: [] })),
        shard: { ...rest, stopped: "interrupted by SIGTERM" },
      };
    });
    const result = merged(results);
    expect(result).toMatchObject({ verdict: "incomplete", reason: "shard 2/4: interrupted by SIGTERM" });
    const unreached = result.clauses.filter(({ reason }) => reason === "not reached").map(({ id }) => id);
    expect(unreached.toSorted()).toStrictEqual(both.shards[1]?.clauses.map(({ id }) => id).toSorted());
  });

  test("are refused together with what is not of their run", () => {
    const [one, two, three] = both.shards.map((result) => asShard(result));
    if (one === undefined || two === undefined || three === undefined) {
      throw new Error("there are four shards");
    }
    expect(objectionToMerge([one, two, three])).toBeUndefined();
    expect(objectionToMerge([one, two, { ...two, name: "again" }])).toBe(
      "shard-2 and again are both shard 2/4: give each shard once",
    );
    const changed = (changes: Partial<RunResult>) => [one, { ...two, result: { ...two.result, ...changes } }];
    const ofShard = (changes: object) => changed({ shard: { ...two.result.shard, ...changes } });
    const different = "these are not shards of one run: they differ in";
    expect(objectionToMerge(changed({ seed: 8 }))).toBe(
      `${different} the seed (shard-1: ${SEED}, shard-2: 8)`,
    );
    expect(objectionToMerge(changed({ level: "smoke" }))).toContain(
      "the level (shard-1: standard, shard-2: smoke)",
    );
    expect(objectionToMerge(changed({ suite: { name: "x", version: "9.9.9" } }))).toContain("the version");
    expect(objectionToMerge(changed({ target: { baseUrl: "https://b.example.test" } }))).toContain(
      "the target",
    );
    expect(objectionToMerge(changed({ strict: true }))).toContain(
      "--strict (shard-1: not given, shard-2: given)",
    );
    expect(objectionToMerge(ofShard({ total: 5 }))).toContain(
      "the number of shards (shard-1: 4, shard-2: 5)",
    );
    expect(objectionToMerge(ofShard({ selection: "f".repeat(16) }))).toContain(
      "the selected clauses (shard-1,",
    );
    expect(objectionToMerge(ofShard({ settings: "f".repeat(16) }))).toContain("samples");
    const known = [{ clause: "2.3-name", reason: "agreed" }];
    expect(objectionToMerge(ofShard({ known }))).toContain("the known deviations");
  });
});

describe("shards of a legal variant are the whole run too", { timeout: MINUTES }, () => {
  test.each([
    ["without samples", undefined, true],
    ["with hardly any data", "almost-empty", true],
    ["with values out of the ordinary", "odd-values", false],
  ])("%s", async (_name, variant, bare) => {
    const both = await bothWays(3, { level: "smoke", bare }, variant === undefined ? {} : { variant });
    expect(comparable(both.merged)).toStrictEqual(comparable(both.whole));
  });
});

describe("shards of a reference with a fault fail as the whole does", { timeout: MINUTES }, () => {
  test.each([
    ["seen by a table, whose clause is in one shard and its answers in two", "tokens-name-null"],
    ["between answers that are compared", "balances-shard-overlooked"],
    ["along the pages of a list", "tokens-row-twice-between-pages"],
  ])("%s", async (_name, fault) => {
    const both = await bothWays(3, { level: "smoke" }, { fault });
    expect(failed(both.whole).length).toBeGreaterThan(0);
    expect(failed(both.merged)).toStrictEqual(failed(both.whole));
    expect(both.merged.summary).toStrictEqual(both.whole.summary);
    expect(exitCodeOf(both.merged)).toBe(1);
  });

  test("with all its places counted, and the smallest request that shows it", async () => {
    const both = await bothWays(2, { level: "smoke" }, { fault: "tokens-name-null" });
    expect(comparable(both.merged)).toStrictEqual(comparable(both.whole));
    expect(
      both.merged.clauses.find(({ id }) => id === "2.3-name")?.violations[0]?.occurrences,
    ).toBeGreaterThan(1);
  });
});

describe("what is known and strict", { timeout: MINUTES }, () => {
  const known = [
    { clause: "2.3-name", pointer: "/tokens/*/name", reason: "agreed" },
    { clause: "2.3-decimals", reason: "no longer so" },
    { clause: "2.4-balances-account", reason: "once", until: "2020-01-01" },
  ];
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference({ fault: "tokens-name-null" });
  });
  afterAll(async () => {
    await reference.close();
  });

  test("is applied to the whole: an entry is stale only where no shard met it", async () => {
    const judging = { level: "smoke", known, strict: true } as const;
    const whole = await judged(reference, judging);
    const shards = [
      await judged(reference, judging, { index: 1, total: 2 }),
      await judged(reference, judging, { index: 2, total: 2 }),
    ];
    const result = merged(shards);
    expect(comparable(result)).toStrictEqual(comparable(whole));
    expect(result).toMatchObject({ strict: true, known: { met: [known[0]], stale: [known[1]] } });
    expect(result.clauses.find(({ id }) => id === "2.3-name")?.outcome).toBe("known");
  });
});
