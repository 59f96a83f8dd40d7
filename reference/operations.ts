import type { Ask, Endpoint, Query, RequestHeaders } from "./exchange.ts";

export type Service = "status" | "base" | "verify";

/** Where an operation is found; `:value` stands for the parameter in the path. */
export type Operation = {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly method: "GET" | "POST";
  readonly path: string;
};

/** Every operation; a literal path stands before the one with a parameter in its place. */
export const OPERATIONS: readonly Operation[] = [
  { endpoint: "statusSummary", service: "status", method: "GET", path: "/api/v2/summary.json" },
  { endpoint: "tokens", service: "base", method: "GET", path: "/api/v1/tokens" },
  { endpoint: "tokenBalances", service: "base", method: "GET", path: "/api/v1/tokens/:value/balances" },
  { endpoint: "networkFees", service: "base", method: "GET", path: "/api/v1/network/fees" },
  { endpoint: "topicMessage", service: "base", method: "GET", path: "/api/v1/topics/messages/:value" },
  { endpoint: "contractResult", service: "base", method: "GET", path: "/api/v1/contracts/results/:value" },
  { endpoint: "contract", service: "base", method: "GET", path: "/api/v1/contracts/:value" },
  { endpoint: "sessionVerify", service: "verify", method: "POST", path: "/session/verify/explorer" },
  { endpoint: "verify", service: "verify", method: "POST", path: "/verify/explorer" },
];

/** What a request carries beside its operation. */
export type AskParts = {
  readonly param?: string;
  readonly query?: Query;
  readonly headers?: RequestHeaders;
  readonly body?: string;
};

/** The request of an operation with these parts. */
export function askOf(endpoint: Endpoint, parts: AskParts = {}): Ask {
  const operation = OPERATIONS.find((candidate) => candidate.endpoint === endpoint);
  if (operation === undefined) throw new Error(`no operation serves ${endpoint}`);
  const { param = "", query = [], headers = {}, body = "" } = parts;
  const path = operation.path.replace(":value", () => encodeURIComponent(param));
  return { endpoint, method: operation.method, path, param, query, headers, body };
}
