import { describe, expect, test } from "vitest";
import { variants } from "../../reference/variants.ts";
import { alarms, checked } from "./check-reference.ts";

const SEED = 20_260_101;
const names = Object.keys(variants);
/**
 * `each`: every twentieth at standard, the others at smoke, where they differ; `all`: each at both, at all endpoints. Every
 * day one in so many.
 */
const { VARIANTS: extent } = process.env;
const isAll = extent === "all";
const DAILY = extent === undefined ? 5 : 1;
const today = names.filter((_, index) => index % DAILY === 0);

describe.each([
  ["standard", today.filter((_, index) => isAll || index % 20 === 0)],
  ["smoke", today.filter((_, index) => isAll || index % 20 !== 0)],
] as const)(`no clause fails at %s (seed ${SEED}) on the variant`, (level, own) => {
  test.each(own)("%s", { timeout: 90_000 }, async (variant) => {
    const only = (isAll ? undefined : variants[variant]?.concerns) ?? [];
    expect(alarms(await checked({ variant }, { level, seed: SEED, only }))).toEqual([]);
  });
});
