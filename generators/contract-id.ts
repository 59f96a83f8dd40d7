// §4.8
import { cases, type Cases } from "./cases.ts";
import { numeral, zeroPadded } from "./digits.ts";
import {
  BROKEN_ID_LITERALS,
  brokenIds,
  FULL_ID_LITERALS,
  fullId,
  joined,
  zeroPaddedIds,
} from "./entity-id.ts";
import {
  ADDRESS_LITERALS,
  addresses,
  BROKEN_ADDRESS_LITERALS,
  brokenAddresses,
  DOUBTFUL_ADDRESS_LITERALS,
  doubtfulAddresses,
} from "./evm-address.ts";
import { hexDigits, prefixed } from "./hex.ts";

const NUM = numeral(1, 10);

/** Sure contract ids, with and without shard and realm, and sure addresses; for a path. */
export function validContractIdOrAddress(): Cases<string> {
  return cases(
    {
      "num of 1 digit": "1",
      "1 digit in each part": "0.0.1",
      ...ADDRESS_LITERALS,
      "10 digits in each part": "9999999999.9999999999.9999999999",
      "num of 10 digits": "9999999999",
      "realm and num": "0.1",
      "num zero": "0",
      "realm and num of 10 digits": "9999999999.9999999999",
      ...FULL_ID_LITERALS,
    },
    { "num alone": NUM, "realm and num": joined(NUM, NUM), "full id": fullId(), ...addresses() },
  );
}

/** What no statement takes for a contract id or for an address, for a path. */
export function invalidContractIdOrAddress(): Cases<string> {
  return cases(
    {
      "eleven digits": "12345678901",
      "fourth part": "0.0.0.1",
      text: "abc",
      "negative num alone": "-1",
      ...BROKEN_ADDRESS_LITERALS,
      "39 digits": "1".repeat(39),
      "num and a dot": "1.",
      "0x and a decimal num": "0x1001",
      operator: "eq:0.0.1",
      "eleventh digit of num behind a realm": "0.12345678901",
      ...BROKEN_ID_LITERALS,
    },
    { ...brokenIds(), ...brokenAddresses(), "11 to 39 digits": numeral(11, 39) },
  );
}

/** What may be taken for a contract id or an address or not, for a path. */
export function openContractIdOrAddress(): Cases<string> {
  const address = hexDigits(40);
  return cases(
    {
      ...DOUBTFUL_ADDRESS_LITERALS,
      "zero in front of num": "0.0.01",
      "zero in front of num alone": "01",
      "empty realm": "0..1",
      "dot at the start": ".1",
      "shard, realm, 0x and an address": `0.0.0x${"a1".repeat(20)}`,
      "shard, realm and an address": `0.0.${"a1".repeat(20)}`,
      "realm, 0x and an address": `0.0x${"a1".repeat(20)}`,
    },
    {
      ...doubtfulAddresses(),
      "zero in front": zeroPaddedIds(),
      "zero in front of num alone": zeroPadded(10),
      "shard, realm, 0x and an address": joined(NUM, NUM, prefixed(address)),
      "shard, realm and an address": joined(NUM, NUM, address),
    },
  );
}
