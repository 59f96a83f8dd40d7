import type { Dataset, Distribution, FeeSchedule, Holder, Token } from "../dataset.ts";
import { idKey, longZeroAddress } from "./entity-id.ts";
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

export type BalanceSnapshot = { readonly timestamp: string; readonly rows: readonly ListedBalance[] };

/** The data in the order and under the keys in which they are asked for. */
export type Ledger = {
  readonly summary: JsonObject;
  /** By ascending token id. */
  readonly tokens: readonly ListedToken[];
  /** By the key of the token id; snapshots newest first. */
  readonly balances: ReadonlyMap<bigint, readonly Dated<BalanceSnapshot>[]>;
  /** The time of the newest snapshot of all tokens. */
  readonly snapshotTime: string;
  /** Newest first, fees by ascending transaction type. */
  readonly fees: readonly Dated<FeeSchedule>[];
  readonly messages: ReadonlyMap<bigint, JsonObject>;
  readonly resultsByHash: ReadonlyMap<string, JsonObject>;
  readonly resultsByTransaction: ReadonlyMap<string, JsonObject>;
  /** By id and by bare lower-case address; versions newest first. */
  readonly contracts: ReadonlyMap<string, readonly Dated<JsonObject>[]>;
  readonly verifications: ReadonlyMap<string, { readonly session: JsonObject; readonly direct: JsonObject }>;
};

function at(timestamp: string): bigint {
  const instant = nanoseconds(timestamp);
  if (instant === undefined) throw new Error(`not a timestamp: ${timestamp}`);
  return instant;
}

function byKey<T extends { readonly key: bigint }>(rows: readonly T[]): readonly T[] {
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function newestFirst<T>(versions: readonly Dated<T>[]): readonly Dated<T>[] {
  return versions.toSorted((a, b) => (a.at > b.at ? -1 : 1));
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
  const dated = snapshots.map(({ timestamp, holders }) => {
    const rows = byKey(holders.map((holder) => listedBalance(holder, decimals)));
    return { at: at(timestamp), value: { timestamp, rows } };
  });
  return newestFirst(dated);
}

function datedFees(schedule: FeeSchedule): Dated<FeeSchedule> {
  const fees = schedule.fees.toSorted((a, b) => (a.transaction_type < b.transaction_type ? -1 : 1));
  return { at: at(schedule.timestamp), value: { ...schedule, fees } };
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

/** The key of a verification. */
export function verificationKey(address: string, chainId: string): string {
  return `${chainId}/${bareHex(address)}`;
}

/** Puts the data in order, once, so that requests only look things up. */
export function openLedger(data: Dataset): Ledger {
  const distributions = new Map(data.distributions.map((each) => [each.tokenId, each]));
  const balances = new Map(data.distributions.map((each) => [idKey(each.tokenId), snapshotsOf(each)]));
  const times = data.distributions.flatMap(({ snapshots }) => snapshots.map(({ timestamp }) => timestamp));
  const contracts = data.contracts.flatMap(({ id, address, versions }) => {
    const dated = newestFirst(versions.map((value) => ({ at: at(value.timestamp.from), value })));
    const ofId = id === null ? [] : [id, bareHex(longZeroAddress(id))];
    return [bareHex(address), ...ofId].map((key) => [key, dated] as const);
  });
  return {
    summary: data.summary,
    tokens: byKey(data.tokens.map((token) => listedToken(token, distributions.get(token.token_id)))),
    balances,
    snapshotTime: times.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)).at(-1) ?? "0.000000000",
    fees: newestFirst(data.feeSchedules.map(datedFees)),
    messages: new Map(data.topicMessages.map((each) => [at(each.consensus_timestamp), each])),
    resultsByHash: new Map(data.contractResults.map(({ hash, record }) => [bareHex(hash), record])),
    resultsByTransaction: new Map(
      data.contractResults.map(({ transactionId, nonce, record }) => [
        transactionKey(transactionId, nonce),
        record,
      ]),
    ),
    contracts: new Map(contracts),
    verifications: new Map(
      data.verifications.map((each) => [verificationKey(each.address, each.chainId), each] as const),
    ),
  };
}
