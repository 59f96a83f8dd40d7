// The usual data in the format of a mirror node, and its lists that the contract does not define.
import type { MiddlewareHandler } from "hono";
import { withResults } from "../../dataset.ts";
import type { ContractEntry, Dataset, ResultEntry, TopicMessage } from "../../dataset.ts";
import { JSON_HEADERS, isArray, isJsonObject, jsonText, textOf } from "../../exchange.ts";
import type { Json, JsonObject } from "../../exchange.ts";
import { nanoseconds, LEDGER_PREFIX } from "../../service/parameters.ts";

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isArray(value) ? value.filter(isJsonObject) : [];

/** A message with one chunk has no chunk_info; the transaction id of a chunk is an object. */
function mirrorMessage(each: TopicMessage, index: number): TopicMessage {
  const { initial_transaction_id: id, number = 1, total = 1 } = asObject(each["chunk_info"]);
  const [account = "", seconds, nanos] = textOf(id).split("-");
  const transaction = {
    account_id: account,
    nonce: index % 2 === 0 ? null : index,
    scheduled: index % 4 === 1,
    transaction_valid_start: `${seconds}.${nanos}`,
  };
  const chunk = { initial_transaction_id: transaction, number, total };
  return { ...each, chunk_info: index % 3 === 0 ? null : chunk };
}

/** A contract result as a mirror node returns it: for example, a slot that was only read has no written value. */
function mirrorResult(record: JsonObject, index: number): JsonObject {
  const { address = null, failed_initcode: initcode = null } = record;
  return {
    ...record,
    address: record["contract_id"] === null ? null : address,
    call_result: record["call_result"] ?? "0x",
    failed_initcode: textOf(initcode).length > 2 ? initcode : null,
    state_changes: objectsIn(record["state_changes"]).map((change, at) =>
      at % 2 === 0 ? { ...change, value_written: null } : change,
    ),
    ...(record["type"] === 0 && index % 2 === 1 ? { type: 1 } : {}),
    access_list: [],
    authorization_list: [],
  };
}

/** A contract as a mirror node returns it: its current version has no end, and many contracts have no key. */
function mirrorContract({ versions, ...entry }: ContractEntry, index: number): ContractEntry {
  const last = versions.length - 1;
  const mirrorVersions = versions.map(({ timestamp: { from, to }, ...version }, at) => ({
    ...version,
    ...(index % 2 === 0 ? { admin_key: null } : {}),
    nonce: index % 3 === 0 ? null : index,
    timestamp: { from, to: at === last ? null : to },
  }));
  return { ...entry, versions: mirrorVersions };
}

/** The data in the format of a mirror node. Transactions with seconds near the end of 64 bits are omitted. */
export function mirrorDataset(data: Dataset): Dataset {
  const results = data.contractResults.filter(({ transactionId }) => !transactionId.includes("-9223372036-"));
  return {
    ...withResults({ ...data, contractResults: results }, mirrorResult),
    topicMessages: data.topicMessages.map(mirrorMessage),
    contracts: data.contracts.map(mirrorContract),
  };
}

const rowTime = (row: JsonObject): bigint =>
  nanoseconds(textOf(row["timestamp"] ?? row["consensus_timestamp"] ?? row["created_timestamp"])) ?? 0n;

/** The name of a transaction type: only a failed contract creation has an init code. */
const nameOfCall = (record: JsonObject): string =>
  record["failed_initcode"] === null ? "CONTRACTCALL" : "CONTRACTCREATEINSTANCE";

function transactions({ contractResults, topicMessages }: Dataset, type: string): readonly JsonObject[] {
  const calls = contractResults.map(({ transactionId, nonce, record }) => ({
    consensus_timestamp: record["timestamp"] ?? null,
    entity_id: record["contract_id"] ?? null,
    name: record["type"] === null ? nameOfCall(record) : "ETHEREUMTRANSACTION",
    nonce,
    transaction_id: transactionId,
  }));
  const submissions = topicMessages.map(({ consensus_timestamp: at, topic_id: topic = null }) => ({
    consensus_timestamp: at,
    entity_id: topic,
    name: "CONSENSUSSUBMITMESSAGE",
    nonce: 0,
    transaction_id: `0.0.1001-${at.replace(".", "-")}`,
  }));
  return [...calls, ...submissions].filter(({ name }) => name === type.toUpperCase());
}

function logsOf({ record }: ResultEntry): readonly JsonObject[] {
  const { hash = null, timestamp = null } = record;
  return objectsIn(record["logs"]).map((log) => ({ ...log, transaction_hash: hash, timestamp }));
}

const accountsIn = ({ distributions }: Dataset): readonly JsonObject[] =>
  distributions
    .flatMap(({ snapshots }) => snapshots.at(-1)?.holders ?? [])
    .map(({ account, publicKey }) => ({ account, key: { _type: "ED25519", key: publicKey } }));

/** The rows of a list by its path below /api/v1/; undefined for other paths. All but messages are sorted, by default the newest first. */
function rowsAt(path: string, query: URLSearchParams, data: Dataset): readonly JsonObject[] | undefined {
  const topic = /^topics\/([\d.]+)\/messages$/.exec(path)?.[1];
  if (topic !== undefined) return data.topicMessages.filter(({ topic_id: id }) => id === topic);
  const lists = new Map([
    ["contracts", data.contracts.map(({ versions }) => asObject(versions.at(-1)))],
    [
      "contracts/results",
      data.contractResults.filter(({ nonce }) => nonce === 0).map(({ record }) => record),
    ],
    ["contracts/results/logs", data.contractResults.flatMap(logsOf)],
    ["transactions", transactions(data, query.get("transactiontype") ?? "")],
    ["accounts", accountsIn(data)],
  ]);
  const sorted = lists.get(path)?.toSorted((a, b) => (rowTime(a) > rowTime(b) ? -1 : 1));
  return query.get("order") === "asc" ? sorted?.toReversed() : sorted;
}

/** Lists and accounts that the contract does not define and that the recipes of the profile read. */
export const otherLists =
  (data: Dataset): MiddlewareHandler =>
  async (context, next) => {
    const { pathname, searchParams } = new URL(context.req.url);
    const path = pathname.replace(`${LEDGER_PREFIX}/api/v1/`, "");
    const respond = (body: JsonObject) => new Response(jsonText(body), { headers: JSON_HEADERS });
    const account = accountsIn(data).find(({ account: id }) => path === `accounts/${textOf(id)}`);
    if (account !== undefined) return respond(account);
    const rows = rowsAt(path, searchParams, data)?.slice(0, Number(searchParams.get("limit") ?? 25));
    return rows ? respond({ [path.split("/").at(-1) ?? ""]: rows, links: { next: null } }) : next();
  };
