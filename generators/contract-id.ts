// §4.8
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Literals } from "./cases.ts";
import { numeral, zeroPadded } from "./digits.ts";
import { FULL_ID_LITERALS, fullId, joined, zeroPaddedIds } from "./entity-id.ts";
import { ADDRESS_LITERALS, addresses } from "./evm-address.ts";
import { hexDigits, prefixed } from "./hex.ts";
import { eitherOf, refusedBy } from "./refused.ts";

const NUM = numeral(1, 10);

/** One of each form, and the ends of their ranges. */
const FIRST: Literals = {
  "10 digits in each part": "9999999999.9999999999.9999999999",
  "num of 1 digit": "1",
  "realm and num": "0.1",
  "1 digit in each part": "0.0.1",
  "0x, lower case": ADDRESS_LITERALS["0x, lower case"],
  "lower case": ADDRESS_LITERALS["lower case"],
  "0x, both cases": ADDRESS_LITERALS["0x, both cases"],
  "upper case": ADDRESS_LITERALS["upper case"],
  "num of 10 digits": "9999999999",
  "num zero": "0",
  "realm and num of 10 digits": "9999999999.9999999999",
};

/** Sure contract ids, with and without shard and realm, and sure addresses; for a path. */
export function validContractIdOrAddress(): Cases<string> {
  return cases(
    { ...FIRST, ...ADDRESS_LITERALS, ...FULL_ID_LITERALS },
    { "num alone": NUM, "realm and num": joined(NUM, NUM), "full id": fullId(), ...addresses() },
  );
}

/** What no statement takes for a contract id or for an address, for a path. */
export function invalidContractIdOrAddress(): Cases<string> {
  return eitherOf(refusedBy(grammars.contractId), refusedBy(grammars.contractAddress));
}

/** What may be taken for a contract id or an address or not, for a path. */
export function openContractIdOrAddress(): Cases<string> {
  const address = hexDigits(40);
  return cases(
    {
      "41 hex digits": `${"a1".repeat(20)}a`,
      "0x, 39 hex digits": `0x${"a1".repeat(19)}a`,
      "0x, 41 hex digits": `0x${"a1".repeat(20)}a`,
      "zero in front of num": "0.0.01",
      "zero in front of num alone": "01",
      "shard, realm, 0x and an address": `0.0.0x${"a1".repeat(20)}`,
      "shard, realm and an address": `0.0.${"a1".repeat(20)}`,
      "realm, 0x and an address": `0.0x${"a1".repeat(20)}`,
    },
    {
      "41 hex digits": hexDigits(41),
      "0x, 39 hex digits": prefixed(hexDigits(39)),
      "0x, 41 hex digits": prefixed(hexDigits(41)),
      "zero in front": zeroPaddedIds(),
      "zero in front of num alone": zeroPadded(10),
      "shard, realm, 0x and an address": joined(NUM, NUM, prefixed(address)),
      "shard, realm and an address": joined(NUM, NUM, address),
    },
  );
}
