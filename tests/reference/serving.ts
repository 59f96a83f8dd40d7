import { usualDataset } from "../../reference/dataset.ts";
import type { Answer, Ask, Endpoint, Query, RequestHeaders } from "../../reference/exchange.ts";
import { honest } from "../../reference/service/honest.ts";
import { isObject, type Json, type JsonObject } from "../../reference/json.ts";
import { openLedger } from "../../reference/service/ledger.ts";
import { follow, nextOf, rowsOf, type ListMember } from "../../reference/rewriting/list.ts";
import { operations } from "../../schemas/operations.ts";

export const data = usualDataset();
const ledger = openLedger(data);

/** The honest reference on its usual data. */
export const reference = honest(() => ledger);

/** What a request carries beside its operation. */
export type AskParts = {
  readonly param?: string;
  readonly query?: Query;
  readonly headers?: RequestHeaders;
  readonly body?: string;
};

/** The request of an operation with these parts. */
export function askOf(endpoint: Endpoint, parts: AskParts = {}): Ask {
  const { param = "", query = [], headers = {}, body = "" } = parts;
  const { method, path: pattern } = operations[endpoint];
  const path = pattern.replace(/\{\w+\}/, () => encodeURIComponent(param));
  return { endpoint, method, path, param, query, headers, body };
}

/** The answer of the honest reference. */
export function ask(endpoint: Endpoint, parts: AskParts = {}): Answer {
  return reference(askOf(endpoint, parts));
}

/** The body of an answer that has one as a JSON value. */
export function bodyOf(answer: Answer): Json | undefined {
  return "body" in answer ? answer.body : undefined;
}

/** The object in a body. */
export function objectIn(answer: Answer): JsonObject {
  const body = bodyOf(answer);
  if (!isObject(body)) throw new Error("the answer has no object");
  return body;
}

/** The messages of an error. */
export function messagesIn(answer: Answer): readonly Json[] {
  const status = objectIn(answer)["_status"];
  const messages = isObject(status) ? status["messages"] : undefined;
  return Array.isArray(messages)
    ? messages.map((each: Json) => (isObject(each) ? (each["message"] ?? null) : null))
    : [];
}

/** The pages of a list, along its links. */
export function pagesOf(first: Ask, member: ListMember): readonly (readonly JsonObject[])[] {
  const pages: (readonly JsonObject[])[] = [];
  let current: Ask | undefined = first;
  while (current !== undefined && pages.length < 1000) {
    const body = objectIn(reference(current));
    pages.push(rowsOf(body, member));
    const next: string | null = nextOf(body);
    current = next === null ? undefined : follow(first, next);
  }
  return pages;
}
