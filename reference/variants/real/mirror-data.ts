// The usual data in the forms of a mirror node, and the lists of it that the contract does not know.
import type { MiddlewareHandler } from "hono";
import type { Dataset, ResultEntry, TopicMessage } from "../../dataset.ts";
import { isArray, isObject, JSON_HEADERS, print, textOf } from "../../exchange.ts";
import type { Json, JsonObject } from "../../exchange.ts";
import { PREFIX } from "../../service/parameters.ts";
import { nanoseconds } from "../../service/values.ts";

/** A message in one piece has no chunk, and of a chunk the transaction is an object. */
function message(each: TopicMessage, index: number): TopicMessage {
  const { initial_transaction_id: id, number, total } = asObject(each["chunk_info"]);
  const [account, seconds, nanos] = textOf(id).split("-");
  const start = `${seconds}.${nanos}`;
  const nested = {
    account_id: account ?? "",
    nonce: index % 2 === 0 ? null : index,
    scheduled: index % 4 === 1,
  };
  const chunk = {
    initial_transaction_id: { ...nested, transaction_valid_start: start },
    number: number ?? 1,
    total: total ?? 1,
  };
  return { ...each, chunk_info: index % 3 === 0 ? null : chunk };
}

/** A slot that was only read has no written value, what was refused no address, and what failed no call result. */
function result({ record, ...entry }: ResultEntry, index: number, listsAccess: boolean): ResultEntry {
  const changes = isArray(record["state_changes"]) ? record["state_changes"] : [];
  const isType1 = record["type"] === 0 && index % 2 === 1;
  const hasInitcode = textOf(record["failed_initcode"]).length > 2;
  const own = {
    ...record,
    address: record["contract_id"] === null ? null : (record["address"] ?? null),
    call_result: record["call_result"] ?? "0x",
    failed_initcode: hasInitcode ? (record["failed_initcode"] ?? null) : null,
    state_changes: changes.map((change, at) =>
      isObject(change) && at % 2 === 0 ? { ...change, value_written: null } : change,
    ),
    ...(isType1 ? { type: 1 } : {}),
    ...(listsAccess ? { access_list: [], authorization_list: [] } : {}),
  };
  return { ...entry, record: own };
}

/** What is valid now has no end, and many a contract has no key. */
function contract({ versions, ...entry }: Dataset["contracts"][number], index: number) {
  const last = versions.length - 1;
  const own = versions.map(({ timestamp: { from, to }, ...version }, at) => ({
    ...version,
    ...(index % 2 === 0 ? { admin_key: null } : {}),
    nonce: index % 3 === 0 ? null : index,
    timestamp: { from, to: at === last ? null : to },
  }));
  return { ...entry, versions: own };
}

const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Seconds of transactions that are near the end of 64 bits find nothing. */
const isTooLate = ({ transactionId }: ResultEntry): boolean => transactionId.includes("-9223372036-");

export function mirrorDataset(data: Dataset, listsAccess: boolean): Dataset {
  return {
    ...data,
    topicMessages: data.topicMessages.map(message),
    contractResults: data.contractResults
      .filter((entry) => !isTooLate(entry))
      .map((entry, index) => result(entry, index, listsAccess)),
    contracts: data.contracts.map(contract),
  };
}

const timeOf = (row: JsonObject): bigint =>
  nanoseconds(textOf(row["timestamp"] ?? row["consensus_timestamp"] ?? row["created_timestamp"])) ?? 0n;

const newestFirst = (rows: readonly JsonObject[]): readonly JsonObject[] =>
  rows.toSorted((a, b) => (timeOf(a) > timeOf(b) ? -1 : 1));

function transactions({ contractResults, topicMessages }: Dataset, type: string): readonly JsonObject[] {
  const calls = contractResults.map(({ transactionId, nonce, record }) => ({
    consensus_timestamp: record["timestamp"] ?? null,
    entity_id: record["contract_id"] ?? null,
    name: record["type"] === null ? "CONTRACTCALL" : "ETHEREUMTRANSACTION",
    nonce,
    transaction_id: transactionId,
  }));
  const submissions = topicMessages.map(({ consensus_timestamp: at, topic_id: topic }) => {
    const id = `0.0.1001-${at.replace(".", "-")}`;
    const name = "CONSENSUSSUBMITMESSAGE";
    return { consensus_timestamp: at, entity_id: topic ?? null, name, nonce: 0, transaction_id: id };
  });
  return [...calls, ...submissions].filter(({ name }) => name === type.toUpperCase());
}

function logsOf({ record }: ResultEntry): readonly JsonObject[] {
  const logs = isArray(record["logs"]) ? record["logs"].filter(isObject) : [];
  const { hash = null, timestamp = null } = record;
  return logs.map((log) => ({ ...log, transaction_hash: hash, timestamp }));
}

/** The accounts that hold a token. */
const accountsIn = ({ distributions }: Dataset): readonly JsonObject[] =>
  distributions
    .flatMap(({ snapshots }) => snapshots.at(-1)?.holders ?? [])
    .map(({ account, publicKey }) => ({ account, key: { _type: "ED25519", key: publicKey } }));

/** A list by its path below /api/v1/: the member with its rows, the newest first. */
function listAt(
  path: string,
  query: URLSearchParams,
  data: Dataset,
): readonly [string, readonly Json[]] | undefined {
  const topic = /^topics\/([\d.]+)\/messages$/.exec(path)?.[1];
  if (topic !== undefined) return ["messages", data.topicMessages.filter(({ topic_id: id }) => id === topic)];
  const lists: Readonly<Record<string, readonly JsonObject[]>> = {
    contracts: data.contracts.map(({ versions }) => asObject(versions.at(-1))),
    "contracts/results": data.contractResults.filter(({ nonce }) => nonce === 0).map(({ record }) => record),
    "contracts/results/logs": data.contractResults.flatMap(logsOf),
    transactions: transactions(data, query.get("transactiontype") ?? ""),
    accounts: accountsIn(data),
  };
  const rows = Object.hasOwn(lists, path) ? lists[path] : undefined;
  const sorted = rows && (query.get("order") === "asc" ? newestFirst(rows).toReversed() : newestFirst(rows));
  return sorted && [path.split("/").at(-1) ?? "", sorted];
}

/** Lists and accounts that the contract does not know and that recipes of the profile read. */
export const otherLists =
  (data: Dataset): MiddlewareHandler =>
  async (context, next) => {
    const { pathname, searchParams } = new URL(context.req.url);
    const prefix = `${PREFIX}/api/v1/`;
    if (!pathname.startsWith(prefix)) return next();
    const path = pathname.slice(prefix.length);
    const account = accountsIn(data).find(({ account: id }) => path === `accounts/${textOf(id)}`);
    if (account !== undefined) return new Response(print(account), { headers: JSON_HEADERS });
    const list = listAt(path, searchParams, data);
    if (list === undefined) return next();
    const [member, rows] = list;
    const page = rows.slice(0, Number(searchParams.get("limit") ?? 25));
    return new Response(print({ [member]: page, links: { next: null } }), { headers: JSON_HEADERS });
  };
