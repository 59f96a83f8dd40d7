import { isArray, isObject, print, type Json, type JsonObject } from "../../../../reference/json.ts";
import type { Endpoint } from "../../../../schemas/operations.ts";
import type { Asked, Breakage } from "../app.ts";
import type { Answer, Query } from "../query.ts";

/** What a developer breaks by a slip in one line, and where it has to be found. */
export interface Slip extends Breakage {
  readonly name: string;
  readonly endpoint: Endpoint;
}

const PATHS: Readonly<Record<string, RegExp>> = {
  tokens: /^tokens$/,
  tokenBalances: /^tokens\/[^/]+\/balances$/,
  networkFees: /^network\/fees$/,
  topicMessage: /^topics\/messages\/[^/]+$/,
  contractResult: /^contracts\/results\/(?!logs)[^/]+$/,
  contract: /^contracts\/(?!results)[^/]+$/,
};

export const isAt = (endpoint: Endpoint, { steps }: Asked): boolean =>
  PATHS[endpoint]?.test(steps.join("/")) === true;

/** Reads the query of an endpoint wrongly. */
export function reading(name: string, endpoint: Endpoint, read: (query: Query, asked: Asked) => Query): Slip {
  return {
    name,
    endpoint,
    asked: (asked) => (isAt(endpoint, asked) ? { ...asked, query: read(asked.query, asked) } : asked),
  };
}

/** Spoils the answers of an endpoint. */
export function answering(
  name: string,
  endpoint: Endpoint,
  spoil: (answer: Answer, asked: Asked) => Answer,
): Slip {
  return {
    name,
    endpoint,
    answered: (answer, asked) => (isAt(endpoint, asked) ? spoil(answer, asked) : answer),
  };
}

/** Spoils the records and lists of an endpoint, and no errors. */
export function showing(
  name: string,
  endpoint: Endpoint,
  spoil: (body: JsonObject, asked: Asked) => Json,
): Slip {
  return answering(name, endpoint, (answer, asked) =>
    answer.status < 300 && isObject(answer.body) ? { ...answer, body: spoil(answer.body, asked) } : answer,
  );
}

export const without =
  (...names: readonly string[]) =>
  (query: Query): Query =>
    query.filter(([name]) => !names.includes(name));

/** Values of a parameter rewritten. */
export const rewriting =
  (parameter: string, write: (value: string) => string) =>
  (query: Query): Query =>
    query.map(([name, value]) => [name, name === parameter ? write(value) : value]);

export const operator = (from: string, to: string) => (value: string) =>
  value.startsWith(`${from}:`) ? `${to}:${value.slice(from.length + 1)}` : value;

/** A value that is not well-formed is read as another one, where the check of it is gone. */
export const unchecked = (parameter: string, isFine: RegExp, instead: string) =>
  rewriting(parameter, (value) => (isFine.test(value) ? value : instead));

export const TIME = /^(?:(?:eq|ne|gte?|lte?):)?\d{1,10}(?:\.\d{1,9})?$/;

export const rowsOf = (body: JsonObject, list: string): readonly Json[] => {
  const rows = body[list];
  return isArray(rows) ? rows : [];
};

export const inRows =
  (list: string, change: (row: JsonObject, index: number) => Json) => (body: JsonObject) => ({
    ...body,
    [list]: rowsOf(body, list).map((row, index) => (isObject(row) ? change(row, index) : row)),
  });

export const nextWith = (change: (next: string) => string | null) => (body: JsonObject) => {
  const next = isObject(body["links"]) ? body["links"]["next"] : null;
  return { ...body, links: { next: typeof next === "string" ? change(next) : null } };
};

export const droppingFromNext = (parameter: string) =>
  nextWith((next) => next.replace(new RegExp(`(?<=[?&])${parameter.replace(".", "\\.")}=[^&]*&?`), ""));

export const member = (name: string, value: (old: Json | undefined) => Json) => (body: JsonObject) => ({
  ...body,
  [name]: value(body[name]),
});

export const renamed = (from: string, to: string) => (body: JsonObject) => {
  const { [from]: value = null, ...rest } = body;
  return { ...rest, [to]: value };
};

export const failing = (status: number): Answer => ({
  status,
  body: { _status: { messages: [{ message: status === 503 ? "Service unavailable" : "Internal error" }] } },
});

export const messageOf = (text: string): Json => ({ _status: { messages: [{ message: text }] } });

export const refusals =
  (change: (answer: Answer) => Answer) =>
  (answer: Answer): Answer =>
    answer.status === 400 ? change(answer) : answer;

/** A value as a text, which it should not be. */
export const text = (value: Json = null): string => (typeof value === "string" ? value : print(value));
