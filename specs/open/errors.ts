// §7: what an error body shows
import { documentedMessages, isObject, looksLikeSuccess } from "../../engine/message/classify.ts";
import type { Answer, Reply } from "../../engine/model/exchange.ts";
import { distinct, membersOf, shown, type Observed } from "./seen.ts";

const NAMED = /^Invalid parameter: (.*)$/s;

export function namedParameters(reply: Answer): Observed {
  const names = (documentedMessages(reply) ?? []).map((message) => NAMED.exec(message)?.[1]);
  return distinct(names.filter((name) => name !== undefined).map(shown));
}

/** Whether an answer turns down a malformed request, or finds nothing. */
export function isTurnedDown(reply: Reply): boolean {
  const { expects } = reply.ask;
  return (expects === "refusal" || expects === "missing") && !looksLikeSuccess(reply);
}

export function shapeOf(reply: Answer): string {
  const { fault, value } = reply.body;
  if (fault !== undefined) {
    return fault;
  }
  return isObject(value) && documentedMessages(reply) !== undefined ? "_status, messages" : membersOf(value);
}

/** Members beside those that part 7 shows, at each of its three levels. */
export function besideMessages(reply: Answer): Observed {
  const { value } = reply.body;
  if (documentedMessages(reply) === undefined || !isObject(value)) {
    return [];
  }
  const status = value["_status"];
  const messages =
    isObject(status) && Array.isArray(status["messages"]) ? status["messages"].slice(0, 20) : [];
  return distinct([
    ...others(value, "_status").map((name) => `beside _status: ${name}`),
    ...others(status, "messages").map((name) => `beside messages: ${name}`),
    ...messages.flatMap((entry) => others(entry, "message").map((name) => `beside message: ${name}`)),
  ]);
}

function others(value: unknown, known: string): readonly string[] {
  return isObject(value)
    ? Object.keys(value)
        .filter((name) => name !== known)
        .map(shown)
    : [];
}
