import { describe, expect, test } from "vitest";
import { variants } from "../../reference/variants.ts";
import { alarms, checked } from "./check-reference.ts";

const SEED = 20_260_101;
const names = Object.keys(variants);
/** `each`, as in CI: every twentieth at standard, the others at smoke, where they differ; `all`: at all endpoints. By default every fifteenth. */
const { VARIANTS: extent } = process.env;
const isAll = extent === "all";
const SHARE = extent === undefined ? 15 : 1;
const today = names.filter((_, index) => index % SHARE === 0);

describe.each([
  ["standard", today.filter((_, index) => isAll || index % 20 === 0)],
  ["smoke", today.filter((_, index) => isAll || index % 20 !== 0)],
] as const)(`no clause fails at %s (seed ${SEED}) on the variant`, (level, own) => {
  test.each(own)("%s", async (variant) => {
    const only = (isAll ? undefined : variants[variant]?.concerns) ?? [];
    expect(alarms(await checked({ variant }, { level, seed: SEED, only }))).toEqual([]);
  });
});
