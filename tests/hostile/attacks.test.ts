import { describe, expect, test } from "vitest";
import { attackRun, DEADLINE_S } from "../tools/attack.ts";
import { attacks } from "./attacks/attacks.ts";

/** `ATTACKS=all` (an hour), or a pattern for kind and name; `each`, as in CI: the chosen ones. By default the first three. */
const { ATTACKS: extent } = process.env;
const wanted =
  extent === "each" || extent === undefined ? undefined : new RegExp(extent === "all" ? "" : extent);

/** One that takes time, one that leads elsewhere, one that reveals secrets, and others that once succeeded. */
const CHOSEN = [
  "slow no last chunk",
  "redirecting pages at another host, by its name alone",
  "echoing in strings, in every way at once",
  "echoing in error messages",
  "endless a page that leads to itself",
  "huge rows that are all different",
  "malformed a chunk beyond every number",
].slice(0, extent === undefined ? 3 : undefined);

const titled = attacks.map((attack) => ({ ...attack, title: `${attack.kind} ${attack.name}` }));
const selected = titled.filter(({ title }) => wanted?.test(title) ?? CHOSEN.includes(title));
/** The attacks that use most CPU time. */
const heavy = titled.filter(({ title }) =>
  wanted === undefined ? title === "huge rows that are alike" : /^(huge|endless)/.test(title),
);
/** A shorter deadline by default. */
const level = wanted === undefined ? "smoke" : "standard";

describe.concurrent("a run withstands the attack", { timeout: 2 * DEADLINE_S * 1_000 }, () => {
  test.for(selected)("$title", async (attack) => {
    expect(await attackRun(attack, { level })).toStrictEqual([]);
  });
});

// The end is measured in real time, and measured again on a busy machine.
describe("an interrupt ends a run in two seconds", { timeout: 2 * DEADLINE_S * 1_000, retry: 2 }, () => {
  test.for(heavy)("$title", async (attack) => {
    expect(await attackRun(attack, { interruptMs: 3_000 })).toStrictEqual([]);
  });
});
