// §2.1
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Kinds, type Literals } from "./cases.ts";
import { hexDigits, hexKinds, prefixed } from "./hex.ts";
import { refusedBy } from "./refused.ts";

const DIGITS = "00112233445566778899aabbccddeeff01234567";

/** Addresses of 40 hex digits at the ends of what may vary. */
export const ADDRESS_LITERALS = {
  "0x, lower case": `0x${DIGITS}`,
  "lower case": DIGITS,
  "0x, upper case": `0x${DIGITS.toUpperCase()}`,
  "upper case": DIGITS.toUpperCase(),
  "0x, both cases": "0x00112233445566778899AabbCcddEeff01234567",
  "both cases": "00112233445566778899aABBcCDDeEFF01234567",
  "0x, zeros": `0x${"0".repeat(40)}`,
  "0x, highest": `0x${"f".repeat(40)}`,
  "0x, digits only": `0x${"1234567890".repeat(4)}`,
} as const satisfies Literals;

/** Addresses with and without 0x, in lower, upper and both cases. */
export const addresses = (): Kinds => hexKinds(40);

/** Sure addresses. */
export function validEvmAddress(): Cases<string> {
  return cases(ADDRESS_LITERALS, addresses());
}

/** What no statement takes for an address. */
export const invalidEvmAddress = (): Cases<string> => refusedBy(grammars.evmAddress);

/**
 * What may be taken for an address or not: lengths that the prose may allow, whether its 40 to 42 characters count the
 * prefix or not, and the pattern does not.
 */
export function openEvmAddress(): Cases<string> {
  return cases(
    {
      "41 hex digits": `${DIGITS}a`,
      "42 hex digits": `${DIGITS}ab`,
      "0x, 39 hex digits": `0x${DIGITS.slice(1)}`,
      "0x, 38 hex digits": `0x${DIGITS.slice(2)}`,
      "0x, 41 hex digits": `0x${DIGITS}a`,
      "0x, 42 hex digits": `0x${DIGITS}ab`,
    },
    {
      "41 or 42 hex digits": hexDigits(41, 42),
      "0x, 38 or 39 hex digits": prefixed(hexDigits(38, 39)),
      "0x, 41 or 42 hex digits": prefixed(hexDigits(41, 42)),
    },
  );
}
