import feeSchedules from "./data/fees.json" with { type: "json" };
import summary from "./data/status-summary.json" with { type: "json" };
import topicMessages from "./data/topic-messages.json" with { type: "json" };
import verifications from "./data/verifications.json" with { type: "json" };
import { contractResults } from "./data/contract-results.ts";
import { contracts } from "./data/contracts.ts";
import { distributions, tokenData } from "./data/tokens.ts";
import type { JsonObject } from "./exchange.ts";

export type AdminKey = { readonly _type: string; readonly key: string };

export type Token = {
  readonly admin_key: AdminKey | null;
  readonly decimals: number;
  readonly metadata: string;
  readonly name: string;
  readonly symbol: string;
  readonly token_id: string;
  readonly type: string;
};

export type Holder = { readonly account: string; readonly balance: bigint; readonly publicKey: string };

export type Snapshot = { readonly timestamp: string; readonly holders: readonly Holder[] };

/** The oldest snapshot comes first. */
export type Distribution = {
  readonly tokenId: string;
  readonly decimals: number;
  readonly snapshots: readonly Snapshot[];
};

// The types are not inferred from the JSON files, because a published declaration that imports JSON does not compile.
type FeeSchedule = {
  readonly timestamp: string;
  readonly fees: readonly { readonly gas: number; readonly transaction_type: string }[];
};

export type TopicMessage = JsonObject & { readonly consensus_timestamp: string };

/** A contract result, with the names by which it is found: transaction id and nonce, or hash. */
export type ResultEntry = {
  readonly transactionId: string;
  readonly nonce: number;
  readonly hash: string;
  readonly record: JsonObject;
};

/** The versions of one contract, oldest first. `id` is null if the contract is known only by its address. */
export type ContractEntry = {
  readonly id: string | null;
  readonly address: string;
  readonly versions: readonly (JsonObject & {
    readonly timestamp: { readonly from: string; readonly to: string | null };
  })[];
};

type VerificationEntry = {
  readonly address: string;
  readonly chainId: string;
  readonly session: JsonObject;
  readonly direct: JsonObject;
};

export type Dataset = {
  readonly summary: JsonObject;
  readonly tokens: readonly Token[];
  readonly distributions: readonly Distribution[];
  readonly feeSchedules: readonly FeeSchedule[];
  readonly topicMessages: readonly TopicMessage[];
  readonly contractResults: readonly ResultEntry[];
  readonly contracts: readonly ContractEntry[];
  readonly verifications: readonly VerificationEntry[];
};

let cachedDataset: Dataset | undefined;

export function usualDataset(): Dataset {
  cachedDataset ??= {
    summary,
    tokens: tokenData(),
    distributions: distributions(),
    feeSchedules,
    topicMessages,
    contractResults: contractResults(),
    contracts: contracts(),
    verifications,
  };
  return cachedDataset;
}

export function withHolders(
  data: Dataset,
  change: (holders: readonly Holder[]) => readonly Holder[],
): Dataset {
  const changed = data.distributions.map(({ snapshots, ...rest }) => ({
    ...rest,
    snapshots: snapshots.map(({ timestamp, holders }) => ({ timestamp, holders: change(holders) })),
  }));
  return { ...data, distributions: changed };
}

export function withResults(
  data: Dataset,
  change: (record: JsonObject, index: number) => JsonObject,
): Dataset {
  const changed = data.contractResults.map((entry, index) => ({
    ...entry,
    record: change(entry.record, index),
  }));
  return { ...data, contractResults: changed };
}
