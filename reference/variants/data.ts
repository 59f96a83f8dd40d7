import { contractResult } from "../../schemas/contract-result.ts";
import { contract } from "../../schemas/contract.ts";
import type { JsonSchema } from "../../schemas/formats.ts";
import { contractLimits } from "../../schemas/limits.ts";
import { statusSummary } from "../../schemas/status-summary.ts";
import { token } from "../../schemas/token.ts";
import { withResults, type Dataset, type ResultEntry } from "../dataset.ts";
import { isArray, isJsonObject, mapMembers, type Json } from "../exchange.ts";
import { changedEverywhere, type ValueChange } from "../rewriting.ts";
import { concerning, CONTRACT_ENDPOINTS, LIST_ENDPOINTS, type Variants } from "../variant.ts";

const mapTexts = (data: Dataset, change: (text: string, name: string) => string): Dataset =>
  changedEverywhere(data, (value, name) => (typeof value === "string" ? change(value, name) : value));

const HOME = "1234567890.9999999999";

const withFarShard = (text: string): string =>
  text.replace(/^0\.0\.(\d+)/, (_, num: string) => `${HOME}.${num === "4294967295" ? "9999999999" : num}`);

/** The lowest and the highest valid id, each by the id in the usual data that it replaces. */
const END_VALUES: Readonly<Record<string, string>> = {
  "0.0.2": "0.0.0",
  "0.0.4294967295": "9999999999.9999999999.9999999999",
};

function replaceWithNulls<T extends Json>(value: T, schema: JsonSchema | undefined): T;
function replaceWithNulls(value: Json, schema: JsonSchema | undefined): Json {
  if (schema?.type?.includes("null")) return null;
  if (isArray(value)) return value.map((element) => replaceWithNulls(element, schema?.items));
  if (!isJsonObject(value)) return value;
  return mapMembers(value, (member, name) => replaceWithNulls(member, schema?.properties?.[name]));
}

function nullDataset(data: Dataset): Dataset {
  const contracts = data.contracts.map(({ versions, ...entry }) => ({
    ...entry,
    versions: versions.map((version) => replaceWithNulls(version, contract)),
  }));
  return {
    ...withResults(data, (record) => replaceWithNulls(record, contractResult)),
    summary: replaceWithNulls(data.summary, statusSummary),
    tokens: data.tokens.map((each) => replaceWithNulls(each, token)),
    contracts,
  };
}

const EMPTY_DATA = {
  tokens: [],
  distributions: [],
  feeSchedules: [],
  topicMessages: [],
  contractResults: [],
  contracts: [],
  verifications: [],
};

const DATA_END = "9999999999.999999999";

function almostEmpty(data: Dataset): Dataset {
  const [message] = data.topicMessages.slice(3);
  return {
    ...EMPTY_DATA,
    summary: changedEverywhere(data.summary, (value) => (isArray(value) ? [] : value)),
    tokens: data.tokens.slice(0, 1),
    feeSchedules: data.feeSchedules.slice(-1).map(({ timestamp }) => ({ timestamp, fees: [] })),
    topicMessages: [{ ...message, consensus_timestamp: DATA_END }],
    contractResults: data.contractResults.slice(2, 3),
    contracts: changedEverywhere(data.contracts.slice(2, 3), (value, name) => {
      if (typeof value !== "string" || !value.startsWith("0.0.")) return value;
      return /^(contract_)?id$/.test(name) ? value.replace("0.0.", "7.8.") : null;
    }),
  };
}

// Members whose hex may have no digits. Addresses are excluded: they always have forty digits.
const BARE_DATA = /^(failed_initcode|block_hash|bloom|data|slot|value_read)$/;

function unusualText(text: string, name: string): string {
  if (/^(from|to|evm_address)$/.test(name) && /^(0x)?[0-9a-f]{40}$/.test(text))
    return text.replace("0x", "").toUpperCase();
  if (BARE_DATA.test(name) && text.startsWith("0x")) return "0x";
  if (name === "url" || name === "shortlink") return "urn:example:status%20page";
  if (name === "display_at") return "2016-12-31t23:59:60.000000000001z";
  if (text === DATA_END) return "9999999999";
  if (/^0x[0-9a-f]*$/.test(text)) return `0x${text.slice(2).toUpperCase()}`;
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return text.toLowerCase().replace(/z$/, "-00:00");
  return text.replace(/^(\d{1,10})\.0+$/, "$1").replace(/^(\d{1,10}\.\d*[1-9])0+$/, "$1");
}

