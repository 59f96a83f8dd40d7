// §2.1, §4.3
import * as fc from "fast-check";
import { cases, type Cases, type Kinds, type Literals } from "./cases.ts";
import { lettersAmongDigits, numeral, zeroPadded } from "./digits.ts";
import { hexDigits, prefixed } from "./hex.ts";

const PART = numeral(1, 10);
const TOO_LONG = numeral(11, 20);
// Never minus zero, which is a zero to some.
const NEGATIVE = numeral(1, 9).map((text) => `-1${text}`);

/** Ids of three parts, none of them with a zero in front of other digits. */
export function fullId(): fc.Arbitrary<string> {
  return joined(PART, PART, PART);
}

/** The parts with dots between them. */
export function joined(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.join("."));
}

/** Full ids at the ends of every range. */
export const FULL_ID_LITERALS: Literals = {
  "1 digit in each part": "0.0.1",
  "10 digits in each part": "9999999999.9999999999.9999999999",
  "10 digits in num": "0.0.9999999999",
  "zero in each part": "0.0.0",
  "10 digits in shard": "9999999999.0.1",
  "10 digits in realm": "0.9999999999.1",
  "lowest 10 digits in each part": "1000000000.1000000000.1000000000",
};

/** Broken in a way that also rules out an id with its shard and realm left out. */
export const BROKEN_ID_LITERALS: Literals = {
  "eleventh digit in num": "0.0.12345678901",
  "fourth part": "0.0.0.1",
  "letters for num": "0.0.abc",
  "negative num": "0.0.-1",
  text: "abc",
  "dot at the end": "0.0.1.",
  "eleventh digit in shard": "10000000000.0.1",
  "eleventh digit in realm": "0.10000000000.1",
  "letter behind num": "0.0.1a",
  "no num": "0.0.",
  "letter in shard": "o.0.1",
  "hyphens for dots": "0-0-1",
  "negative shard": "-1.0.1",
  "negative realm": "0.-1.1",
  "colons for dots": "0:0:1",
  "underscores for dots": "0_0_1",
};

/** The same ways by chance. */
export function brokenIds(): Kinds {
  const letters = lettersAmongDigits();
  const separator = fc.constantFrom("-", "_", ":", "~", "@");
  return {
    "eleventh digit in shard": joined(TOO_LONG, PART, PART),
    "eleventh digit in realm": joined(PART, TOO_LONG, PART),
    "eleventh digit in num": joined(PART, PART, TOO_LONG),
    "fourth part": joined(PART, PART, PART, PART),
    "fifth part": joined(PART, PART, PART, PART, PART),
    "letters in shard": joined(letters, PART, PART),
    "letters in realm": joined(PART, letters, PART),
    "letters in num": joined(PART, PART, letters),
    "negative part": fc.oneof(
      joined(NEGATIVE, PART, PART),
      joined(PART, NEGATIVE, PART),
      joined(PART, PART, NEGATIVE),
    ),
    "dot at the end": fullId().map((id) => `${id}.`),
    "no num": joined(PART, PART).map((id) => `${id}.`),
    "another sign for the dots": fc
      .tuple(PART, PART, PART, separator)
      .map(([a, b, c, sign]) => [a, b, c].join(sign)),
    "another sign for one dot": fc
      .tuple(PART, PART, PART, separator)
      .map(([a, b, c, sign]) => `${a}.${b}${sign}${c}`),
  };
}

/** Ids with a zero in front of other digits: the pattern takes them, no sentence speaks of them. */
export function zeroPaddedIds(): fc.Arbitrary<string> {
  const padded = zeroPadded(10);
  return fc.oneof(joined(padded, PART, PART), joined(PART, padded, PART), joined(PART, PART, padded));
}

/** Sure ids, for a path. */
export function validEntityId(): Cases<string> {
  return cases(FULL_ID_LITERALS, { "full id": fullId() });
}

/** What no statement takes for an id, for a path. */
export function invalidEntityId(): Cases<string> {
  return cases(
    {
      ...BROKEN_ID_LITERALS,
      "num alone": "1",
      operator: "eq:0.0.1",
      "no shard": "0.1",
      "dot at the start": ".0.1",
      "empty realm": "0..1",
    },
    { ...brokenIds(), "num alone": PART, "no shard": joined(PART, PART) },
  );
}

/** What may be taken for an id or not, for a path. */
export function openEntityId(): Cases<string> {
  return cases(
    {
      "zero in front of num": "0.0.01",
      "zero in front of shard": "00.0.1",
      "ten digits, nine of them zeros in front": "0.0.0000000001",
      "address for num": `0.0.0x${"a1".repeat(20)}`,
      address: `0x${"a1".repeat(20)}`,
      "checksum behind the id": "0.0.1-abcde",
    },
    {
      "zero in front": zeroPaddedIds(),
      "address for num": joined(PART, PART, prefixed(hexDigits(40))),
    },
  );
}
