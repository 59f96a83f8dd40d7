import { isArray, isObject, type Json } from "../../../reference/json.ts";
import { accountKeys, contracts, executions, messages } from "./data.ts";
import { limitOf, NOT_FOUND, orderOf, valuesOf, type Answer, type Query } from "./query.ts";

/** Lists that the contract does not know and recipes read: the newest first. */
export function otherList(steps: readonly string[], query: Query): Answer {
  const path = steps.join("/");
  const page = (rows: readonly Json[], member: string): Answer => ({
    status: 200,
    body: { [member]: rows.slice(0, limitOf(query)), links: { next: null } },
  });
  if (path === "contracts") {
    const newest = new Map(contracts.map((row) => [row.contract_id, row]));
    const rows = [...newest.values()].map(({ bytecode: _code, runtime_bytecode: _runtime, ...row }) => row);
    return page(orderOf(query, "desc") === "desc" ? rows.toReversed() : rows, "contracts");
  }
  if (path === "contracts/results") {
    return page(
      executions
        .filter(({ nonce }) => nonce === 0)
        .map(({ record }) => record)
        .toReversed(),
      "results",
    );
  }
  if (path === "contracts/results/logs") {
    const rows = executions.flatMap(({ record: { logs, hash, timestamp } }) =>
      isArray(logs)
        ? logs.filter(isObject).map((log) => ({ ...log, transaction_hash: hash, timestamp }))
        : [],
    );
    return page(rows.toReversed(), "logs");
  }
  if (path === "transactions") {
    return page(transactions(query).toReversed(), "transactions");
  }
  if (path === "accounts") {
    return page(
      accountKeys.map(({ account, key }) => ({ account, key: { _type: "ED25519", key } })),
      "accounts",
    );
  }
  const topic = /^topics\/([\d.]+)\/messages$/.exec(path)?.[1];
  if (topic !== undefined) {
    const own = messages.filter(({ topic_id: id }) => id === topic);
    return page(orderOf(query, "asc") === "desc" ? own.toReversed() : own, "messages");
  }
  throw NOT_FOUND;
}

function transactions(query: Query): readonly Json[] {
  const calls = executions.map(({ payer, start, nonce, kind, record }) => ({
    consensus_timestamp: record.timestamp,
    entity_id: record["contract_id"] ?? null,
    name: kind,
    nonce,
    result: record["result"] ?? null,
    transaction_id: `0.0.${payer}-${start.replace(".", "-")}`,
  }));
  const submissions = messages.map(({ consensus_timestamp: at, topic_id: topic }) => ({
    consensus_timestamp: at,
    entity_id: topic,
    name: "CONSENSUSSUBMITMESSAGE",
    nonce: 0,
    result: "SUCCESS",
    transaction_id: `0.0.2001-${at.replace(".", "-")}`,
  }));
  const type = valuesOf(query, "transactiontype").at(-1)?.toUpperCase();
  return [...submissions, ...calls].filter(({ name }) => type === undefined || name === type);
}
