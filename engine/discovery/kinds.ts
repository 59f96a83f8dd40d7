// §2.6, §2.7, §2.8: kinds of records that matter: a rule on one of them is shown by no other
import { isObject, type JsonObject } from "../message/classify.ts";
import type { Endpoint } from "../../schemas/operations.ts";

interface Kind {
  readonly words: string;
  readonly fits: (record: JsonObject) => boolean;
  /** The document does not speak of it: that none was seen says nothing. */
  readonly unspoken?: true;
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

const KINDS: Readonly<Partial<Record<Endpoint, readonly Kind[]>>> = {
  topicMessage: [
    { words: "in one piece", fits: (record) => !isInPieces(record) },
    { words: "in several pieces", fits: isInPieces },
  ],
  contractResult: [
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
  contract: [
    { words: "with an earlier version", fits: hasEarlierVersion },
    { words: "deleted", fits: ({ deleted }) => deleted === true },
    { words: "with an empty memo", fits: ({ memo }) => memo === "" },
    { words: "with a memo", fits: ({ memo }) => textOf(memo) !== "" },
  ],
};

/** The kinds that a record is of, in words, be it whole or as a list shows it. */
const kindsOf = (endpoint: Endpoint, record: unknown): readonly string[] =>
  (KINDS[endpoint] ?? []).flatMap(({ words, fits }) => (isObject(record) && fits(record) ? [words] : []));

/** Whether a kind that the document speaks of is among none of the records. */
export function lacksKinds(endpoint: Endpoint, records: readonly unknown[]): boolean {
  const spoken = (KINDS[endpoint] ?? []).filter(({ unspoken }) => unspoken !== true);
  const seen = new Set(records.flatMap((record) => kindsOf(endpoint, record)));
  return spoken.some(({ words }) => !seen.has(words));
}
