import type { Distribution } from "../dataset.ts";
import { hexDigits, numberBelow } from "./made-up.ts";
import { CROWDED_TOKEN, tokens } from "./tokens.ts";

/** Keys of accounts; each belongs to many accounts. */
export const ACCOUNT_KEYS: readonly [string, ...string[]] = [
  hexDigits("account/0", 32),
  `03${hexDigits("account/1", 32)}`,
  hexDigits("account/2", 32),
  hexDigits("account/3", 32),
  `02${hexDigits("account/4", 32)}`,
];

// Account numbers whose order as text is not their order.
const TRICKY = [
  2, 98, 800, 998, 999, 1000, 1001, 9998, 9999, 10_000, 10_001, 99_999, 100_000, 100_001, 999_999, 1_000_000,
];
const CROWD = 340;

const BEYOND_DOUBLE = 9_007_199_254_740_993n;
const LARGEST = 9_223_372_036_854_775_807n;

const TIMES = ["1700000000.000000000", "1700086400.123456789", "1700172800.500000000"] as const;

// A few tokens with a few holders, given by account number; some accounts hold several tokens.
const SMALL: readonly (readonly [tokenId: string, accounts: readonly number[]])[] = [
  ["0.0.98", [98, 999, 1000]],
  ["0.0.999", [98, 10_001, 20_000]],
  ["0.0.1000", [800, 9999]],
  ["0.0.1001", [10_000]],
  ["0.0.1102", [2, 98, 9998, 99_999, 100_000]],
  ["0.0.9999", [98, 800, 1_000_000]],
  ["0.0.99999", [999, 1001]],
  ["0.0.4294967295", [98, 9999, 10_001, 4_294_967_295]],
];

/** Enough tokens in the hands of one account to fill several pages; most have no other holder. */
function common(): readonly (readonly [tokenId: string, accounts: readonly number[]])[] {
  return tokens()
    .slice(0, 24)
    .map(({ token_id: id }, index) => [id, index % 4 === 0 ? [98, 800 + index] : [98]]);
}

/** What accounts hold by their place among those of a token. */
const TELLING: Readonly<Record<number, bigint>> = { 3: BEYOND_DOUBLE, 4: LARGEST, 5: 9_999_999_999n, 6: 1n };

function balance(label: string, index: number): bigint {
  if (index % 9 === 0) return 0n;
  return TELLING[index] ?? (index % 4 === 1 ? 500n : BigInt(numberBelow(label, 5_000_000_000)));
}

function distribution(tokenId: string, decimals: number, accounts: readonly number[]): Distribution {
  const newest = accounts.map((num, index) => ({
    account: `0.0.${num}`,
    balance: balance(`${tokenId}/${num}`, index),
    publicKey: ACCOUNT_KEYS[num % ACCOUNT_KEYS.length] ?? ACCOUNT_KEYS[0],
  }));
  // Each snapshot lacks some of the accounts and has other balances than the next.
  const snapshots = TIMES.map((timestamp, age) => ({
    timestamp,
    holders:
      age === TIMES.length - 1
        ? newest
        : newest
            .filter((_, index) => index % 5 > age)
            .map((each) => ({ ...each, balance: each.balance / 2n })),
  }));
  return { tokenId, decimals, snapshots };
}

/** The holders of the tokens that have any; one token has 340. */
export function distributions(): readonly Distribution[] {
  const decimals = new Map(tokens().map((token) => [token.token_id, token.decimals]));
  const crowd = Array.from(
    { length: CROWD - TRICKY.length },
    (_, index) => 20_000 + index * 13 + (index % 3),
  );
  const all = [[CROWDED_TOKEN, [...crowd, ...TRICKY]] as const, ...SMALL, ...common()];
  return all.map(([tokenId, accounts]) => distribution(tokenId, decimals.get(tokenId) ?? 0, accounts));
}
