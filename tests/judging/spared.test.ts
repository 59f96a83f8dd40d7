import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { Level } from "../../engine/model/settings.ts";
import { reference, run, type TargetFile } from "../../lib/index.ts";

const SEED = 20_260_102;

/** What runs at some levels say of one target. */
async function atLevels<L extends Level>(
  levels: readonly L[],
  variant?: string,
  change: (target: TargetFile) => TargetFile = (target) => target,
): Promise<Readonly<Record<L, RunResult>>> {
  const server = await reference.start(variant === undefined ? {} : { variant });
  const results: Partial<Record<L, RunResult>> = {};
  try {
    for (const level of levels) {
      results[level] = await run(change(server.target), { level, seed: SEED });
    }
    return results as Record<L, RunResult>;
  } finally {
    await server.close();
  }
}

const isJudged = ({ outcome }: ClauseResult): boolean =>
  outcome !== "inconclusive" && outcome !== "notExercised";

function judgedIn({ clauses }: RunResult): readonly string[] {
  return clauses.filter(isJudged).map(({ id }) => id);
}

function leftIn({ clauses }: RunResult): readonly ClauseResult[] {
  return clauses.filter(({ remedy }) => remedy?.kind === "raiseLevel");
}

test(
  "smoke tells which clauses it leaves to the level standard, by what they are on, and counts none of them as kept",
  { timeout: 90_000 },
  async () => {
    const { asking } = await loadCatalogue();
    const spared = asking.filter((clause) => clause.spared !== undefined).map(({ id }) => id);
    const { smoke, standard } = await atLevels(["smoke", "standard"]);
    const left = leftIn(smoke);
    expect(spared).not.toHaveLength(0);
    expect(left.filter(({ outcome }) => outcome !== "notExercised")).toEqual([]);
    expect(left.filter(({ reason }) => reason?.startsWith("left to the level standard") !== true)).toEqual(
      [],
    );
    // Beside the spared ones those of rules on several transactions, of which smoke asks for one.
    const several = ["4.7-nonce-keeps-transaction", "4.7-transaction-ids-apart"];
    expect(left.map(({ id }) => id).toSorted()).toEqual([...spared, ...several].toSorted());
    expect(judgedIn(smoke)).toHaveLength(smoke.clauses.length - left.length);
    expect(smoke.left?.map(({ to }) => to)).toEqual(smoke.left?.map(() => "standard"));
    expect(smoke.left?.reduce((sum, { clauses }) => sum + clauses, 0)).toBe(left.length);
    expect(standard.left).toBeUndefined();
  },
);

test.each([
  ["the reference", undefined, ["smoke", "standard", "thorough"]],
  ["lists of many pages", "short-pages", ["smoke", "standard"]],
  ["one record of a kind", "almost-empty", ["smoke", "standard", "thorough"]],
  ["no record", "empty", ["smoke", "standard"]],
  ["a service that refuses what is open", "strict", ["smoke", "standard"]],
] as const)(
  "a level judges what the one below judges: %s",
  { timeout: 120_000 },
  async (_name, variant, levels) => {
    const results = await atLevels<Level>(levels, variant);
    for (const [index, level] of levels.slice(1).entries()) {
      const above = new Set(judgedIn(results[level]));
      const below = judgedIn(results[levels[index] ?? "smoke"]);
      expect(below).not.toHaveLength(0);
      expect(below.filter((id) => !above.has(id))).toEqual([]);
    }
  },
);

test("what no level can judge is not left to one: it says what is missing", { timeout: 90_000 }, async () => {
  const { smoke } = await atLevels(["smoke"], undefined, ({ baseUrl: _base, ...others }) => others);
  expect(smoke.left).toBeUndefined();
  const ledger = smoke.clauses.filter(({ section }) => section === "4.4");
  expect(ledger.map(({ remedy }) => remedy)).toEqual(
    ledger.map(() => ({ kind: "giveServiceUrl", of: "base" })),
  );
  const without = await atLevels(
    ["smoke", "standard"],
    undefined,
    ({ samples: _samples, ...others }) => others,
  );
  const judged = new Set(judgedIn(without.standard));
  const left = leftIn(without.smoke).map(({ id }) => id);
  expect(left).not.toHaveLength(0);
  expect(left.filter((id) => !judged.has(id))).toEqual([]);
});

test("with one transaction there is nothing to tell apart at any level", { timeout: 90_000 }, async () => {
  const id = "4.7-transaction-ids-apart";
  const one = ({ samples, ...others }: TargetFile): TargetFile => ({
    ...others,
    samples: {
      ...samples,
      contractResults: (samples?.contractResults ?? []).filter((asked) => asked.includes("-")).slice(0, 1),
    },
  });
  const results = await atLevels(["smoke", "standard"], undefined, one);
  for (const { clauses } of Object.values(results)) {
    expect(clauses.find((clause) => clause.id === id)).toMatchObject({
      outcome: "inconclusive",
      reason: "fewer than two transactions are known",
      remedy: { kind: "giveSamples", of: "contractResults" },
    });
  }
});
