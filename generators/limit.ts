// §4.3, §4.4, §8
import * as fc from "fast-check";
import { cases, type Cases } from "./cases.ts";
import { noCounts, otherWritings } from "./digits.ts";
import { refusedTexts } from "./refused.ts";

/** Sure limits. The first two cost nothing: lists are read by the one, and refusals are compared with the other. */
export function validLimit(): Cases<string> {
  const all = cases(
    {
      highest: "100",
      lowest: "1",
      "second lowest": "2",
      "second highest": "99",
      middle: "50",
    },
    { "1 to 100": fc.integer({ min: 1, max: 100 }).map(String) },
  );
  return { ...all, telling: 2 };
}

/** What no statement takes for a limit; too high is not among it, see `aboveLimit`. */
export function invalidLimit(): Cases<string> {
  return refusedTexts(
    {
      "letter behind": "5a",
      zero: "0",
      "minus one": "-1",
      fraction: "5.5",
      text: "abc",
      "letter in front": "a5",
      "space inside": "5 5",
    },
    {
      "letter between": "5k5",
      "fraction below one": "0.5",
      "negative fraction": "-1.5",
      "comma inside": "5,5",
      truth: "true",
      "not a number": "NaN",
      "lowest int32": "-2147483648",
      "two zeros": "00",
      "5 below the range of 32 bits": "-4294967291",
    },
    noCounts(),
  );
}

/** Limits above the highest: they may be refused, or served with 100 rows at most. */
export function aboveLimit(): Cases<string> {
  return cases(
    {
      "one above": "101",
      "ten times": "1000",
      "highest int32": "2147483647",
      "20 digits": "99999999999999999999",
    },
    { above: fc.integer({ min: 101, max: 1_000_000 }).map(String) },
  );
}

/** What may be taken for a limit or not. */
export function openLimit(): Cases<string> {
  const limit = fc.integer({ min: 1, max: 100 }).map(String);
  return cases(
    {
      empty: "",
      "zero in front": "05",
      "plus sign": "+5",
      "space in front": " 5",
      "space at the end": "5 ",
      "whole number with a decimal": "5.0",
      exponent: "1e1",
      hexadecimal: "0x10",
      operator: "eq:5",
      "minus zero": "-0",
    },
    otherWritings(limit),
  );
}
