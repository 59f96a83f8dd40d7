import { stringify } from "lossless-json";
import type { Endpoint } from "../schemas/operations.ts";

/** A JSON value; integers beyond 2^53 are bigints, so that they are printed exactly. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [member: string]: Json };

/** Whether a value is a JSON object, as opposed to an array, a scalar or null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The text that a value is; none where it is no text. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The JSON text of a value, with every digit of its integers: the slow way is only needed for long ones. */
export function print(value: Json): string {
  return hasBigint(value) ? (stringify(value) ?? "null") : JSON.stringify(value);
}

const hasBigint = (value: Json): boolean =>
  typeof value === "bigint" ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasBigint));

export type ServerQuery = readonly (readonly [name: string, value: string])[];
type RequestHeaders = { readonly [name: string]: string | readonly string[] | undefined };

/** One request, already decoded: `path` without the service's prefix, `param` the value in the path. */
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

/** One answer: a JSON value that is still to be printed, or text (or bytes) to be sent as it is. */
export type ServerResponse =
  | { readonly status: number; readonly headers: ServerHeaders; readonly body: Json }
  | {
      readonly status: number;
      readonly headers: ServerHeaders;
      readonly raw: string | Uint8Array<ArrayBuffer>;
    };

export type Handler = (request: ServerRequest) => ServerResponse;

export const JSON_HEADERS: ServerHeaders = { "content-type": "application/json; charset=utf-8" };

export function success(body: JsonObject): ServerResponse {
  return { status: 200, headers: JSON_HEADERS, body };
}

/** An error in the form of part 7, one entry for each message. */
export function failure(status: number, messages: readonly string[]): ServerResponse {
  const body = { _status: { messages: messages.map((message) => ({ message })) } };
  return { status, headers: JSON_HEADERS, body };
}

export function invalidParameters(names: readonly string[]): ServerResponse {
  const messages = [...new Set(names)].map((name) => `Invalid parameter: ${name}`);
  return failure(400, messages);
}

export const ACCIDENT: ServerResponse = { status: 500, headers: JSON_HEADERS, body: { error: "boom" } };

/** The response for a record, or a path, that is not there. */
export function notFound(): ServerResponse {
  return failure(404, ["Not found"]);
}

/** The values of a query parameter, in the order in which they were sent. */
export function valuesOf(request: Pick<ServerRequest, "query">, name: string): readonly string[] {
  return request.query.filter(([sent]) => sent === name).map(([, value]) => value);
}

/** The request with a query parameter that has this value only; none where there is no value. */
export function setQuery(request: ServerRequest, name: string, value: string | undefined): ServerRequest {
  const others = request.query.filter(([sent]) => sent !== name);
  return { ...request, query: value === undefined ? others : [...others, [name, value]] };
}
