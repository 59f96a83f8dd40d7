// §4.3, §4.4, §4.5, §4.7, §8: valid, invalid and ambiguous values of limit, order, nonce and name
import * as fc from "fast-check";
import { contractLimits } from "../schemas/limits.ts";
import { cases, namedCases, type Cases, type Format, type Kinds, type Literals } from "./cases.ts";

/** Any text that matches a pattern, with long texts as often as short ones. */
const matching = (pattern: RegExp): fc.Arbitrary<string> => fc.stringMatching(pattern, { size: "max" });

/** Negative numbers, fractions, and texts that are not numbers: no parser of counts accepts them. */
const noCounts = (): Kinds => ({
  "a negative number": matching(/^-1\d{1,9}$/),
  "a fraction": matching(/^\d{1,2}\.\d{0,5}5$/),
  // Letters that occur in numbers, such as e and x, are excluded.
  "letters between digits": matching(/^\d{0,3}[ghjkmpqrsuvwyzGHJKMPQRSUVWYZ]{2,3}\d{0,3}$/),
});

interface Values {
  readonly valid: readonly [Literals, Kinds];
  readonly invalid: readonly [Literals, Kinds];
  readonly ambiguous: Literals;
}

const parameterFormat = ({ valid, invalid, ambiguous }: Values): Format => ({
  valid: () => cases(...valid),
  invalid: () => {
    const { boundaries, middle } = cases(...invalid);
    return { boundaries: boundaries.map((one) => ({ ...one, family: one.name })), middle };
  },
  ambiguous: () => namedCases(ambiguous),
});

const { min: shortest, max: longest } = contractLimits.nameLength;
const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LONG_NAME = ALPHABET.repeat(4);

const letters = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  matching(new RegExp(`^[a-zA-Z0-9]{${minLength},${maxLength}}$`));

/** Texts next to a count that no parser of counts accepts. */
const malformedCounts = (digit: number): Literals => ({
  "a letter at the end": `${digit}a`,
  "minus one": "-1",
  "a fraction below one": "0.5",
  "letters only": "abc",
  "a letter at the start": `a${digit}`,
  "a space in the middle": `${digit} ${digit}`,
  "a letter between digits": `${digit}k${digit}`,
  "a fraction": `${digit + 1}.5`,
  "a negative fraction": `-${digit}.5`,
  "a comma between digits": `${digit},${digit}`,
  "a boolean": "true",
  null: "null",
  NaN: "NaN",
  [`${digit} minus 2^32`]: String(digit - 2 ** 32),
});

/** Ambiguous counts: a parser may accept them as this count or as another one, or refuse them. */
const ambiguousCounts = (digit: number): Literals => ({
  empty: "",
  "a zero at the start": `0${digit}`,
  "a plus sign": `+${digit}`,
  "a space at the start": ` ${digit}`,
  "a space at the end": `${digit} `,
  "a decimal zero": `${digit}.0`,
  "an exponent": "1e1",
  "a hexadecimal number": "0x10",
  "an operator": `eq:${digit}`,
  "minus zero": "-0",
});

const { min, max } = contractLimits.nonce;

