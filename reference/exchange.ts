import { stringify } from "lossless-json";
import type { Endpoint } from "../schemas/operations.ts";

/** A JSON value; integers beyond 2^53 are bigints, so that they are printed exactly. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [member: string]: Json };

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const mapMembers = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The value if it is a string; "" for every other value. */
export const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The JSON text of a value with every digit of its integers. Only values with a bigint need the slower serializer. */
export const jsonText = (value: Json): string =>
  hasBigint(value) ? (stringify(value) ?? "null") : JSON.stringify(value);

const hasBigint = (value: Json): boolean =>
  typeof value === "bigint" ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasBigint));

export type ServerQuery = readonly (readonly [name: string, value: string])[];
type RequestHeaders = { readonly [name: string]: string | readonly string[] | undefined };

/** One decoded request: `path` without the prefix of the service, `param` the value of the path parameter. */
export type ServerRequest = {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
  readonly param: string;
  readonly query: ServerQuery;
  readonly headers: RequestHeaders;
  readonly body: string;
};

export type ServerHeaders = { readonly [name: string]: string };

/** One response: `body` is a JSON value to serialize, `raw` is text or bytes to send unchanged. */
export type ServerResponse =
  | { readonly status: number; readonly headers: ServerHeaders; readonly body: Json }
  | {
      readonly status: number;
      readonly headers: ServerHeaders;
      readonly raw: string | Uint8Array<ArrayBuffer>;
    };

export type Handler = (request: ServerRequest) => ServerResponse;

export const JSON_HEADERS: ServerHeaders = { "content-type": "application/json; charset=utf-8" };

export const success = (body: JsonObject): ServerResponse => ({ status: 200, headers: JSON_HEADERS, body });

export function failure(status: number, messages: readonly string[]): ServerResponse {
  const body = { _status: { messages: messages.map((message) => ({ message })) } };
  return { status, headers: JSON_HEADERS, body };
}

export function invalidParameters(names: readonly string[]): ServerResponse {
  const messages = [...new Set(names)].map((name) => `Invalid parameter: ${name}`);
  return failure(400, messages);
}

export const SERVER_ERROR: ServerResponse = { status: 500, headers: JSON_HEADERS, body: { error: "boom" } };

/** The response for a missing record (§7.4), and for an unknown path. */
export const notFound = (): ServerResponse => failure(404, ["Not found"]);

export const valuesOf = (request: Pick<ServerRequest, "query">, name: string): readonly string[] =>
  request.query.filter(([sent]) => sent === name).map(([, value]) => value);

/** The request with exactly this value of a query parameter; undefined removes the parameter. */
export function setQuery(request: ServerRequest, name: string, value: string | undefined): ServerRequest {
  const others = request.query.filter(([sent]) => sent !== name);
  return { ...request, query: value === undefined ? others : [...others, [name, value]] };
}
