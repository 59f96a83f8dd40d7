// §2.1, §8
import * as fc from "fast-check";
import { cases, type Cases, type Kinds, type Literals } from "./cases.ts";
import { characterOf } from "./character.ts";
import { digits, lettersAmongDigits, numeral, zeroPadded } from "./digits.ts";

const SECONDS = numeral(1, 10);

/** Seconds, then perhaps a dot and 1 to 9 decimals; no zero in front of other digits of the seconds. */
export function timestampText(): fc.Arbitrary<string> {
  return fc.oneof(SECONDS, withDecimals(SECONDS, digits(1, 9)));
}

/** Both ends of seconds and of decimals. */
export const TIMESTAMP_LITERALS: Literals = {
  "10 digits of seconds, 9 decimals": "9999999999.999999999",
  "1 digit of seconds": "1",
  "9 decimals": "1700000000.000000001",
  "1 decimal": "1.5",
  zero: "0",
  "10 digits of seconds": "9999999999",
  "lowest 10 digits of seconds": "1000000000",
  "zero with 9 zeros": "0.000000000",
  "10 digits of seconds, 1 decimal": "9999999999.9",
};

/** Broken so that nothing fits, an unescaped dot included: no sign of any kind could stand for the dot. */
export const BROKEN_TIMESTAMP_LITERALS: Literals = {
  "tenth decimal": "1.1234567890",
  "21 digits": "123456789012345678901",
  text: "abc",
  negative: "-1",
  "dot at the end": "1.",
  "letter behind": "1a",
  "letter in front": "a1",
  "second dot": "1.5.5",
  "no seconds": ".5",
  "eleventh digit of seconds, with decimals": "12345678901.5",
  "10 digits of seconds, tenth decimal": "1700000000.1234567890",
  "doubled dot": "1..5",
  "date and time": "2024-01-01T00:00:00Z",
  "letter behind decimals": "1.5a",
  "negative with decimals": "-1.5",
  "exponent of a fraction": "1.5e3",
  "sign in the decimals": "1.-5",
  "calendar date": "2024-01-01",
};

/** The same ways by chance. */
export function brokenTimestamps(): Kinds {
  const decimals = digits(1, 9);
  const letter = characterOf("abcdefxyzABCDEFXYZ");
  const twoSigns = fc.constantFrom("--", "::", "._", "-.", "~~", "e-");
  return {
    "21 digits or more": numeral(21, 30),
    "eleventh digit of seconds, with decimals": withDecimals(numeral(11, 20), decimals),
    "tenth decimal": withDecimals(SECONDS, digits(10, 15)),
    "second dot": withDecimals(SECONDS, withDecimals(decimals, decimals)),
    "no seconds": decimals.map((text) => `.${text}`),
    // Never minus zero, which is a zero to some.
    negative: withDecimals(numeral(1, 9), decimals).map((text) => `-1${text}`),
    letters: lettersAmongDigits(),
    "letter behind": fc.tuple(timestampText(), letter).map((parts) => parts.join("")),
    "letter in front": fc.tuple(letter, timestampText()).map((parts) => parts.join("")),
    "two signs for the dot": fc.tuple(SECONDS, twoSigns, decimals).map((parts) => parts.join("")),
  };
}

/** Whole numbers that an unescaped dot lets pass, since any digit can stand for it. */
export function digitsInARow(): fc.Arbitrary<string> {
  return numeral(11, 20);
}

/** Another sign where the dot belongs. */
export function withSign(signs: string): fc.Arbitrary<string> {
  return fc.tuple(SECONDS, characterOf(signs), digits(1, 9)).map((parts) => parts.join(""));
}

/** Seconds with a zero in front of other digits. */
export function zeroPaddedTimestamps(): fc.Arbitrary<string> {
  return fc.oneof(zeroPadded(10), withDecimals(zeroPadded(10), digits(1, 9)));
}

/** Sure times. */
export function validTimestamp(): Cases<string> {
  return cases(TIMESTAMP_LITERALS, { "seconds and decimals": timestampText() });
}

/** What no statement takes for a time where the dot of the pattern is escaped. */
export function invalidTimestamp(): Cases<string> {
  return cases(
    {
      ...BROKEN_TIMESTAMP_LITERALS,
      "eleventh digit of seconds": "12345678901",
      "20 digits": "12345678901234567890",
      "hyphen for the dot": "1-5",
      "letter for the dot": "1x5",
    },
    {
      ...brokenTimestamps(),
      "eleventh digit of seconds": digitsInARow(),
      "another sign for the dot": withSign("-:_~@abcxyz"),
    },
  );
}

/** What may be taken for a time or not. */
export function openTimestamp(): Cases<string> {
  return cases(
    { "zero in front": "01", "zeros in front, 10 digits": "0000000001.5" },
    { "zero in front": zeroPaddedTimestamps() },
  );
}

function withDecimals(seconds: fc.Arbitrary<string>, decimals: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(seconds, decimals).map((parts) => parts.join("."));
}
