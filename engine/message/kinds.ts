// §2.6, §2.7, §2.8: kinds of records that matter: a rule on one of them is shown by no other
import { isObject, type JsonObject } from "./classify.ts";
import { compareTexts } from "../model/compare.ts";
import type { Reply } from "../model/exchange.ts";
import type { KindsSeen } from "../model/results.ts";
import type { Endpoint } from "../../schemas/operations.ts";

interface Kind {
  readonly words: string;
  readonly fits: (record: JsonObject) => boolean;
  /** The document does not speak of it: that none was seen says nothing. */
  readonly unspoken?: true;
}

interface Kinds {
  /** The members that tell one record from another. */
  readonly identity: readonly string[];
  readonly kinds: readonly Kind[];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
/** Text that says more than hex without digits. */
const saysSomething = (value: unknown): boolean => !["", "0x"].includes(textOf(value));
const ethereum = (type: number): Kind => ({
  words: `Ethereum type ${type}`,
  fits: (record) => record["type"] === type,
});

function isInPieces({ chunk_info: chunk }: JsonObject): boolean {
  return isObject(chunk) && typeof chunk["total"] === "number" && chunk["total"] > 1;
}

function hasEarlierVersion({ timestamp: range, created_timestamp: created }: JsonObject): boolean {
  return isObject(range) && textOf(created) !== "" && Number(range["from"]) > Number(created);
}

const KINDS: Readonly<Partial<Record<Endpoint, Kinds>>> = {
  topicMessage: {
    identity: ["consensus_timestamp", "topic_id"],
    kinds: [
      { words: "in one piece", fits: (record) => !isInPieces(record) },
      { words: "in several pieces", fits: isInPieces },
    ],
  },
  contractResult: {
    identity: ["hash", "timestamp", "transaction_index", "gas_used"],
    kinds: [
      { words: "reverted", fits: ({ result }) => /revert/i.test(textOf(result)) },
      { words: "failed create", fits: ({ failed_initcode: code }) => saysSomething(code) },
      { words: "create", fits: ({ created_contract_ids: ids }) => isFilled(ids) },
      { words: "with an error message", fits: ({ error_message: message }) => saysSomething(message) },
      { words: "with logs", fits: ({ logs }) => isFilled(logs) },
      { words: "with state changes", fits: ({ state_changes: changes }) => isFilled(changes) },
      ethereum(0),
      { ...ethereum(1), unspoken: true },
      ethereum(2),
    ],
  },
  contract: {
    identity: ["contract_id", "evm_address"],
    kinds: [
      { words: "with an earlier version", fits: hasEarlierVersion },
      { words: "deleted", fits: ({ deleted }) => deleted === true },
      { words: "with an empty memo", fits: ({ memo }) => memo === "" },
      { words: "with a memo", fits: ({ memo }) => textOf(memo) !== "" },
    ],
  },
};

/** The kinds that a record is of, in words, be it whole or as a list shows it. */
export const kindsOf = (endpoint: Endpoint, record: unknown): readonly string[] =>
  (KINDS[endpoint]?.kinds ?? []).flatMap(({ words, fits }) =>
    isObject(record) && fits(record) ? [words] : [],
  );

/** Whether a kind that the document speaks of is among none of the records. */
export function lacksKinds(endpoint: Endpoint, records: readonly unknown[]): boolean {
  const spoken = (KINDS[endpoint]?.kinds ?? []).filter(({ unspoken }) => unspoken !== true);
  const seen = new Set(records.flatMap((record) => kindsOf(endpoint, record)));
  return spoken.some(({ words }) => !seen.has(words));
}

/** Characters of what tells a record from others: a service may write much. */
const LONGEST = 200;

/** Counts records of each kind, each record once. */
export function createKinds() {
  const found = new Map<Endpoint, Map<string, Set<string>>>();

  function see({ ask: { endpoint }, body: { value } }: Reply): void {
    const known = KINDS[endpoint];
    if (known === undefined || !isObject(value)) {
      return;
    }
    const record = known.identity
      .map((member) => String(value[member]))
      .join(" ")
      .slice(0, LONGEST);
    const kinds = found.get(endpoint) ?? new Map<string, Set<string>>();
    found.set(endpoint, kinds);
    for (const words of kindsOf(endpoint, value)) {
      kinds.set(words, (kinds.get(words) ?? new Set()).add(record));
    }
  }

  /** By endpoint whose records were seen; kinds of which there was none too. */
  function seen(): KindsSeen {
    const entries = [...found].toSorted(([a], [b]) => compareTexts(a, b));
    return Object.fromEntries(
      entries.map(([endpoint, records]) => {
        const counted = (KINDS[endpoint]?.kinds ?? []).map(({ words, unspoken }) => {
          return { kind: words, found: records.get(words)?.size ?? 0, unspoken };
        });
        const told = counted.filter((kind) => kind.found > 0 || kind.unspoken !== true);
        return [endpoint, told.map(({ kind, found: times }) => ({ kind, found: times }))];
      }),
    );
  }

  return { see, seen };
}
