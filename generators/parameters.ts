// §4.3, §4.4, §4.5, §4.7, §8: valid, invalid and ambiguous values of limit, order, nonce, name and public key
import * as fc from "fast-check";
import { contractLimits } from "../schemas/limits.ts";
import { cases, namedCases, type Cases, type Format, type Kinds, type Literals } from "./cases.ts";
import { refusedTexts } from "./refused.ts";

/** One of these characters. */
function characterOf(characters: string): fc.Arbitrary<string> {
  return fc.constantFrom(...characters.split(""));
}

const DIGIT = characterOf("0123456789");
const NON_ZERO = characterOf("123456789");
const LETTER = characterOf("ghjkmpqrsuvwyzGHJKMPQRSUVWYZ");

/** Text of a number of digits, including leading zeros. */
function digitText(min: number, max = min): fc.Arbitrary<string> {
  return fc.string({ unit: DIGIT, minLength: min, maxLength: max, size: "max" });
}

/** An integer of a number of digits, without leading zeros. */
function numeral(min: number, max = min): fc.Arbitrary<string> {
  if (min > 1) {
    return longNumeral(min, max);
  }
  return fc.oneof({ weight: 1, arbitrary: fc.constant("0") }, { weight: 9, arbitrary: longNumeral(1, max) });
}

/** Negative numbers, fractions, and texts that are not numbers: no parser of counts accepts them. */
const noCounts = (): Kinds => ({
  negative: numeral(1, 9).map((text) => `-1${text}`),
  fraction: fc.tuple(fc.nat(99), digitText(0, 5)).map(([whole, decimals]) => `${whole}.${decimals}5`),
  // At least two letters, because a single one matches an unescaped dot; none that is part of a number, as e and x are.
  letters: fc
    .tuple(digitText(0, 3), fc.string({ unit: LETTER, minLength: 2, maxLength: 3 }), digitText(0, 3))
    .map((parts) => parts.join("")),
});

function longNumeral(min: number, max: number): fc.Arbitrary<string> {
  return fc.tuple(NON_ZERO, digitText(min - 1, max - 1)).map((parts) => parts.join(""));
}

/** The values of a parameter: fixed ones and arbitraries for more. */
interface Values {
  readonly valid: readonly [Literals, Kinds];
  readonly invalid: readonly [Literals, Kinds];
  readonly ambiguous: Literals;
}

const parameterFormat = ({ valid, invalid, ambiguous }: Values): Format => ({
  valid: () => cases(...valid),
  invalid: () => refusedTexts(...invalid),
  ambiguous: () => namedCases(ambiguous),
});

const WORD = fc.constantFrom("asc", "desc");
// Both words contain a c, so that a word without a c equals neither in any letter case.
const NO_C = characterOf("abdefghijklmnopqrstuvwxyz");

const { min: shortest, max: longest } = contractLimits.nameLength;
const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const CHARACTER = characterOf(ALPHABET);
const REPEATED_FAMILIES = ALPHABET.repeat(4);

function letters(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: CHARACTER, minLength, maxLength, size: "max" });
}

// Names without a colon, because a service may parse an operator before it, and with letters at both ends, because a service
// may trim spaces.
function signs(): fc.Arbitrary<string> {
  const unit = characterOf("%_\\'\"*.()[]{}$^|?+-#&=/;,!@~`<>");
  return fc.string({ unit, minLength: 1, maxLength: 20 }).map((text) => `a${text}z`);
}

// Single inner spaces only: a service may trim or collapse others before it counts.
function words(): fc.Arbitrary<string> {
  return fc.array(letters(3, 9), { minLength: 1, maxLength: 10 }).map((list) => list.join(" "));
}

/** Ambiguous counts: a parser may accept them as this count or as another one, or refuse them. */
const ambiguousCounts = (digit: number): Literals => ({
  empty: "",
  "zero in front": `0${digit}`,
  "plus sign": `+${digit}`,
  "space in front": ` ${digit}`,
  "space at the end": `${digit} `,
  "whole number with a decimal": `${digit}.0`,
  exponent: "1e1",
  hexadecimal: "0x10",
  operator: `eq:${digit}`,
  "minus zero": "-0",
});

const { min, max } = contractLimits.nonce;

