import type { AdminKey, Token } from "../dataset.ts";
import { base64, hexDigits, numberBelow } from "./made-up.ts";

const BULK_START = 12_000;

const ADJECTIVES = (
  "Amber Brisk Coral Dusky Eager Frosty Gentle Humble Ivory Jolly Keen Lively Mellow Noble Olive Placid Quiet " +
  "Rustic Silver Tidal Umber Velvet Windy Xeric Young Zesty Distant Ancient Modern"
).split(" ");
const NOUNS = "Dollar Share Voucher Bond Ticket Credit Kilowatt Badge Franc Point".split(" ");

/** Keys that administer several tokens each, so that a search by key gives a list. */
export const ADMIN_KEYS: readonly [AdminKey, ...AdminKey[]] = [
  { _type: "ED25519", key: hexDigits("admin/0", 32) },
  { _type: "ECDSA_SECP256K1", key: `02${hexDigits("admin/1", 32)}` },
  { _type: "ED25519", key: hexDigits("admin/2", 32) },
  { _type: "ProtobufEncoded", key: `2a44${hexDigits("admin/3", 40)}` },
];

// Numbers whose order as text is not their order, and names that are hard to search for or to print.
const NAMED: Readonly<Record<number, string>> = {
  8: "Pebble Dollar",
  98: "Meadow Share",
  101: "Lantern",
  998: "lantern dollar",
  999: "Harbour Dollar",
  1000: "HARBOUR DOLLAR TWO",
  1001: "Harbour Dollar Three",
  1009: 'Quoted "Lantern" \\ Slash',
  1010: "USD:Lantern",
  1021: "100% Lantern_Share",
  1022: "a+b & c=d #1?",
  1102: "Žluťoučký kůň",
  1103: "灯台の証券",
  1104: "🚀 Rocket Voucher",
  1105: "Ω",
  1106: "Tab\tand line\nbreak",
  1999: "Abc",
  2000: "A name as long as a search can be: ".padEnd(100, "abcdefghij"),
  2001: " Spaces  inside and around ",
  9998: "null",
  9999: "Meadow Dollar",
  10_000: "Meadow Dollar Reserve",
  10_001: "meadow DOLLAR reserve ii",
  99_999: "Far Harbour Dollar",
  100_000: "Farther Harbour Dollar",
  999_999: "Lantern of the North",
  1_000_000: "Lantern of the South",
  4_294_967_295: "Harbour Bond at the Edge",
};

/** The token with hundreds of holders. */
export const CROWDED_TOKEN = "0.0.10000";

function adminKey(index: number): AdminKey | null {
  if (index % 5 === 0) return { _type: "ED25519", key: hexDigits(`token/${index}/key`, 32) };
  return index % 5 < 3 ? null : (ADMIN_KEYS[index % ADMIN_KEYS.length] ?? null);
}

function token(num: number, name: string, index: number): Token {
  const unique = index % 4 === 3;
  const letters = name.replaceAll(/[^A-Za-z]/g, "");
  return {
    admin_key: adminKey(index),
    decimals: unique ? 0 : index % 19,
    metadata: index % 3 === 1 ? base64(`token/${num}/metadata`, 1 + (index % 40)) : "",
    name,
    symbol: `${letters.slice(0, 4).toUpperCase()}${num % 97}`,
    token_id: `0.0.${num}`,
    type: unique ? "NON_FUNGIBLE_UNIQUE" : "FUNGIBLE_COMMON",
  };
}

/** Some 320 tokens, in no particular order, as a store would hold them. */
export function tokens(): readonly Token[] {
  const named = Object.entries(NAMED).map(([num, name], index) => token(Number(num), name, index));
  const names = NOUNS.flatMap((noun) => ADJECTIVES.map((adjective) => `${adjective} ${noun}`));
  const bulk = names.map((name, index) => {
    const num = BULK_START + index * 37 + numberBelow(`token/${index}/gap`, 30);
    if (index % 7 === 3) return token(num, name.toUpperCase(), index);
    return token(num, index % 11 === 5 ? name.toLowerCase() : name, index);
  });
  return [...bulk, ...named];
}
