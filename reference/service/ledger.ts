import type { Dataset, Distribution, Holder, Token } from "../dataset.ts";
import type { JsonObject } from "../exchange.ts";
import { withoutHexPrefix, idKey, newestFirst } from "./parameters.ts";

export type Keyed = { readonly key: bigint; readonly row: JsonObject };

export type Ledger = ReturnType<typeof sortedData>;

const idSortKey = (id: string): bigint => idKey(id) ?? 0n;

const byKey = <T extends Keyed>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));

const listedToken = (token: Token, holders: readonly Holder[]) => ({
  key: idSortKey(token.token_id),
  row: token,
  name: token.name.toLowerCase(),
  publicKey: token.admin_key && withoutHexPrefix(token.admin_key.key),
  /** The accounts that hold the token in the newest snapshot. */
  holders: holders.map(({ account }) => idSortKey(account)),
});

const listedBalance = ({ account, balance, publicKey }: Holder, decimals: number) => ({
  key: idSortKey(account),
  row: { account, balance, decimals },
  balance,
  publicKey: withoutHexPrefix(publicKey),
});

function snapshotsOf({ snapshots, decimals }: Distribution) {
  const listed = snapshots.map(({ timestamp, holders }) => ({
    timestamp,
    rows: byKey(holders.map((holder) => listedBalance(holder, decimals))),
  }));
  return newestFirst(listed, ({ timestamp }) => timestamp);
}

/** Servers of the same data share a ledger. */
const opened = new WeakMap<Dataset, Ledger>();

/** Sorts the lists once. The other records are few, so requests search them linearly. */
export function openLedger(data: Dataset): Ledger {
  const ledger = opened.get(data) ?? sortedData(data);
  opened.set(data, ledger);
  return ledger;
}

function sortedData(data: Dataset) {
  const newest = new Map(
    data.distributions.map(({ tokenId, snapshots }) => [tokenId, snapshots.at(-1)?.holders ?? []]),
  );
  const snapshots = data.distributions.map((each) => [idSortKey(each.tokenId), snapshotsOf(each)] as const);
  const times = snapshots.flatMap(([, dated]) => dated.map(({ value }) => value.timestamp));
  return {
    ...data,
    tokens: byKey(data.tokens.map((token) => listedToken(token, newest.get(token.token_id) ?? []))),
    /** The snapshots of each token, newest first, by the key of the token id. */
    balances: new Map(snapshots),
    snapshotTime: newestFirst(times, (time) => time)[0]?.value ?? "0.000000000",
  };
}
