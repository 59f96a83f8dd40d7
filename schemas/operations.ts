// §4, §7
import { contractResult } from "./contract-result.ts";
import { contract } from "./contract.ts";
import type { JsonSchema } from "./formats.ts";
import { networkFees } from "./network-fees.ts";
import { statusSummary } from "./status-summary.ts";
import { tokenBalances } from "./token-balances.ts";
import { tokens } from "./tokens.ts";
import { topicMessage } from "./topic-message.ts";
import { directVerification, sessionVerification, verificationRequest } from "./verification.ts";

/** The nine operations, by the names used in target and result files, in the order of the contract. */
export const ENDPOINT_NAMES = [
  "statusSummary",
  "tokenBalances",
  "tokens",
  "networkFees",
  "topicMessage",
  "contractResult",
  "contract",
  "sessionVerify",
  "verify",
] as const;
export type Endpoint = (typeof ENDPOINT_NAMES)[number];

/** The three services, in the order of the contract; each has a URL of its own. */
export const SERVICE_NAMES = ["status", "base", "verify"] as const;
export type Service = (typeof SERVICE_NAMES)[number];

/** The name of a service in texts, before the word `service`. */
export const SERVICE_WORDS: Readonly<Record<Service, string>> = {
  status: "status page",
  base: "ledger query",
  verify: "verification",
};

export type PathFormat = "EntityId" | "TopicTimestamp" | "TransactionIdOrHash" | "ContractIdOrAddress";

/** The formats of query parameters; `publicKey` is any text. */
export type QueryFormat =
  "EntityIdFilter" | "BalanceFilter" | "TimestampFilter" | "limit" | "order" | "name" | "publicKey" | "nonce";

interface AnyQueryParameter {
  readonly key: string;
  readonly line: number;
  readonly format: QueryFormat;
  /** Whether all values count if the parameter is sent several times. */
  readonly array?: true;
  /** The member of a row that a filter compares; absent if no member shows it. */
  readonly compares?: "account" | "balance" | "token_id";
}

/** A query parameter has the name that the contract states, or else an assumed name. */
export type QueryParameter = AnyQueryParameter &
  ({ readonly shownName: string } | { readonly assumedName: string });

/** A list in a response: the member that holds the rows, and the member that identifies a row. */
export interface ListShape {
  readonly rows: string;
  readonly identity: string;
}

export interface Operation {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly method: "GET" | "POST";
  /** The path after the URL of the service, with the path parameter in braces. */
  readonly path: `/${string}`;
  readonly section: `4.${number}`;
  readonly recordSection: `2.${number}`;
  readonly pathLine: number;
  readonly responseLine: number;
  readonly pathParameter?: { readonly name: string; readonly format: PathFormat };
  readonly query: readonly QueryParameter[];
  readonly success: JsonSchema;
  /** Members by which a body is recognised as a success body; an error may have one of them by chance. */
  readonly successMembers: readonly string[];
  readonly requestBody?: JsonSchema;
  /** Whether the contract documents the form of a parameter error for the operation (§7, item 6). */
  readonly documentsErrors?: true;
  readonly list?: ListShape;
}

