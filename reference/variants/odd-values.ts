import { usualDataset, type Dataset } from "../dataset.ts";
import { isObject, type Json, type JsonObject } from "../json.ts";
import { changedEverywhere } from "../rewriting/answer.ts";
import type { Variant } from "../variant.ts";

const HUGE = 10n ** 30n;

function shortTime(text: string): string {
  return text.replace(/^(\d{1,10})\.0+$/, "$1").replace(/^(\d{1,10}\.\d*[1-9])0+$/, "$1");
}

function upperHex(text: string): string {
  return /^0x[0-9a-f]*$/.test(text) ? `0x${text.slice(2).toUpperCase()}` : text;
}

function lowerDateTime(text: string): string {
  const same = /^\d{4}-\d{2}-\d{2}T/.test(text);
  return same ? text.toLowerCase().replace(/z$/, "-00:00") : text;
}

// No digit at all is hex too; an address has its forty digits, with or without 0x.
const BARE = new Set(["failed_initcode", "block_hash", "bloom", "data", "slot", "value_read"]);
const ADDRESSES = new Set(["from", "to", "evm_address"]);

function oddValue(value: Json, name: string): Json {
  if (typeof value !== "string") return value;
  if (ADDRESSES.has(name)) return value.replace(/^0x/, "").toUpperCase();
  if (BARE.has(name) && value.startsWith("0x")) return "0x";
  if (name === "url" || name === "shortlink") return "urn:example:status%20page";
  if (name === "display_at") return "2016-12-31t23:59:60.000000000001z";
  return lowerDateTime(shortTime(upperHex(value)));
}

function odd(record: JsonObject): JsonObject {
  const changed = changedEverywhere(record, oddValue);
  return isObject(changed) ? changed : record;
}

function oddDataset(): Dataset {
  const data = usualDataset();
  return {
    ...data,
    summary: odd(data.summary),
    tokens: data.tokens.map((token, index) => (index % 9 === 0 ? { ...token, symbol: "", type: "" } : token)),
    distributions: data.distributions.map((each) => ({
      ...each,
      snapshots: each.snapshots.map(({ timestamp, holders }) => ({
        timestamp: shortTime(timestamp),
        holders: holders.map((holder) =>
          holder.balance > 10n ** 15n
            ? { ...holder, balance: holder.balance % 2n === 0n ? HUGE : -HUGE }
            : holder,
        ),
      })),
    })),
    topicMessages: data.topicMessages.map((message) => ({
      ...odd(message),
      consensus_timestamp: shortTime(message.consensus_timestamp),
    })),
    contractResults: data.contractResults.map((entry) => ({ ...entry, record: odd(entry.record) })),
    contracts: data.contracts.map(({ id, address, versions }) => ({
      id,
      address,
      versions: versions.map(({ timestamp, ...members }) => ({
        ...odd(members),
        timestamp: { from: shortTime(timestamp.from), to: "9999999999" },
      })),
    })),
    verifications: data.verifications.map((entry) => ({
      ...entry,
      session: odd(entry.session),
      direct: odd(entry.direct),
    })),
  };
}

/** Values at the edges of their formats. */
export const oddValueVariants: Readonly<Record<string, Variant>> = {
  "odd-values": {
    description: "hex in capitals or without digits, times without decimals, huge and negative balances",
    dataset: oddDataset,
  },
};