const HUGE = 10n ** 30n;

const hugeBalance: ValueChange = (value, name) => {
  if (name !== "balance" || typeof value !== "bigint" || value <= 10n ** 15n) return value;
  return value % 2n === 0n ? HUGE : -HUGE;
};

function unusualDataset(usual: Dataset): Dataset {
  const data = changedEverywhere(mapTexts(usual, unusualText), hugeBalance);
  const tokens = data.tokens.map((each, index) =>
    index % 9 === 0
      ? { ...each, symbol: "", type: "" }
      : { ...each, symbol: each.symbol.padEnd(contractLimits.nameLength.max + 1, "S") },
  );
  return { ...data, tokens };
}

/** Child results have the hash and the timestamp of their transaction; the hash finds the transaction itself. */
function sharedHashes({ contractResults, ...data }: Dataset): Dataset {
  const shared = contractResults.map((entry) => {
    const isFirst = ({ transactionId, nonce }: ResultEntry) =>
      nonce === 0 && transactionId === entry.transactionId;
    const first = contractResults.find(isFirst) ?? entry;
    const { hash = null, timestamp = null } = first.record;
    return { ...entry, hash: first.hash, record: { ...entry.record, hash, timestamp } };
  });
  return { ...data, contractResults: shared.toSorted((a, b) => b.nonce - a.nonce) };
}

const emptyMessages = (data: Dataset): Dataset =>
  withResults(data, (record, index) =>
    record["status"] === "0x1" ? { ...record, error_message: index % 2 === 0 ? "" : "0x" } : record,
  );

/** Names without a common part. */
const WOODS = ["Alder", "Birch", "Hazel", "Poplar"];

export const dataVariants: Variants = {
  "far-shard": {
    description: "every id has a shard and a realm of ten digits",
    dataset: (data) => mapTexts(data, withFarShard),
    settings: { home: HOME },
  },
  "ends-of-ids": {
    concerns: LIST_ENDPOINTS,
    description: "the lowest valid id belongs to an account, the highest to an account and a token",
    dataset: (data) => mapTexts(data, (text) => END_VALUES[text] ?? text),
  },
  nulls: { description: "every nullable field is null", dataset: nullDataset },
  "almost-empty": {
    description: "at most one record of each kind; the contract is in another shard and realm",
    dataset: almostEmpty,
  },
  "names-with-signs": {
    concerns: ["tokens"],
    description: "every token name has the form 100% NAME & Co?",
    dataset: ({ tokens, ...data }) => ({
      ...data,
      tokens: tokens.map((each) => ({ ...each, name: `100% ${each.name} & Co?` })),
    }),
  },
  "names-equally-frequent": {
    concerns: ["tokens"],
    description: "token names are empty or one of four words, each the name of the same number of tokens",
    dataset: ({ tokens, ...data }) => ({
      ...data,
      tokens: tokens.map((each, index) => ({
        ...each,
        name: index < tokens.length - (tokens.length % 4) ? (WOODS[index % 4] ?? "") : "",
      })),
    }),
  },
  ...concerning(CONTRACT_ENDPOINTS, {
    "shared-hashes": {
      description: "contract results of one transaction share its hash and its timestamp",
      dataset: sharedHashes,
    },
    "empty-error-messages": {
      description: "the error message of a successful contract result is empty, or 0x",
      dataset: emptyMessages,
    },
  }),
  empty: {
    description: "there are no records except the status summary",
    dataset: ({ summary }) => ({ ...EMPTY_DATA, summary }),
  },
  "odd-values": {
    description:
      "hex is in capitals or without digits, timestamps have no trailing zeros, some balances are huge or negative",
    dataset: unusualDataset,
  },
};
