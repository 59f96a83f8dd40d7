import type { Dataset, Distribution, Holder, Token } from "../dataset.ts";
import { idKey } from "./entity-id.ts";
import { nanoseconds, type Dated } from "./filters.ts";
import type { JsonObject } from "../json.ts";
import { publicKey } from "./parameters.ts";

/** A row of a list with the key that it is sorted by. */
export type Keyed = { readonly key: bigint; readonly row: JsonObject };

export type ListedToken = Keyed & {
  readonly name: string;
  readonly publicKey: string | null;
  /** The accounts that hold the token in the newest snapshot. */
  readonly holders: readonly bigint[];
};

export type ListedBalance = Keyed & { readonly balance: bigint; readonly publicKey: string };

type BalanceSnapshot = { readonly timestamp: string; readonly rows: readonly ListedBalance[] };

/** The data in the order in which they are asked for. */
export type Ledger = Omit<Dataset, "tokens"> & {
  /** By ascending token id. */
  readonly tokens: readonly ListedToken[];
  /** By the key of the token id; snapshots newest first. */
  readonly balances: ReadonlyMap<bigint, readonly Dated<BalanceSnapshot>[]>;
  /** The time of the newest snapshot of all tokens. */
  readonly snapshotTime: string;
};

function at(timestamp: string): bigint {
  const instant = nanoseconds(timestamp);
  if (instant === undefined) throw new Error(`not a timestamp: ${timestamp}`);
  return instant;
}

function byKey<T extends { readonly key: bigint }>(rows: readonly T[]): readonly T[] {
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Versions by the time at which each begins, the newest first. */
export function newestFirst<T>(versions: readonly T[], begins: (version: T) => string): readonly Dated<T>[] {
  const dated = versions.map((value) => ({ at: at(begins(value)), value }));
  return dated.toSorted((a, b) => (a.at > b.at ? -1 : 1));
}

function listedToken(token: Token, distribution: Distribution | undefined): ListedToken {
  const holders = distribution?.snapshots.at(-1)?.holders ?? [];
  return {
    key: idKey(token.token_id),
    row: token,
    name: token.name.toLowerCase(),
    publicKey: token.admin_key === null ? null : publicKey(token.admin_key.key),
    holders: holders.map(({ account }) => idKey(account)),
  };
}

function listedBalance({ account, balance, publicKey: key }: Holder, decimals: number): ListedBalance {
  return { key: idKey(account), row: { account, balance, decimals }, balance, publicKey: publicKey(key) };
}

function snapshotsOf({ snapshots, decimals }: Distribution): readonly Dated<BalanceSnapshot>[] {
  const listed = snapshots.map(({ timestamp, holders }) => {
    const rows = byKey(holders.map((holder) => listedBalance(holder, decimals)));
    return { timestamp, rows };
  });
  return newestFirst(listed, ({ timestamp }) => timestamp);
}

/** The key of a transaction: nanoseconds are counted, so that leading zeros do not matter. */
export function transactionKey(transactionId: string, nonce: number | bigint): string {
  const [payer = "", seconds = "", nanos = ""] = transactionId.split("-");
  return `${idKey(payer)}-${BigInt(seconds)}-${BigInt(nanos)}-${nonce}`;
}

/** The form in which addresses and hashes are compared. */
export function bareHex(text: string): string {
  return text.toLowerCase().replace(/^0x/, "");
}

/** Ledgers by their data: each server of the same data has the same one. */
const opened = new WeakMap<Dataset, Ledger>();

/** Puts the lists in order, once; of the other records there are few, and requests look through them. */
export function openLedger(data: Dataset): Ledger {
  const ledger = opened.get(data) ?? inOrder(data);
  opened.set(data, ledger);
  return ledger;
}

function inOrder(data: Dataset): Ledger {
  const distributions = new Map(data.distributions.map((each) => [each.tokenId, each]));
  const balances = new Map(data.distributions.map((each) => [idKey(each.tokenId), snapshotsOf(each)]));
  const newest = newestFirst(
    [...balances.values()].flatMap((dated) => dated.map(({ value }) => value.timestamp)),
    (timestamp) => timestamp,
  );
  return {
    ...data,
    tokens: byKey(data.tokens.map((token) => listedToken(token, distributions.get(token.token_id)))),
    balances,
    snapshotTime: newest[0]?.value ?? "0.000000000",
  };
}
