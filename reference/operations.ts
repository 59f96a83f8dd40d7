import { operations, type Service } from "../schemas/operations.ts";
import type { Ask, Endpoint, Query, RequestHeaders } from "./exchange.ts";

/** Where an operation is found; `:value` stands for the parameter in the path. */
export type Operation = {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly method: "GET" | "POST";
  readonly path: string;
};

export const OPERATIONS: readonly Operation[] = Object.values(operations).map((operation) => ({
  ...operation,
  path: operation.path.replace(/\{\w+\}/, ":value"),
}));

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
