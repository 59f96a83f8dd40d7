// §2.1, §4.3
import * as fc from "fast-check";
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Literals } from "./cases.ts";
import { numeral, zeroPadded } from "./digits.ts";
import { hexDigits, prefixed } from "./hex.ts";
import { refusedBy } from "./refused.ts";

const PART = numeral(1, 10);

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
  "10 digits in each part": "9999999999.9999999999.9999999999",
  "zero in each part": "0.0.0",
  "1 digit in each part": "0.0.1",
  "10 digits in num": "0.0.9999999999",
  "10 digits in shard": "9999999999.0.1",
  "10 digits in realm": "0.9999999999.1",
  "lowest 10 digits in each part": "1000000000.1000000000.1000000000",
};

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
export const invalidEntityId = (): Cases<string> => refusedBy(grammars.entityId);

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
    { "zero in front": zeroPaddedIds(), "address for num": joined(PART, PART, prefixed(hexDigits(40))) },
  );
}