export const operations: Readonly<Record<Endpoint, Operation>> = {
  statusSummary: {
    endpoint: "statusSummary",
    service: "status",
    method: "GET",
    path: "/api/v2/summary.json",
    section: "4.2",
    recordSection: "2.2",
    pathLine: 204,
    responseLine: 205,
    query: [],
    success: statusSummary,
    successMembers: ["page", "status", "components"],
  },
  tokenBalances: {
    endpoint: "tokenBalances",
    service: "base",
    method: "GET",
    path: "/api/v1/tokens/{tokenId}/balances",
    section: "4.3",
    recordSection: "2.4",
    pathLine: 209,
    responseLine: 211,
    pathParameter: { name: "tokenId", format: "EntityId" },
    query: [
      {
        key: "balance",
        line: 216,
        format: "BalanceFilter",
        assumedName: "account.balance",
        compares: "balance",
      },
      {
        key: "accountId",
        line: 217,
        format: "EntityIdFilter",
        assumedName: "account.id",
        compares: "account",
      },
      { key: "publicKey", line: 218, format: "publicKey", assumedName: "account.publickey" },
      { key: "limit", line: 219, format: "limit", assumedName: "limit" },
      { key: "order", line: 220, format: "order", assumedName: "order" },
      { key: "timestamp", line: 221, format: "TimestampFilter", assumedName: "timestamp" },
    ],
    success: tokenBalances,
    successMembers: ["balances"],
    documentsErrors: true,
    list: { rows: "balances", identity: "account" },
  },
  tokens: {
    endpoint: "tokens",
    service: "base",
    method: "GET",
    path: "/api/v1/tokens",
    section: "4.4",
    recordSection: "2.3",
    pathLine: 225,
    responseLine: 226,
    query: [
      { key: "accountId", line: 231, format: "EntityIdFilter", shownName: "account.id" },
      { key: "tokenId", line: 232, format: "EntityIdFilter", shownName: "token.id", compares: "token_id" },
      { key: "name", line: 233, format: "name", assumedName: "name" },
      { key: "limit", line: 234, format: "limit", assumedName: "limit" },
      { key: "order", line: 235, format: "order", assumedName: "order" },
      { key: "publicKey", line: 236, format: "publicKey", assumedName: "publickey" },
    ],
    success: tokens,
    successMembers: ["tokens"],
    documentsErrors: true,
    list: { rows: "tokens", identity: "token_id" },
  },
  networkFees: {
    endpoint: "networkFees",
    service: "base",
    method: "GET",
    path: "/api/v1/network/fees",
    section: "4.5",
    recordSection: "2.5",
    pathLine: 242,
    responseLine: 243,
    query: [
      { key: "order", line: 244, format: "order", assumedName: "order" },
      { key: "timestamp", line: 244, format: "TimestampFilter", assumedName: "timestamp" },
    ],
    success: networkFees,
    successMembers: ["fees"],
    documentsErrors: true,
    list: { rows: "fees", identity: "transaction_type" },
  },
  topicMessage: {
    endpoint: "topicMessage",
    service: "base",
    method: "GET",
    path: "/api/v1/topics/messages/{timestamp}",
    section: "4.6",
    recordSection: "2.6",
    pathLine: 248,
    responseLine: 250,
    pathParameter: { name: "timestamp", format: "TopicTimestamp" },
    query: [],
    success: topicMessage,
    successMembers: ["consensus_timestamp", "running_hash", "sequence_number", "topic_id"],
    documentsErrors: true,
  },
  contractResult: {
    endpoint: "contractResult",
    service: "base",
    method: "GET",
    path: "/api/v1/contracts/results/{transactionIdOrHash}",
    section: "4.7",
    recordSection: "2.7",
    pathLine: 254,
    responseLine: 257,
    pathParameter: { name: "transactionIdOrHash", format: "TransactionIdOrHash" },
    query: [{ key: "nonce", line: 256, format: "nonce", shownName: "nonce" }],
    success: contractResult,
    successMembers: ["hash", "result", "function_parameters", "gas_limit"],
  },
  contract: {
    endpoint: "contract",
    service: "base",
    method: "GET",
    path: "/api/v1/contracts/{contractIdOrAddress}",
    section: "4.8",
    recordSection: "2.8",
    pathLine: 261,
    responseLine: 264,
    pathParameter: { name: "contractIdOrAddress", format: "ContractIdOrAddress" },
    query: [{ key: "timestamp", line: 263, format: "TimestampFilter", shownName: "timestamp", array: true }],
    success: contract,
    successMembers: ["contract_id", "evm_address", "runtime_bytecode", "bytecode"],
  },
  sessionVerify: {
    endpoint: "sessionVerify",
    service: "verify",
    method: "POST",
    path: "/session/verify/explorer",
    section: "4.9",
    recordSection: "2.9",
    pathLine: 268,
    responseLine: 271,
    query: [],
    success: sessionVerification,
    successMembers: ["contracts", "unused"],
    requestBody: verificationRequest,
  },
  verify: {
    endpoint: "verify",
    service: "verify",
    method: "POST",
    path: "/verify/explorer",
    section: "4.10",
    recordSection: "2.9",
    pathLine: 275,
    responseLine: 278,
    query: [],
    success: directVerification,
    successMembers: ["result"],
    requestBody: verificationRequest,
  },
};

/** Query parameters, by endpoint and key in the target file. The contract states the names of the last four. */
export const PARAMETER_KEYS = [
  "tokens.limit",
  "tokens.order",
  "tokens.name",
  "tokens.publicKey",
  "tokenBalances.balance",
  "tokenBalances.accountId",
  "tokenBalances.publicKey",
  "tokenBalances.limit",
  "tokenBalances.order",
  "tokenBalances.timestamp",
  "networkFees.order",
  "networkFees.timestamp",
  "tokens.tokenId",
  "tokens.accountId",
  "contractResult.nonce",
  "contract.timestamp",
] as const;
export type ParameterKey = (typeof PARAMETER_KEYS)[number];

/** The name to send unless the target file gives another. */
export const schemaNameOf = (parameter: QueryParameter): string =>
  "shownName" in parameter ? parameter.shownName : parameter.assumedName;
