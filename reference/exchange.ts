import type { Endpoint } from "../schemas/operations.ts";
import type { Json, JsonObject } from "./json.ts";

export type { Endpoint };

export type Query = readonly (readonly [name: string, value: string])[];
type RequestHeaders = { readonly [name: string]: string | readonly string[] | undefined };

/** One request, already decoded: `path` without the service's prefix, `param` the value in the path. */
export type Ask = {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
  readonly param: string;
  readonly query: Query;
  readonly headers: RequestHeaders;
  readonly body: string;
};

export type AnswerHeaders = { readonly [name: string]: string };

/** One answer: a JSON value that is still to be printed, or text (or bytes) to be sent as it is. */
export type Answer =
  | { readonly status: number; readonly headers: AnswerHeaders; readonly body: Json }
  | {
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly raw: string | Uint8Array<ArrayBuffer>;
    };

export type Handler = (ask: Ask) => Answer;

export const JSON_HEADERS: AnswerHeaders = { "content-type": "application/json; charset=utf-8" };

/** A success. */
export function success(body: JsonObject): Answer {
  return { status: 200, headers: JSON_HEADERS, body };
}

/** An error in the form of part 7, one entry for each message. */
export function failure(status: number, messages: readonly string[]): Answer {
  const body = { _status: { messages: messages.map((message) => ({ message })) } };
  return { status, headers: JSON_HEADERS, body };
}

/** The refusal of parameters, each named once. */
export function invalidParameters(names: readonly string[]): Answer {
  const messages = [...new Set(names)].map((name) => `Invalid parameter: ${name}`);
  return failure(400, messages);
}

/** Something went wrong within. */
export const ACCIDENT: Answer = { status: 500, headers: JSON_HEADERS, body: { error: "boom" } };

/** The answer for a record, or a path, that is not there. */
export function notFound(): Answer {
  return failure(404, ["Not found"]);
}
