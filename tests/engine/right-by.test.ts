import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../engine/schema/validator.ts";
import { rightBy } from "../../engine/schema/right-by.ts";

import type { JsonSchema } from "../../schemas/json-schema.ts";
import { operations } from "../../schemas/operations.ts";
import { valid } from "../../engine/schema/example-values.ts";

const SEED = 20;
const ENDPOINTS = Object.values(operations);

/** Values that are put in the place of any other. */
const intruders = [
  null,
  true,
  "",
  "0.0.1",
  "x",
  0,
  1.5,
  -1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e300,
  [],
  {},
  [null],
];

/** The same value with one place in it changed, left out, or put in the place of the whole. */
function changed(value: unknown, choose: (most: number) => number): unknown {
  const isLeaf = typeof value !== "object" || value === null;
  if (isLeaf || choose(5) === 0) {
    return intruders[choose(intruders.length - 1)];
  }
  if (Array.isArray(value)) {
    const at = choose(Math.max(value.length - 1, 0));
    return value.map((element, index) => (index === at ? changed(element, choose) : element));
  }
  const names = Object.keys(value);
  const name = names[choose(Math.max(names.length - 1, 0))];
  const entries = Object.entries(value).flatMap(([key, member]) =>
    key !== name ? [[key, member]] : choose(3) === 0 ? [] : [[key, changed(member, choose)]],
  );
  return Object.fromEntries(entries);
}

describe(`the first look at a body (seed ${SEED})`, () => {
  it.each(ENDPOINTS.map(({ endpoint }) => endpoint))("says of %s what the validator says", (endpoint) => {
    const schema = operations[endpoint].success;
    const isValid = compile(schema);
    const said = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const choose = (most: number): number => (numbers.next().value ?? 0) % (most + 1);
        const value = changed(valid(schema), choose);
        const isRight = isValid(value);
        said[isRight ? "right" : "wrong"] += 1;
        expect(rightBy(schema)(value)).toBe(isRight);
      }),
      { seed: SEED, numRuns: 500 },
    );
    expect(rightBy(schema)(valid(schema))).toBe(true);
    expect(said.wrong).toBeGreaterThan(100);
  });

  it("leaves a schema that it does not know to the validator", () => {
    const schema: JsonSchema = { type: "integer", minimum: 3 };
    expect(rightBy(schema)(5)).toBe(false);
    expect(rightBy({ type: "object", required: ["a"] })({ a: 1 })).toBe(false);
  });
});
