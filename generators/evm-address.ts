// §2.1
import * as fc from "fast-check";
import { cases, type Cases, type Kinds, type Literals } from "./cases.ts";
import { hexDigits, hexWithLetter, nearlyHex, prefixed } from "./hex.ts";

const DIGITS = "00112233445566778899aabbccddeeff01234567";

/** Addresses of 40 hex digits at the ends of what may vary. */
export const ADDRESS_LITERALS: Literals = {
  "0x, lower case": `0x${DIGITS}`,
  "lower case": DIGITS,
  "0x, upper case": `0x${DIGITS.toUpperCase()}`,
  "upper case": DIGITS.toUpperCase(),
  "0x, both cases": "0x00112233445566778899AabbCcddEeff01234567",
  "both cases": "00112233445566778899aABBcCDDeEFF01234567",
  "0x, zeros": `0x${"0".repeat(40)}`,
  "0x, highest": `0x${"f".repeat(40)}`,
  "0x, digits only": `0x${"1234567890".repeat(4)}`,
};

/** Addresses with and without 0x, in lower, upper and both cases. */
export function addresses(): Kinds {
  return {
    "0x, lower case": prefixed(hexDigits(40, 40, "lower")),
    "0x, upper case": prefixed(hexDigits(40, 40, "upper")),
    "0x, both cases": prefixed(hexDigits(40)),
    "lower case": hexDigits(40, 40, "lower"),
    "upper case": hexDigits(40, 40, "upper"),
    "both cases": hexDigits(40),
  };
}

/** Shorter than 40 characters with the prefix, longer than 42 without it, or with a sign that is no hex digit. */
export const BROKEN_ADDRESS_LITERALS: Literals = {
  "39 hex digits": DIGITS.slice(1),
  "0x, 43 hex digits": `0x${DIGITS}abc`,
  "0x, letter that is no hex digit": `0x${DIGITS.slice(1)}g`,
  "0x, 37 hex digits": `0x${DIGITS.slice(3)}`,
  "43 hex digits": `${DIGITS}abc`,
  "0x, no digit": "0x",
  "0x, 4 hex digits": "0x12ab",
  "0x, 64 hex digits": `0x${DIGITS}${DIGITS.slice(16)}`,
  "64 hex digits": `${DIGITS}${DIGITS.slice(16)}`,
  "letter that is no hex digit": `${DIGITS.slice(1)}g`,
  "doubled 0x": `0x0x${DIGITS}`,
  "0x behind the digits": `${DIGITS}0x`,
  "hyphen among the digits": `0x${DIGITS.slice(0, 19)}-${DIGITS.slice(20)}`,
};

/** The same ways by chance; too short ones hold a letter, so that they are no number either. */
export function brokenAddresses(): Kinds {
  return {
    "39 hex digits": hexWithLetter(39),
    "11 to 38 hex digits": fc.oneof(
      hexWithLetter(11),
      hexWithLetter(20),
      hexWithLetter(32),
      hexWithLetter(38),
    ),
    "0x, 1 to 37 hex digits": prefixed(hexDigits(1, 37)),
    "43 hex digits or more": hexDigits(43, 70),
    "0x, 43 hex digits or more": prefixed(hexDigits(43, 70)),
    "0x, letter that is no hex digit": prefixed(nearlyHex(40)),
    "letter that is no hex digit": nearlyHex(40),
    "doubled 0x": prefixed(prefixed(hexDigits(40))),
  };
}

/**
 * Lengths that the prose may allow, whether its 40 to 42 characters count the prefix or not, and the pattern
 * does not; and a prefix that neither settles.
 */
export function doubtfulAddresses(): Kinds {
  return {
    "41 or 42 hex digits": hexDigits(41, 42),
    "0x, 38 or 39 hex digits": prefixed(hexDigits(38, 39)),
    "0x, 41 or 42 hex digits": prefixed(hexDigits(41, 42)),
    "0X, 40 hex digits": hexDigits(40).map((text) => `0X${text}`),
  };
}

/** One of each of them. */
export const DOUBTFUL_ADDRESS_LITERALS: Literals = {
  "41 hex digits": `${DIGITS}a`,
  "42 hex digits": `${DIGITS}ab`,
  "0x, 39 hex digits": `0x${DIGITS.slice(1)}`,
  "0x, 38 hex digits": `0x${DIGITS.slice(2)}`,
  "0x, 41 hex digits": `0x${DIGITS}a`,
  "0x, 42 hex digits": `0x${DIGITS}ab`,
  "0X, 40 hex digits": `0X${DIGITS}`,
};

/** Sure addresses. */
export function validEvmAddress(): Cases<string> {
  return cases(ADDRESS_LITERALS, addresses());
}

/** What no statement takes for an address. */
export function invalidEvmAddress(): Cases<string> {
  return cases({ ...BROKEN_ADDRESS_LITERALS, "entity id": "0.0.1" }, brokenAddresses());
}

/** What may be taken for an address or not. */
export function openEvmAddress(): Cases<string> {
  return cases(DOUBTFUL_ADDRESS_LITERALS, doubtfulAddresses());
}
