// §2.1, §4.7, §4.8
import * as fc from "fast-check";
import type { Kinds } from "./cases.ts";

const LETTERS = { lower: ["lower"], upper: ["upper"], mixed: ["lower", "upper"] } as const;
const GROUP = 7;

/** So many hex digits, without 0x. Mixed ones change their case from one group of seven to the next. */
export function hexDigits(
  min: number,
  max = min,
  letters: keyof typeof LETTERS = "mixed",
): fc.Arbitrary<string> {
  const count = Math.ceil(max / GROUP);
  const groups = fc.array(groupOfDigits(letters), { minLength: count, maxLength: count });
  return fc.tuple(fc.integer({ min, max }), groups).map(([length, texts]) => texts.join("").slice(0, length));
}

/** The same, with 0x in front. */
export function prefixed(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.map((text) => `0x${text}`);
}

/** So many hex digits with 0x and without, in lower, upper and both cases. */
export function hexKinds(count: number): Kinds {
  const [lower, upper, both] = [
    hexDigits(count, count, "lower"),
    hexDigits(count, count, "upper"),
    hexDigits(count),
  ];
  return {
    "0x, lower case": prefixed(lower),
    "0x, upper case": prefixed(upper),
    "0x, both cases": prefixed(both),
    "lower case": lower,
    "upper case": upper,
    "both cases": both,
  };
}

function groupOfDigits(letters: keyof typeof LETTERS): fc.Arbitrary<string> {
  const values = 16 ** GROUP;
  const cases = LETTERS[letters];
  return fc.nat(values * cases.length - 1).map((value) => {
    const text = (value % values).toString(16).padStart(GROUP, "0");
    return cases[Math.floor(value / values)] === "upper" ? text.toUpperCase() : text;
  });
}
