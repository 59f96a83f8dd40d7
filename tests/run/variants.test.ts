import { describe, expect, test } from "vitest";
import { variants } from "../../reference/variants.ts";
import { run } from "../../lib/run.ts";
import { testReference } from "../tools/own.ts";
import { alarms } from "./check-reference.ts";

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
] as const)(`a conforming variant conforms at %s (seed ${SEED})`, (level, own) => {
  test.each(own)("%s", async (variant) => {
    const only = (isAll ? undefined : variants[variant]?.concerns) ?? [];
    const { target } = await testReference({ variant });
    const { clauses, verdict, reason } = await run(target, { level, seed: SEED, only: [...only] });
    // A run in which no clause passes, such as one of fees that are always missing, is incomplete.
    const isTested = clauses.some(({ outcome }) => outcome === "passed");
    expect({ alarms: alarms(clauses), verdict, reason }).toMatchObject({
      alarms: [],
      verdict: isTested ? "conforms" : "incomplete",
    });
  });
});

test("accidental errors on different pages of one case are no failure (seed 905)", async () => {
  const { target } = await testReference({ variant: "accidental-errors" });
  const { clauses } = await run(target, { level: "standard", seed: 905, only: ["tokens"] });
  expect(alarms(clauses)).toEqual([]);
});
