// §2.6, §2.7, §2.8, §4.6, §4.7, §4.8: the record in an answer, and the name that it was asked for by
import { bareHex } from "../../../engine/model/compare.ts";
import { isObject, isSuccess, looksLikeSuccess, type JsonObject } from "../../../engine/message/classify.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import type { Finding, Reply } from "../../../engine/model/exchange.ts";
import { operations, type Endpoint } from "../../../schemas/operations.ts";

/** What the request had in the place of the path parameter. */
export function askedPath({ ask }: Reply): string {
  const [before = ""] = operations[ask.endpoint].path.split("{");
  const [path = ""] = ask.target.slice(before.length).split("?");
  return decodeURIComponent(path);
}

/** The record in the body; empty where it holds none. */
export function recordIn(reply: Reply): JsonObject {
  return isObject(reply.body.value) ? reply.body.value : {};
}

/** A member that is text; undefined where it is anything else, which the clause on that member judges. */
export function textIn(reply: Reply, member: string): string | undefined {
  const value = recordIn(reply)[member];
  return typeof value === "string" ? value : undefined;
}

/** Members without which an answer is no record; an error may share one of them by chance. */
const KEYS: Readonly<Partial<Record<Endpoint, readonly string[]>>> = {
  topicMessage: ["consensus_timestamp", "topic_id"],
  contractResult: ["hash", "result"],
  contract: ["contract_id", "evm_address"],
};

/** Whether the body is a record and no error, whatever the status. */
export function holdsRecord(reply: Reply): boolean {
  const keys = KEYS[reply.ask.endpoint] ?? [];
  return looksLikeSuccess(reply) && keys.every((key) => Object.hasOwn(recordIn(reply), key));
}

/** Whether a record is shown as a success: stricter than `isSuccess`, for what must not be one. */
export function showsRecord(reply: Reply): boolean {
  return isSuccess(reply) && holdsRecord(reply);
}

/** A finding about one member of a record; `beside`: answers that it is compared with. */
export function memberFinding(
  reply: Reply,
  member: string,
  message: string,
  expected: string,
  beside: readonly Reply[] = [],
): Finding {
  return { message, pointer: `/${member}`, expected, actual: cut(recordIn(reply)[member]), reply, beside };
}

/** Equal JSON values; texts of hex in any case, with 0x or without. */
export function sameValue(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? bareHex(a) === bareHex(b) : a === b;
}
