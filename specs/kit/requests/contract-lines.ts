// The lines of the contract that state clauses on an endpoint (§4) or on a query parameter (§2.1, §8), and words for endpoints
import type { ContractLines } from "../../../engine/clauses/declare.ts";
import type { Endpoint, Operation, ParameterKey, QueryFormat, Service } from "../../../schemas/operations.ts";
import { ENDPOINT_NAMES, operations } from "../../../schemas/operations.ts";
import { shortKey, type ListName } from "../lists/lists.ts";

const SERVICE_LINES: Readonly<Record<Service, readonly number[]>> = {
  status: [7, 195, 320],
  base: [8, 195, 321],
  verify: [9, 322],
};

const SUCCESS_LINES: Readonly<Partial<Record<Endpoint, readonly number[]>>> = {
  tokens: [227],
  contract: [263],
  sessionVerify: [269],
  verify: [276],
};

export function successLines(endpoint: Endpoint): ContractLines {
  const { pathLine, responseLine, service } = operations[endpoint];
  return [pathLine, responseLine, ...SERVICE_LINES[service], ...(SUCCESS_LINES[endpoint] ?? [])];
}

export function jsonLines(endpoint: Endpoint): ContractLines {
  const { responseLine, service } = operations[endpoint];
  return [responseLine, 10, ...(service === "verify" ? [] : [195]), ...(service === "status" ? [7] : [])];
}

/** Lines that state that a list is sorted, without the line of its order parameter. */
export const sortedLines = (list: ListName): readonly number[] => (list === "balances" ? [211] : []);

/** Lines on the form and the effect of a query parameter, and (`FORM_LINES`) on its form alone. */
const FORMAT_LINES: Readonly<Partial<Record<QueryFormat, readonly number[]>>> = {
  EntityIdFilter: [19],
  BalanceFilter: [20],
  TimestampFilter: [18],
  limit: [309],
};
const FORM_LINES: Readonly<Partial<Record<QueryFormat, readonly number[]>>> = {
  EntityIdFilter: [313],
  TimestampFilter: [314],
  name: [310],
  nonce: [311],
};

export function operationWith(key: ParameterKey): Operation {
  return operations[ENDPOINT_NAMES.find((name) => key.startsWith(`${name}.`)) ?? "tokens"];
}

/** `form`: how the parameter is written; `effect`: what it does. The first line is that of the parameter itself. */
export function parameterLines(key: ParameterKey, topic: "form" | "effect"): ContractLines {
  const parameter = operationWith(key).query.find((one) => one.key === shortKey(key));
  if (parameter === undefined) throw new Error(`the contract describes no parameter ${key}`);
  const { line, format } = parameter;
  const ofForm = topic === "form" ? (FORM_LINES[format] ?? []) : [];
  return [line, ...(FORMAT_LINES[format] ?? []), ...ofForm];
}

export const ENDPOINT_WORDS: Readonly<Record<Endpoint, string>> = {
  statusSummary: "the status summary",
  tokenBalances: "the token balances",
  tokens: "the token list",
  networkFees: "the network fees",
  topicMessage: "a topic message",
  contractResult: "a contract result",
  contract: "a contract",
  sessionVerify: "a session verification",
  verify: "a verification",
};
