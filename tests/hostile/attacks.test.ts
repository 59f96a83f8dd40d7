import { describe, expect, test } from "vitest";
import { attackRun, DEADLINE_S, type Wanted } from "../tools/attack.ts";
import { attacks } from "./attacks/attacks.ts";
import { KINDS, type Attack } from "./attacks/attack.ts";

/** `ATTACKS=each`, as in CI: some of each kind; `all` (an hour) or a pattern for kind and name: each prints a line. By default three. */
const { ATTACKS: extent } = process.env;
/** The selection of attacks, if it is neither that of `npm test` nor that of CI. */
const wanted = extent === "each" ? undefined : extent;

/** Some attacks of each kind: attacks that once succeeded, and attacks that differ from all others. */
const CHOSEN = new RegExp(
  `^(${[
    "endless (a page that leads to itself)",
    "huge (rows that are all different)",
    "slow (no last chunk)",
    "malformed (a chunk beyond)",
    "redirecting (pages at another host, by)",
    "echoing (in strings, in every way|in error messages)",
  ].join("|")})`,
);

/** The attacks of `npm test`: one that takes time, one that leads elsewhere, and one that reveals secrets. */
const FEW = /^(slow no last|redirecting pages at another host, by|echoing in strings, in every way)/;

/** The attack that uses most CPU time; an interrupt must end all attacks of its kind and endless ones. */
const HEAVIEST = /^huge rows that are alike/;
const HEAVY = /^(huge|endless)/;

/** A shorter deadline by default. */
const level = wanted === undefined ? "smoke" : "standard";
const pattern =
  wanted === undefined ? (extent === undefined ? FEW : CHOSEN) : new RegExp(wanted === "all" ? "" : wanted);
const heavy = wanted === undefined ? HEAVIEST : HEAVY;
const titled = attacks.map((attack) => ({ ...attack, title: `${attack.kind} ${attack.name}` }));

/** The violated properties. If all attacks are run, measurements are printed. */
async function problemsOf(attack: Attack, how: Wanted): Promise<readonly string[]> {
  const measured = await attackRun(attack, how);
  if (wanted !== undefined) {
    process.stdout.write(`${JSON.stringify([attack.kind, attack.name, how, measured])}\n`);
  }
  return measured.problems;
}

test("there are attacks of every kind with unique names", () => {
  expect(new Set(titled.map(({ title }) => title)).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(70);
  expect(new Set(attacks.map(({ kind }) => kind))).toStrictEqual(new Set(KINDS));
});

describe.concurrent("a run withstands the attack", { timeout: 2 * DEADLINE_S * 1_000 }, () => {
  test.for(titled.filter(({ title }) => pattern.test(title)))("$title", async (attack) => {
    expect(await problemsOf(attack, { level })).toStrictEqual([]);
  });
});

// The end is measured in real time, and measured again on a busy machine.
describe("an interrupt ends a run in two seconds", { timeout: 2 * DEADLINE_S * 1_000, retry: 2 }, () => {
  test.for(titled.filter(({ title }) => heavy.test(title)))("$title", async (attack) => {
    expect(await problemsOf(attack, { interruptMs: 3_000 })).toStrictEqual([]);
  });
});
