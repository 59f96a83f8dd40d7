// §4.7
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases } from "./cases.ts";
import { hexDigits, hexKinds, prefixed } from "./hex.ts";
import { refusedBy } from "./refused.ts";

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
    hexKinds(64),
  );
}

/** What no statement takes for a hash, nor for a transaction id; for a path. */
export const invalidTransactionHash = (): Cases<string> => refusedBy(grammars.transactionHash);

/** What may be taken for a hash or not; 48 bytes is how long the block hash of some networks is. */
export function openTransactionHash(): Cases<string> {
  return cases(
    { "0X, 64 hex digits": `0X${DIGITS}`, "48 bytes": `0x${DIGITS}${DIGITS.slice(32)}` },
    { "0X, 64 hex digits": hexDigits(64).map((text) => `0X${text}`), "48 bytes": prefixed(hexDigits(96)) },
  );
}
