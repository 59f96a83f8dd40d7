// §2.1, §8
import * as fc from "fast-check";
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Literals } from "./cases.ts";
import { characterOf, digits, numeral, zeroPadded } from "./digits.ts";
import { refusedBy } from "./refused.ts";

const SECONDS = numeral(1, 10);

/** Seconds, then perhaps a dot and 1 to 9 decimals; no zero in front of other digits of the seconds. */
export function timestampText(): fc.Arbitrary<string> {
  return fc.oneof(SECONDS, withDecimals(SECONDS, digits(1, 9)));
}

/** Both ends of seconds and of decimals. */
export const TIMESTAMP_LITERALS: Literals = {
  "10 digits of seconds, 9 decimals": "9999999999.999999999",
  "1 digit of seconds": "1",
  "1 decimal": "1.5",
  "9 decimals": "1700000000.000000001",
  zero: "0",
  "10 digits of seconds": "9999999999",
  "lowest 10 digits of seconds": "1000000000",
  "zero with 9 zeros": "0.000000000",
  "10 digits of seconds, 1 decimal": "9999999999.9",
};

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
export const invalidTimestamp = (): Cases<string> => refusedBy(grammars.timestamp);

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