export const parameters = {
  limit: parameterFormat({
    valid: [
      {
        lowest: "1",
        highest: "100",
        "second lowest": "2",
        usual: "25",
        low: "10",
        "second highest": "99",
      },
      { "1 to 100": fc.integer({ min: 1, max: 100 }).map(String) },
    ],
    invalid: [
      {
        "letter behind": "5a",
        zero: "0",
        "minus one": "-1",
        fraction: "5.5",
        text: "abc",
        "letter in front": "a5",
        "space inside": "5 5",
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
    ],
    ambiguous: ambiguousCounts(5),
  }),
  order: parameterFormat({
    valid: [{ ascending: "asc", descending: "desc" }, { "one of the two": WORD }],
    invalid: [
      {
        "written out, ascending": "ascending",
        "letter in front": "xdesc",
        one: "1",
        "another word": "foo",
        "letter too many": "ascx",
        "written out, descending": "descending",
        "first letter": "d",
        "first letters": "as",
        "letters swapped": "acs",
        "both words": "asc,desc",
        "a direction": "up",
      },
      {
        "another word": fc.string({ unit: NO_C, minLength: 1, maxLength: 12 }),
        "letters behind": fc
          .tuple(WORD, fc.string({ unit: NO_C, minLength: 1, maxLength: 4 }))
          .map((parts) => parts.join("")),
        digits: fc.nat(99).map(String),
      },
    ],
    ambiguous: {
      empty: "",
      "ascending in capitals": "ASC",
      "descending in capitals": "DESC",
      "ascending with a capital": "Asc",
      "descending with a capital": "Desc",
      "descending in both cases": "dEsC",
      operator: "eq:asc",
      "space in front": " asc",
      "space at the end": "desc ",
    },
  }),
  /** From zero to the highest int32. A lenient parser reads most malformed nonces as 0, which finds a record. */
  nonce: parameterFormat({
    valid: [
      { highest: String(max), lowest: String(min), one: "1", "second highest": String(max - 1) },
      { small: fc.nat(100).map(String), "any int32": fc.integer({ min, max }).map(String) },
    ],
    invalid: [
      {
        "letter behind": "0a",
        "minus one": "-1",
        "fraction below one": "0.5",
        "0 above 32 bits": "4294967296",
        text: "abc",
        "one above int32": "2147483648",
        "letter in front": "a0",
        "space inside": "0 0",
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
        "0 below 32 bits": "-4294967296",
      },
      {
        ...noCounts(),
        "above int32": fc.oneof(fc.integer({ min: max + 1, max: 2 ** 40 }).map(String), numeral(11, 25)),
      },
    ],
    ambiguous: { ...ambiguousCounts(1), "two zeros": "00" },
  }),
  /**
   * Names in any script. Names of minimum or maximum length, and ambiguous names, are ASCII, because characters, code units and
   * bytes are then the same in number.
   */
  name: parameterFormat({
    valid: [
      {
        "100 characters": REPEATED_FAMILIES.slice(0, longest),
        "99 characters, signs of patterns among them": `50%_of[a-z]*${REPEATED_FAMILIES}`.slice(
          0,
          longest - 1,
        ),
        "3 digits": "123",
        "signs of quoting": 'it\'s "\\one\\"',
        "several scripts": "Ωmega 灯台の証券 Маяк نور",
        "65 characters, signs of expressions among them": `^(a.b)+$|c?${REPEATED_FAMILIES}`.slice(0, 65),
        "3 characters, the inner one a space": "a b",
        "signs beyond 16 bits": "sail 🚢 and 𝔉raktur",
        "signs of a query": "a&b=c#d?e/f+g;h--",
        "3 characters": "abc",
        "4 characters": "Coin",
      },
      { "letters and digits": letters(shortest, longest), words: words(), signs: signs() },
    ],
    invalid: [
      {
        "2 characters": "ab",
        "101 characters": REPEATED_FAMILIES.slice(0, longest + 1),
        "1 character": "a",
        "2 digits": "12",
        "2 signs": "%_",
        "1 sign": "%",
        "102 characters": REPEATED_FAMILIES.slice(0, longest + 2),
        "128 characters": REPEATED_FAMILIES.slice(0, 128),
        "200 characters": REPEATED_FAMILIES.slice(0, 2 * longest),
        "256 characters": REPEATED_FAMILIES.repeat(2).slice(0, 256),
        "1000 characters": REPEATED_FAMILIES.repeat(5).slice(0, 1_000),
      },
      {
        "1 or 2 characters": letters(1, shortest - 1),
        "101 characters": letters(longest + 1, longest + 1),
        "102 to 120 characters": letters(longest + 2, longest + 20),
      },
    ],
    ambiguous: {
      empty: "",
      "3 spaces": "   ",
      "2 letters and a space": "ab ",
      "space in front of 2 letters": " ab",
      "100 letters and a space": `${REPEATED_FAMILIES.slice(0, longest)} `,
      operator: "eq:abc",
      "colon inside": "abc:def",
    },
  }),
} as const;

/** Limits above 100: a service may refuse them, or return at most 100 rows. */
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
