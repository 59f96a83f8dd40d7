// The reference with two or three faults has as many causes as faults that show. `CAUSES=all` tries all combinations.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { Fault } from "../../reference/fault.ts";
import { allFaults } from "../../reference/faults.ts";
import { causesOf, isRelated } from "../../reports/reading/causes.ts";
import { isRounded, recognisedFaultsIn } from "../../reports/reading/recognised-faults.ts";
import { testReference } from "../tools/own.ts";

const SEED = 1;
const PAIRS = 40;
const TRIPLES = 20;
/** The fraction that is tested by default, as its denominator. */
const DAILY = 61;
/** The wanted share of runs with exactly as many causes as faults; 93 % were measured at seeds that no rule was made for. */
const SHARE = 0.95;
const SHARE_OF_LIST = 0.93;

const pins: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("named.json", import.meta.url), "utf8"),
);

/** Pseudo-random numbers that are the same each time (a linear congruential generator). */
function* drawn(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

function chosen(size: number, numbers: Generator<number, never>, among: readonly Fault[]): readonly Fault[] {
  const faults: Fault[] = [];
  while (faults.length < size) {
    const fault = among[Math.floor(numbers.next().value * among.length)];
    if (fault !== undefined && faults.every(({ clause }) => clause !== fault.clause)) faults.push(fault);
  }
  return faults;
}

const numbers = drawn(SEED);
const isAll = process.env["CAUSES"] === "all";

function choices(share: number, among: (turn: number) => readonly Fault[]): readonly (readonly Fault[])[] {
  const sizes = [...Array<number>(PAIRS * share).fill(2), ...Array<number>(TRIPLES * share).fill(3)];
  const all = sizes.map((size, turn) => chosen(size, numbers, among(turn)));
  return isAll ? all : all.filter((_, index) => index % DAILY === 0);
}

const LISTS = ["tokens", "tokenBalances"].map((list) => allFaults.filter((one) => one.endpoint === list));

interface Shown {
  readonly failed: readonly ClauseResult[];
  readonly causes: ReturnType<typeof causesOf>;
}

async function failedBy(
  faults: readonly Fault[],
  level: "smoke" | "standard",
  endpoints = faults.map(({ endpoint }) => endpoint),
): Promise<Shown> {
  const { target } = await testReference({ fault: faults.map(({ name }) => name) });
  const result = await run(target, { only: [...new Set(endpoints)], level, seed: SEED });
  return { causes: causesOf(result), failed: result.clauses.filter(({ outcome }) => outcome === "failed") };
}

/** The violations of a run, except for the ports in their URLs. */
function violationsIn({ failed }: Shown): string {
  const shown = failed.flatMap(({ id, violations }) =>
    violations.map(({ message, pointer, actual, cases }) => [id, message, pointer, actual, cases]),
  );
  return JSON.stringify(shown).replaceAll(/127\.0\.0\.1:\d+/g, "");
}

/** The faults that show: without a hidden one, a run has the same violations. A service that ignores the query hides the others. */
async function shownOf(faults: readonly Fault[], shown: Shown): Promise<readonly Fault[]> {
  const endpoints = faults.map(({ endpoint }) => endpoint);
  const violations = violationsIn(shown);
  let left = faults;
  for (const fault of faults) {
    const others = left.filter((one) => one !== fault);
    if (violationsIn(await failedBy(others, "standard", endpoints)) === violations) left = others;
  }
  return left;
}

const breaking = (faults: readonly Fault[], id: string): readonly string[] =>
  faults.map(({ name }) => name).filter((name) => pins[name]?.includes(id));

describe.each([
  ["several faults", choices(1, () => allFaults), SHARE],
  ["several faults of one list", choices(0.5, (turn) => LISTS[turn % 2] ?? []), SHARE_OF_LIST],
] as const)("%s at once", (_what, tried, share) => {
  const misses: string[] = [];
  const counts = { failed: 0, related: 0 };
  const named = tried.map((faults) => ({ name: faults.map((one) => one.name).join(" and "), faults }));
  const timeout = 180_000;
  test.each(named)("$name: each consequence belongs to its fault", { timeout }, async ({ name, faults }) => {
    const shown = await failedBy(faults, "standard");
    const { failed } = shown;
    const causes = shown.causes.filter((cause) => !isRelated(cause));
    counts.failed += failed.length;
    counts.related += shown.causes.length - causes.length;
    const expected = causes.length < faults.length ? await shownOf(faults, shown) : faults;
    if (causes.length !== expected.length) {
      misses.push(`${name}: ${causes.map(({ clause }) => clause.id).join(", ")}`);
    }
    const wrong = failed.filter(({ id, consequenceOf = id }) => {
      const [own, others] = [breaking(faults, id), breaking(faults, consequenceOf)];
      return own.length > 0 && others.length > 0 && !own.some((one) => others.includes(one));
    });
    expect(wrong.map(({ id, consequenceOf }) => `${id} under ${consequenceOf}`)).toStrictEqual([]);
    expect(causes).not.toStrictEqual([]);
  });

  test("most combinations have as many causes as faults", () => {
    const allowed = isAll ? Math.floor(tried.length * (1 - share)) : 1;
    expect(misses.length > allowed ? misses : []).toStrictEqual([]);
  });

  test("at most one failed clause in ten may be related to a cause", () => {
    // A part of the combinations has too few failed clauses for a share.
    expect(counts.related).toBeLessThanOrEqual(Math.max(counts.failed / 10, isAll ? 0 : 3));
  });
});

const causesBy = async (names: readonly string[], level: "smoke" | "standard" = "smoke") => {
  const faults = allFaults.filter(({ name }) => names.includes(name));
  return (await failedBy(faults, level)).causes;
};
const idsOf = (causes: Shown["causes"]): readonly string[] => causes.map(({ clause }) => clause.id);

describe("the title of a cause describes one fault that many clauses show", () => {
  test.each([
    ["tokens-query-ignored", "the response does not depend on the query"],
    ["fees-query-ignored", "the response does not depend on the query"],
    ["message-text-alone", "the record lacks several of its members"],
    ["message-time-rounded", "a number seems to be rounded to a double"],
    ["result-amount-rounded", "a number seems to be rounded to a double"],
    ["tokens-token-id-compared-as-text", "a filter compares its values as text"],
    ["balances-account-id-compared-as-text", "a filter compares its values as text"],
    ["fees-timestamp-ignored", undefined],
    ["fees-timestamp-ignored-under-desc", undefined],
  ])("%s: %s", async (name, title) => {
    expect((await causesBy([name])).map((cause) => cause.title)).toStrictEqual([title]);
  });

  test("an address that finds no contract is reported as the contract shows it", async () => {
    const [cause] = await causesBy(["contract-addresses-not-found"]);
    const message = "no form of the identifier that the record shows finds the record";
    const curl: unknown = expect.stringMatching(/contracts\/0x[0-9a-f]{40}'$/);
    expect(cause?.violation).toMatchObject({ message, curl });
  });

  test.each([
    ["balances-query-ignored", "balances-timestamp-null", "2.4-timestamp", "4.3-limit-at-most"],
    ["balances-media-xml", "balances-missing", "2.4-balances", "4.3-media-type"],
    ["tokens-order-ignored", "tokens-limit-ignored", "4.4-limit-at-most", "4.4-order-sorted"],
  ])("%s and %s have two causes", async (one, other, ...ids) => {
    expect(idsOf(await causesBy([one, other])).toSorted()).toStrictEqual(ids);
  });

  test("an empty list is no consequence of a wrong id", async () => {
    const faults = ["tokens-last-token-id-eleven-digits", "tokens-account-id-finds-nothing"];
    expect(idsOf(await causesBy(faults, "standard"))).toStrictEqual([
      "2.3-token-id",
      "4.4-account-id-of-holders",
    ]);
  });

  test("absent members of different records have a cause each", async () => {
    const members = ["unknown-sender", "unknown-block", "market-fee", "result-of-a-nonce"];
    const causes = await causesBy(members.map((member) => `result-${member}-absent`));
    expect(causes.map(({ title }) => title)).not.toContain("the record lacks several of its members");
    expect(idsOf(causes).toSorted()).toStrictEqual([
      "2.7-block-number",
      "2.7-from",
      "2.7-max-fee-per-gas",
      "2.7-result",
    ]);
  });

  test("a query without effect is recognised although the clauses on one parameter are known deviations", async () => {
    const { failed } = await failedBy(
      allFaults.filter(({ name }) => name === "tokens-query-ignored"),
      "smoke",
    );
    const clauses = failed.map((clause) =>
      clause.parameters?.includes("name") === true ? { ...clause, outcome: "known" as const } : clause,
    );
    expect(clauses.filter(({ outcome }) => outcome === "known")).not.toStrictEqual([]);
    expect(recognisedFaultsIn(clauses).map(({ title }) => title)).toStrictEqual([
      "the response does not depend on the query",
    ]);
  });

  test("digits beyond a double are rounded, another timestamp is not", () => {
    expect(isRounded({ expected: "9007199254740993", actual: "9007199254740992" })).toBe(true);
    expect(isRounded({ expected: "1700000000.000000001", actual: "1700000000.000000002" })).toBe(false);
  });

  // In CI all of them; by default every third.
  const isEach = process.env["FAULTS"] !== undefined;
  const attributed = [
    ["tokens-account-id-gt-ignored", "4.4-account-id-gt-highest-none", "/tokens/0/token_id"],
    ["fees-order-ignored", "4.5-order-sorted", "/fees"],
    ["fees-order-with-time-is-rejected", "4.5-together-accepted", ""],
    ["result-hash-with-0x-refused", "4.7-hash-accepted", ""],
    ["direct-accepts-null-chain", "4.10-chain-id-type", ""],
    ["tokens-name-results-have-next", "4.4-name-next-null", "/links/next"],
    ["balances-row-twice-on-a-page", "4.1-balances-no-row-twice", "/balances/1"],
    ["balances-limit-demanded", "4.3-path-accepted", ""],
    ["contract-text-accepted", "4.8-doubtful-name", "/evm_address"],
  ] as const;
  test.each(attributed.filter((_, at) => isEach || at % 3 === 0))(
    "%s is attributed to no other cause",
    async (name, id, pointer) => {
      const shown = (await causesBy([name], "standard")).filter((cause) => !isRelated(cause));
      expect(shown.map(({ clause, violation }) => [clause.id, violation.pointer])).toEqual([[id, pointer]]);
    },
  );

  test("a filter that compares only 32 bits is one cause", async () => {
    const causes = await causesBy(["tokens-token-id-in-32-bits"], "standard");
    expect(causes.map(({ clause, title }) => [clause.id, title])).toStrictEqual([
      ["4.4-token-id-none", undefined],
    ]);
  });

  test("numbers with too many digits are accepted where only 32 bits are compared", async () => {
    const causes = (await causesBy(["tokens-token-id-signed"], "standard")).filter((one) => !isRelated(one));
    expect(causes.flatMap(({ also }) => also)).toContain("4.4-token-id-refused");
    // The first cause returns excluded rows, and the second one lacks a row: they have no symptom in common.
    expect(idsOf(causes)).toStrictEqual(["4.4-token-id-gt", "4.4-own-id-listed"]);
  });

  test("hashes that are never found are a fault of the service, not of the samples", async () => {
    const causes = await causesBy(["result-hashes-not-found"], "standard");
    expect(idsOf(causes)).toStrictEqual(["4.7-own-hash-found"]);
    const lookups = ["4.7-forms-of-a-hash", "4.7-record-of-that-hash"];
    expect(causes[0]?.inconclusive).toEqual(expect.arrayContaining(lookups));
  });
});
