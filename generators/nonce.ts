// §4.7, §8
import * as fc from "fast-check";
import { limits } from "../schemas/limits.ts";
import { cases, type Cases } from "./cases.ts";
import { noCounts, numeral, otherWritings } from "./digits.ts";
import { refusedTexts } from "./refused.ts";

const { min, max } = limits.nonce;

/** Sure nonces: from zero to the end of int32. */
export function validNonce(): Cases<string> {
  return cases(
    { highest: String(max), lowest: String(min), one: "1", "second highest": String(max - 1) },
    { small: fc.nat(100).map(String), "any int32": fc.integer({ min, max }).map(String) },
  );
}

/** What no statement takes for a nonce; a lenient reader takes most of them for 0, which finds a record. */
export function invalidNonce(): Cases<string> {
  const { negative, fraction, letters } = noCounts();
  return refusedTexts(
    {
      "letter behind": "0a",
      "minus one": "-1",
      "fraction below one": "0.5",
      "0 above 32 bits": "4294967296",
      text: "abc",
      "one above int32": "2147483648",
      "letter in front": "a0",
      "space inside": "0 0",
    },
    {
      "letter between": "0k0",
      fraction: "1.5",
      "negative fraction": "-0.5",
      "comma inside": "0,0",
      truth: "false",
      nothing: "null",
      "not a number": "NaN",
      "highest of 32 bits": "4294967295",
      "highest int64": "9223372036854775807",
      "one above int64": "9223372036854775808",
      "0 above 64 bits": "18446744073709551616",
      "lowest int32": "-2147483648",
      "0 below 32 bits": "-4294967296",
    },
    {
      negative,
      "above int32": fc.oneof(fc.integer({ min: max + 1, max: 2 ** 40 }).map(String), numeral(11, 25)),
      fraction,
      letters,
    },
  );
}

/** What may be taken for a nonce or not. */
export function openNonce(): Cases<string> {
  const nonce = fc.integer({ min, max }).map(String);
  return cases(
    {
      empty: "",
      "two zeros": "00",
      "zero in front": "01",
      "plus sign": "+1",
      "minus zero": "-0",
      "whole number with a decimal": "1.0",
      exponent: "1e1",
      hexadecimal: "0x1",
      operator: "eq:1",
      "space in front": " 1",
      "space at the end": "1 ",
    },
    otherWritings(nonce),
  );
}
