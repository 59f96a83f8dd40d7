// §4.7
import { cases, type Cases } from "./cases.ts";
import { hexDigits, nearlyHex, prefixed } from "./hex.ts";

const DIGITS = "00112233445566778899aabbccddeeff".repeat(2);

/** Sure hashes of 32 bytes, for a path. */
export function validTransactionHash(): Cases<string> {
  return cases(
    {
      "0x, lower case": `0x${DIGITS}`,
      "lower case": DIGITS,
      "0x, upper case": `0x${DIGITS.toUpperCase()}`,
      "upper case": DIGITS.toUpperCase(),
      "0x, both cases": `0x${DIGITS.slice(0, 32)}${DIGITS.slice(32).toUpperCase()}`,
      "both cases": `${DIGITS.slice(0, 32).toUpperCase()}${DIGITS.slice(32)}`,
      "0x, zeros": `0x${"0".repeat(64)}`,
      "0x, highest": `0x${"f".repeat(64)}`,
      "digits only": "0123456789012345".repeat(4),
    },
    {
      "0x, lower case": prefixed(hexDigits(64, 64, "lower")),
      "0x, upper case": prefixed(hexDigits(64, 64, "upper")),
      "0x, both cases": prefixed(hexDigits(64)),
      "lower case": hexDigits(64, 64, "lower"),
      "upper case": hexDigits(64, 64, "upper"),
      "both cases": hexDigits(64),
    },
  );
}

/** What no statement takes for a hash, nor for a transaction id; for a path. */
export function invalidTransactionHash(): Cases<string> {
  return cases(
    {
      "63 hex digits": DIGITS.slice(1),
      "0x, 65 hex digits": `0x${DIGITS}a`,
      "0x, letter that is no hex digit": `0x${DIGITS.slice(1)}g`,
      text: "abc",
      "65 hex digits": `${DIGITS}a`,
      "0x, 63 hex digits": `0x${DIGITS.slice(1)}`,
      "62 hex digits": DIGITS.slice(2),
      "66 hex digits": `${DIGITS}ab`,
      "0x, 62 hex digits": `0x${DIGITS.slice(2)}`,
      "0x, 66 hex digits": `0x${DIGITS}ab`,
      "0x, no digit": "0x",
      "1 hex digit": "a",
      "0x, length of an address": `0x${DIGITS.slice(24)}`,
      "letter that is no hex digit": `${DIGITS.slice(1)}g`,
      "doubled 0x": `0x0x${DIGITS}`,
      "0x behind the digits": `${DIGITS}0x`,
    },
    {
      "1 to 62 hex digits": hexDigits(1, 62),
      "63 hex digits": hexDigits(63),
      "65 hex digits": hexDigits(65),
      "66 to 90 hex digits": hexDigits(66, 90),
      "0x, 1 to 62 hex digits": prefixed(hexDigits(1, 62)),
      "0x, 63 hex digits": prefixed(hexDigits(63)),
      "0x, 65 hex digits": prefixed(hexDigits(65)),
      "letter that is no hex digit": nearlyHex(64),
      "0x, letter that is no hex digit": prefixed(nearlyHex(64)),
    },
  );
}

/** What may be taken for a hash or not; 48 bytes is how long the block hash of some networks is. */
export function openTransactionHash(): Cases<string> {
  return cases(
    { "0X, 64 hex digits": `0X${DIGITS}`, "48 bytes": `0x${DIGITS}${DIGITS.slice(32)}` },
    { "0X, 64 hex digits": hexDigits(64).map((text) => `0X${text}`), "48 bytes": prefixed(hexDigits(96)) },
  );
}
