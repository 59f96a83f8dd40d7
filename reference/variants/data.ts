import { usualDataset, type ContractEntry, type Dataset, type TopicMessage } from "../dataset.ts";
import { isObject, type Json, type JsonObject } from "../json.ts";
import { changedEverywhere } from "../rewriting/answer.ts";
import type { Variant } from "../variant.ts";

type Edit = (value: Json, name: string) => Json;

function everywhere(record: JsonObject, change: Edit): JsonObject {
  const changed = changedEverywhere(record, change);
  return isObject(changed) ? changed : record;
}

function inMessage(message: TopicMessage, change: Edit): TopicMessage {
  const instant = change(message.consensus_timestamp, "consensus_timestamp");
  return {
    ...everywhere(message, change),
    consensus_timestamp: typeof instant === "string" ? instant : message.consensus_timestamp,
  };
}

function inContract({ id, address, versions }: ContractEntry, change: Edit): ContractEntry {
  const changed = id === null ? null : change(id, "id");
  return {
    id: typeof changed === "string" ? changed : id,
    address,
    versions: versions.map(({ timestamp, ...members }) => ({ ...everywhere(members, change), timestamp })),
  };
}

/** The usual data with every value in their records changed. */
function changedDataset(change: Edit): Dataset {
  const data = usualDataset();
  const verifications = data.verifications.map((entry) => ({
    ...entry,
    session: everywhere(entry.session, change),
    direct: everywhere(entry.direct, change),
  }));
  return {
    ...data,
    summary: everywhere(data.summary, change),
    topicMessages: data.topicMessages.map((message) => inMessage(message, change)),
    contractResults: data.contractResults.map((entry) => ({
      ...entry,
      record: everywhere(entry.record, change),
    })),
    contracts: data.contracts.map((entry) => inContract(entry, change)),
    verifications,
  };
}

const HOME = "1234567890.9999999999";

function far(id: string): string {
  return id.replace(
    /^0\.0\.(\d+)/,
    (_, num: string) => `${HOME}.${num === "4294967295" ? "9999999999" : num}`,
  );
}

function farDataset(): Dataset {
  const data = changedDataset((value) => (typeof value === "string" ? far(value) : value));
  return {
    ...data,
    tokens: data.tokens.map((token) => ({ ...token, token_id: far(token.token_id) })),
    distributions: data.distributions.map(({ tokenId, decimals, snapshots }) => ({
      tokenId: far(tokenId),
      decimals,
      snapshots: snapshots.map(({ timestamp, holders }) => ({
        timestamp,
        holders: holders.map((holder) => ({ ...holder, account: far(holder.account) })),
      })),
    })),
    contractResults: data.contractResults.map((entry) => ({
      ...entry,
      transactionId: far(entry.transactionId),
    })),
  };
}

const NULLABLE = new Set([
  ..."description group_id start_date resolved_at monitoring_at access_list amount block_gas_used".split(" "),
  ..."block_hash block_number bloom call_result chain_id created_contract_ids error_message from".split(" "),
  ..."function_parameters gas_consumed gas_price gas_used max_fee_per_gas max_priority_fee_per_gas".split(
    " ",
  ),
  ..."r s to transaction_index v auto_renew_account auto_renew_period created_timestamp".split(" "),
  ..."expiration_timestamp file_id max_automatic_token_associations obtainer_id permanent_removal".split(" "),
  ..."proxy_account_id bytecode runtime_bytecode".split(" "),
]);

// Fields whose name also stands, not nullable, in a record inside or beside theirs.
const NULLABLE_AT_TOP = new Set(["contract_id", "nonce", "type"]);

function nulled(record: JsonObject): JsonObject {
  const members = Object.entries(record).map(([name, value]) => {
    const none = NULLABLE_AT_TOP.has(name) || NULLABLE.has(name);
    return [name, none ? null : value] as const;
  });
  return Object.fromEntries(members);
}

function nullDataset(): Dataset {
  const data = usualDataset();
  return {
    ...data,
    summary: everywhere(data.summary, (value, name) =>
      NULLABLE.has(name) && !isObject(value) && name !== "description" ? null : inComponent(value),
    ),
    tokens: data.tokens.map((token) => ({ ...token, admin_key: null })),
    contractResults: data.contractResults.map((entry) => ({ ...entry, record: nulled(entry.record) })),
    contracts: data.contracts.map(({ id, address, versions }) => ({
      id,
      address,
      versions: versions.map(({ timestamp, ...members }) => ({ ...nulled(members), timestamp })),
    })),
  };
}

// The overall status has a description too, which is never null.
function inComponent(value: Json): Json {
  return isObject(value) && "group_id" in value ? { ...value, description: null } : value;
}

const EMPTY: Pick<Dataset, "tokens" | "distributions" | "feeSchedules" | "topicMessages"> &
  Pick<Dataset, "contractResults" | "contracts" | "verifications"> = {
  tokens: [],
  distributions: [],
  feeSchedules: [],
  topicMessages: [],
  contractResults: [],
  contracts: [],
  verifications: [],
};

function almostEmpty(): Dataset {
  const data = usualDataset();
  return {
    ...EMPTY,
    summary: everywhere(data.summary, (value) => (Array.isArray(value) ? [] : value)),
    tokens: data.tokens.slice(0, 1),
    feeSchedules: data.feeSchedules.slice(-1).map(({ timestamp }) => ({ timestamp, fees: [] })),
    topicMessages: data.topicMessages.slice(3, 4),
    contractResults: data.contractResults.slice(2, 3),
    contracts: data.contracts.slice(2, 3),
  };
}

/** Other data. */
export const dataVariants: Readonly<Record<string, Variant>> = {
  "far-shard": {
    description: "every id lies in a shard and a realm of ten digits",
    dataset: farDataset,
    settings: { home: HOME },
  },
  nulls: { description: "every field that may be null is null", dataset: nullDataset },
  "almost-empty": { description: "one record of a kind, or none", dataset: almostEmpty },
  empty: {
    description: "nothing at all beside the status page",
    dataset: () => ({ ...EMPTY, summary: usualDataset().summary }),
  },
};
