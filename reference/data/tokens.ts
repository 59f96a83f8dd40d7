import type { AdminKey, Distribution, Token } from "../dataset.ts";
import { base64, madeUpDigits, numberBelow } from "./pseudo-random.ts";

const BULK_START = 12_000;

const ADJECTIVES = (
  "Amber Brisk Coral Dusky Eager Frosty Gentle Humble Ivory Jolly Keen Lively Mellow Noble Olive Placid Quiet " +
  "Rustic Silver Tidal Umber Velvet Windy Xeric Young Zesty Distant Ancient Modern"
).split(" ");
const NOUNS = "Dollar Share Voucher Bond Ticket Credit Kilowatt Badge Franc Point".split(" ");

/** Keys that administer several tokens each, so that a search by key gives a list. */
export const ADMIN_KEYS: readonly [AdminKey, ...AdminKey[]] = [
  { _type: "ED25519", key: madeUpDigits("admin/0", 32) },
  { _type: "ECDSA_SECP256K1", key: `02${madeUpDigits("admin/1", 32)}` },
  { _type: "ED25519", key: madeUpDigits("admin/2", 32) },
  { _type: "ProtobufEncoded", key: `2a44${madeUpDigits("admin/3", 40)}` },
];

// Numbers whose order as text differs from their numeric order, and names that are hard to search for or to print.
const NAMED_TOKENS: Readonly<Record<number, string>> = {
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

export const MANY_HOLDERS_TOKEN = "0.0.10000";

function adminKey(index: number): AdminKey | null {
  if (index % 5 === 0) return { _type: "ED25519", key: madeUpDigits(`token/${index}/key`, 32) };
  return index % 5 < 3 ? null : (ADMIN_KEYS[index % ADMIN_KEYS.length] ?? null);
}

function tokenFrom(num: number, name: string, index: number): Token {
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

/** About 320 tokens, unsorted. */
export function tokenData(): readonly Token[] {
  const named = Object.entries(NAMED_TOKENS).map(([num, name], index) => tokenFrom(Number(num), name, index));
  const names = NOUNS.flatMap((noun) => ADJECTIVES.map((adjective) => `${adjective} ${noun}`));
  const bulk = names.map((name, index) => {
    const num = BULK_START + index * 37 + numberBelow(`token/${index}/gap`, 30);
    if (index % 7 === 3) return tokenFrom(num, name.toUpperCase(), index);
    return tokenFrom(num, index % 11 === 5 ? name.toLowerCase() : name, index);
  });
  return [...bulk, ...named];
}

/** Keys of accounts; each belongs to many accounts. */
export const ACCOUNT_KEYS: readonly [string, ...string[]] = [
  madeUpDigits("account/0", 32),
  `03${madeUpDigits("account/1", 32)}`,
  madeUpDigits("account/2", 32),
  madeUpDigits("account/3", 32),
  `02${madeUpDigits("account/4", 32)}`,
];

// Account numbers whose order as text differs from their numeric order.
const TEXT_ORDER_ACCOUNTS = [
  2, 98, 800, 998, 999, 1000, 1001, 9998, 9999, 10_000, 10_001, 99_999, 100_000, 100_001, 999_999, 1_000_000,
];
const MOST_HOLDERS = 340;

const BEYOND_DOUBLE = 9_007_199_254_740_993n;
const LARGEST_SUPPLY = 9_223_372_036_854_775_807n;

const TOKEN_TIMES = ["1700000000.000000000", "1700086400.123456789", "1700172800.500000000"] as const;

// A few tokens with a few holders, given by account number; some accounts hold several tokens.
const SMALL_HOLDINGS: readonly (readonly [tokenId: string, accounts: readonly number[]])[] = [
  ["0.0.98", [98, 999, 1000]],
  ["0.0.999", [98, 10_001, 20_000]],
  ["0.0.1000", [800, 9999]],
  ["0.0.1001", [10_000]],
  ["0.0.1102", [2, 98, 9998, 99_999, 100_000]],
  ["0.0.9999", [98, 800, 1_000_000]],
  ["0.0.99999", [999, 1001]],
  ["0.0.4294967295", [98, 9999, 10_001, 4_294_967_295]],
];

/** Tokens of account 98: with those in {@link SMALL_HOLDINGS}, more than fit on a page. Most of them have no other holder. */
const commonHoldings = (): readonly (readonly [tokenId: string, accounts: readonly number[]])[] =>
  tokenData()
    .slice(0, 24)
    .map(({ token_id: id }, index) => [id, index % 4 === 0 ? [800 + index, 98] : [98]]);

/** The balances of some accounts, by their position among the holders of a token. */
const REVEALING_BALANCES: Readonly<Record<number, bigint>> = {
  3: BEYOND_DOUBLE,
  4: LARGEST_SUPPLY,
  5: 9_999_999_999n,
  6: 1n,
};

function balanceOfHolder(label: string, index: number, holders: number): bigint {
  if (index % 9 === 0 && holders > 1) return 0n;
  return REVEALING_BALANCES[index] ?? (index % 4 === 1 ? 500n : BigInt(numberBelow(label, 5_000_000_000)));
}

function distribution(tokenId: string, decimals: number, accounts: readonly number[]): Distribution {
  const newest = accounts.map((num, index) => ({
    account: `0.0.${num}`,
    balance: balanceOfHolder(`${tokenId}/${num}`, index, accounts.length),
    publicKey: ACCOUNT_KEYS[num % ACCOUNT_KEYS.length] ?? ACCOUNT_KEYS[0],
  }));
  // The older snapshots lack some of the accounts, and have half of the newest balances.
  const snapshots = TOKEN_TIMES.map((timestamp, age) => ({
    timestamp,
    holders:
      age === TOKEN_TIMES.length - 1
        ? newest
        : newest
            .filter((_, index) => index % 5 > age)
            .map((each) => ({ ...each, balance: each.balance / 2n })),
  }));
  return { tokenId, decimals, snapshots };
}

/** The holders of every token that has holders; one token has 340 of them. */
export function distributions(): readonly Distribution[] {
  const decimals = new Map(tokenData().map(({ token_id, decimals: digits }) => [token_id, digits]));
  const others = Array.from(
    { length: MOST_HOLDERS - TEXT_ORDER_ACCOUNTS.length },
    (_, index) => 20_000 + index * 13 + (index % 3),
  );
  const holdings = [
    [MANY_HOLDERS_TOKEN, [...others, ...TEXT_ORDER_ACCOUNTS]] as const,
    ...SMALL_HOLDINGS,
    ...commonHoldings(),
  ];
  return holdings.map(([tokenId, accounts]) => distribution(tokenId, decimals.get(tokenId) ?? 0, accounts));
}