export const parameters = {
  limit: parameterFormat({
    valid: [
      {
        "the lowest value": "1",
        "the highest value": "100",
        "the second-lowest value": "2",
        "a usual value": "25",
        "a low value": "10",
        "the second-highest value": "99",
      },
      { "1 to 100": fc.integer({ min: 1, max: 100 }).map(String) },
    ],
    invalid: [
      {
        zero: "0",
        "two zeros": "00",
        "the lowest int32": "-2147483648",
        ...malformedCounts(5),
      },
      noCounts(),
    ],
    ambiguous: ambiguousCounts(5),
  }),
  order: parameterFormat({
    valid: [{ ascending: "asc", descending: "desc" }, { "one of the two": fc.constantFrom("asc", "desc") }],
    invalid: [
      {
        "the word ascending": "ascending",
        "a letter at the start": "xdesc",
        "the number 1": "1",
        "another word": "foo",
        "an extra letter at the end": "ascx",
        "the word descending": "descending",
        "the word descending in uppercase": "DESCENDING",
        "the first letter only": "d",
        "the first two letters only": "as",
        "two letters swapped": "acs",
        "both words": "asc,desc",
        "the word up": "up",
      },
      {
        // Both words contain a c, so that a word without a c equals neither in any letter case.
        "another word": matching(/^[abd-z]{1,12}$/),
        "letters at the end": matching(/^(?:asc|desc)[abd-z]{1,4}$/),
        digits: fc.nat(99).map(String),
      },
    ],
    ambiguous: {
      empty: "",
      "asc in uppercase": "ASC",
      "desc in uppercase": "DESC",
      "asc with an uppercase first letter": "Asc",
      "desc with an uppercase first letter": "Desc",
      "desc in mixed case": "dEsC",
      operator: "eq:asc",
      "a space at the start": " asc",
      "a space at the end": "desc ",
    },
  }),
  /** Integers from zero to the highest int32. A lenient parser reads most malformed nonces as 0, which finds a record. */
  nonce: parameterFormat({
    valid: [
      {
        "the highest value": String(max),
        "the lowest value": String(min),
        one: "1",
        "the second-highest value": String(max - 1),
      },
      { "a small value": fc.nat(100).map(String), "any int32": fc.integer({ min, max }).map(String) },
    ],
    invalid: [
      {
        "the highest int32 plus 1": "2147483648",
        "2^32": "4294967296",
        ...malformedCounts(0),
        "2^32 minus 1": "4294967295",
        "the highest int64": "9223372036854775807",
        "the highest int64 plus 1": "9223372036854775808",
        "2^64": "18446744073709551616",
      },
      {
        ...noCounts(),
        "a value above int32": fc.oneof(
          fc.integer({ min: max + 1, max: 2 ** 40 }).map(String),
          matching(/^[1-9]\d{10,24}$/),
        ),
      },
    ],
    ambiguous: { ...ambiguousCounts(1), "two zeros": "00" },
  }),
  /** Names in any script. Names of extreme length and ambiguous ones are ASCII, with as many bytes and code units as characters. */
  name: parameterFormat({
    valid: [
      {
        "100 characters": LONG_NAME.slice(0, longest),
        "99 characters, including those of patterns": `50%_of[a-z]*${LONG_NAME}`.slice(0, longest - 1),
        "3 digits": "123",
        "quotation marks and backslashes": 'it\'s "\\one\\"',
        "several scripts": "Ωmega 灯台の証券 Маяк نور",
        // The text is not a valid regular expression: a service that evaluates it as one fails.
        "65 characters, including those of regular expressions": `+(a.b[^$|c?${LONG_NAME}`.slice(0, 65),
        "3 characters with a space in the middle": "a b",
        "characters beyond 16 bits": "sail 🚢 and 𝔉raktur",
        "characters of a query string": "a&b=c#d?e/f+g;h--",
        "3 characters": "abc",
        "4 characters": "Coin",
      },
      {
        "letters and digits": letters(shortest, longest),
        // Names with only single inner spaces: a service may trim or collapse other spaces before it counts characters.
        words: matching(/^[a-zA-Z0-9]{3,9}(?: [a-zA-Z0-9]{3,9}){0,9}$/),
        // Names without a colon, before which a service may parse an operator, and with letters at both ends, because a service may
        // trim spaces.
        "special characters": matching(/^a[%_\\'"*.()[\]{}$^|?+\-#&=/;,!@~`<>]{1,20}z$/),
      },
    ],
    invalid: [
      {
        "2 characters": "ab",
        "101 characters": LONG_NAME.slice(0, longest + 1),
        "1 character": "a",
        "2 digits": "12",
        "2 special characters": "%_",
        "1 special character": "%",
        "102 characters": LONG_NAME.slice(0, longest + 2),
        "128 characters": LONG_NAME.slice(0, 128),
        "200 characters": LONG_NAME.slice(0, 2 * longest),
        "256 characters": LONG_NAME.repeat(2).slice(0, 256),
        "1000 characters": LONG_NAME.repeat(5).slice(0, 1_000),
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
      "a space and 2 letters": " ab",
      "100 letters and a space": `${LONG_NAME.slice(0, longest)} `,
      operator: "eq:abc",
      "a colon in the middle": "abc:def",
    },
  }),
} as const;

/** Limits above 100: a service may refuse them, or return at most 100 rows. */
export function aboveLimit(): Cases<string> {
  return cases(
    {
      "one above the maximum": "101",
      "ten times the maximum": "1000",
      "the highest int32": "2147483647",
      "2^32": "4294967296",
      "20 digits": "99999999999999999999",
    },
    { "above the maximum": fc.integer({ min: 101, max: 1_000_000 }).map(String) },
  );
}
