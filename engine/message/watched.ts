import { operations } from "../../schemas/operations.ts";
import type { Reply } from "../model/exchange.ts";
import { documentedMessages, isObject, isStatusOfSuccess, looksLikeSuccess, webPageIn } from "./classify.ts";

/** Whether what need not succeed did: by rows under another status, or by a verification with entries. */
function isTaken(reply: Reply): boolean {
  const { service, list } = operations[reply.ask.endpoint];
  const told = reply.status === 200 ? service === "verify" && hasEntries(reply) : list !== undefined;
  return told && looksLikeSuccess(reply);
}

/** An error of its own shape may have a member of the success body, but hardly an array with something in it. */
function hasEntries({ ask, body }: Reply): boolean {
  const { value } = body;
  const members = Object.keys(operations[ask.endpoint].success.properties ?? {});
  return (
    isObject(value) && members.some((member) => Array.isArray(value[member]) && value[member].length > 0)
  );
}

/** Success answers to requests that the document answers with a record or a list, and what is no JSON in their place. */
export function isWatched(reply: Reply): boolean {
  const { expects, endpoint } = reply.ask;
  if (!isStatusOfSuccess(reply)) {
    return false;
  }
  if (expects === "open" || (expects === "missing" && operations[endpoint].service === "verify")) {
    return isTaken(reply);
  }
  if (expects === "refusal" || documentedMessages(reply) !== undefined) {
    return false;
  }
  const isPlain = operations[endpoint].list !== undefined || endpoint === "statusSummary";
  const isNoJson = reply.status === 200 && reply.body.fault !== undefined && webPageIn(reply) === undefined;
  return looksLikeSuccess(reply) || ((isPlain || isNoJson) && expects === "success");
}
