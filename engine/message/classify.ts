import { type Endpoint, operations } from "../../schemas/operations.ts";
import type { Obstacle } from "../model/clause-results.ts";
import type { Answer, Finding, Reply } from "../model/exchange.ts";
import { countOf } from "../model/model.ts";
import { saidIn } from "../model/exchange.ts";
import { inQuotes } from "../secrets/escape.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the status is one of success (RFC 9110, 15.3), whatever the body is. */
export const isStatusOfSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

/** Whether it is JSON that is no object: neither a success of the document nor an error. */
export const isNoObject = ({ body: { value } }: Answer): boolean => value !== undefined && !isObject(value);

/** The messages of an error body as part 7 shows it; undefined where the body is anything else, or lists none. */
export function documentedMessages({ body: { value } }: Pick<Answer, "body">): readonly string[] | undefined {
  const status = isObject(value) ? value["_status"] : undefined;
  const messages = isObject(status) ? status["messages"] : undefined;
  // A list without messages tells of no error: a success may have such a member too.
  if (!Array.isArray(messages) || messages.length === 0) {
    return undefined;
  }
  const texts: string[] = [];
  for (const entry of messages) {
    const text: unknown = isObject(entry) ? entry["message"] : undefined;
    if (typeof text !== "string") {
      return undefined;
    }
    texts.push(text);
  }
  return texts;
}

const INVALID_PARAMETER = /^Invalid parameter: \S/;

/** Whether the answer speaks of an invalid parameter (7.2). */
export function speaksOfInvalidParameter(reply: Answer): boolean {
  return documentedMessages(reply)?.some((message) => INVALID_PARAMETER.test(message)) ?? false;
}

/** Messages that part 7 shows: with one of them an answer is the implementation's own, whatever its status. */
const SHOWN =
  /^(Invalid parameter: \S|Not found$|Require at least 1\/3 signature files)|shard\.realm\.num-sss-nnn/;

/** A count out of a total follows, and the name of a file. */
const SIGNATURES = "Require at least 1/3 signature files to prove consensus";

/** §7.5, reading 14: may come at any time in place of the fees, and then nothing else can be said of them. */
export function lacksSignatures(reply: Reply): boolean {
  const messages = reply.ask.endpoint === "networkFees" ? (documentedMessages(reply) ?? []) : [];
  return messages.some(
    (text) => text.startsWith(SIGNATURES) && /\d\D+\d/.test(text.slice(SIGNATURES.length)),
  );
}

/** Whether the answer is an error that the document shows, not one of a gateway in front. */
export function isShownError(reply: Answer): boolean {
  return documentedMessages(reply)?.some((message) => SHOWN.test(message)) ?? false;
}

/** What is told of a web page in place of JSON, which is a gateway's; undefined for any other answer. */
export function webPageIn({ status, body }: Pick<Reply, "status" | "body">): string | undefined {
  return body.fault !== undefined && /^\s*</.test(body.text.slice(0, 200))
    ? `answered ${status} with a web page in place of JSON`
    : undefined;
}

/** Whether a CDN or a firewall, and not the service, turns this client away: 403 with a web page that asks for no credentials. */
export const isBlocked = (reply: Pick<Reply, "status" | "body" | "headers">): boolean =>
  reply.status === 403 && webPageIn(reply) !== undefined && reply.headers["www-authenticate"] === undefined;

/** The words for {@link isBlocked}, with what can be done. */
export const BLOCKED = {
  reason: "answered 403 with a web page: a CDN or firewall in front of the service blocks this client",
  why: { obstacle: "network", remedy: { kind: "passFirewall" } },
} as const;

/** Members of the success body of each endpoint; an error of its own shape may share one of several by chance. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  statusSummary: ["page", "status", "components"],
  tokenBalances: ["balances"],
  tokens: ["tokens"],
  networkFees: ["fees"],
  topicMessage: ["consensus_timestamp", "running_hash", "sequence_number", "topic_id"],
  contractResult: ["hash", "result", "function_parameters", "gas_limit"],
  contract: ["contract_id", "evm_address", "runtime_bytecode", "bytecode"],
  sessionVerify: ["contracts", "unused"],
  verify: ["result"],
};

/** Whether its success depends on no sample: it is a list, or the summary. */
const isPlain = (endpoint: Endpoint): boolean =>
  operations[endpoint].list !== undefined || endpoint === "statusSummary";

/** Whether the body is that of a success of its endpoint, whatever may be wrong inside. Status codes of errors are unspecified: under another status than 200, the body needs half of the {@link MARKS}. */
export function looksLikeSuccess(reply: Answer): boolean {
  const { value } = reply.body;
  const marks = MARKS[reply.ask.endpoint] ?? [];
  const isError = (documentedMessages(reply)?.length ?? 0) > 0;
  return (
    isObject(value) &&
    !isError &&
    (marks.filter((mark) => mark in value).length * 2 >= marks.length ||
      (reply.status === 200 && isPartOfRecord(value, reply.ask.endpoint)))
  );
}

/** Members that a record has, and that an error in a form of its own may have too (RFC 9457 and the default errors of web frameworks). */
const SHARED_WITH_ERRORS = new Set(["error_message", "message", "result", "status", "timestamp", "type"]);
/** Members that only an error has. */
const ERROR_MEMBERS = new Set(["error", "errors"]);

/**
 * Whether an object is the record of an endpoint, however many members are absent, such as one whose serializer leaves nulls
 * out. An object is an error in a form of its own if it has `error` or `errors`, or if it has no member of the record that
 * errors do not have too, beside members that the record does not have.
 */
function isPartOfRecord(value: JsonObject, endpoint: Endpoint): boolean {
  const members = operations[endpoint].success.properties ?? {};
  const names = Object.keys(value);
  const own = names.filter((name) => Object.hasOwn(members, name));
  const hasOthers = own.length < names.length;
  const isOwnError =
    names.some((name) => ERROR_MEMBERS.has(name)) ||
    (hasOthers && own.every((name) => SHARED_WITH_ERRORS.has(name)));
  return own.length > 0 && !isOwnError;
}

/** A success body under any status of success: served, whatever the status should have been. */
export function isServed(reply: Answer): boolean {
  return isStatusOfSuccess(reply) && looksLikeSuccess(reply);
}

/** A success body under a status of success that is not 200: all that is wrong is the status. */
export const hasOtherStatus = (reply: Answer): boolean => isServed(reply) && !isSuccess(reply);

/** A success as the document has it: status 200, or one that is known to stand for it, with the success body. */
export function isSuccess(reply: Answer): boolean {
  return (reply.status === 200 || reply.stands === true) && looksLikeSuccess(reply);
}

/** Whether the answer says that there is no such record (where the document shows no body for that). */
export function looksMissing(reply: Answer): boolean {
  return reply.status === 404 || reply.status === 410 || /not found/i.test(saidIn(reply.body));
}

/** What is in the way where an answer shows nothing to judge: the service, unless it may have nothing to show. */
export function obstacleIn(reply: Reply): Obstacle {
  const { endpoint, expects } = reply.ask;
  const mayBeMissing = expects === "missing" || endpoint === "networkFees" || endpoint === "tokenBalances";
  return isSuccess(reply) || (mayBeMissing && looksMissing(reply)) ? "data" : "service";
}

/** Whether a service, or what stands in front of it, asks to go away, or for credentials. */
export const isBarred = ({ status }: Pick<Answer, "status">): boolean => [401, 403, 407].includes(status);

/** What came, in a few words. */
export function describe(reply: Answer): string {
  const messages = documentedMessages(reply);
  const rows = listedIn(reply);
  const what =
    messages === undefined
      ? rows && (rows.length === 0 ? "an empty list" : `a list of ${countOf(rows.length, "row")}`)
      : `the error ${inQuotes(messages.join("; "))}`;
  return what === undefined ? describeKind(reply) : `status ${reply.status} with ${what}`;
}

/** The rows of a success with a list. */
function listedIn(reply: Answer): readonly unknown[] | undefined {
  const { list } = operations[reply.ask.endpoint];
  const { value } = reply.body;
  const rows =
    list !== undefined && looksLikeSuccess(reply) && isObject(value) ? value[list.rows] : undefined;
  return Array.isArray(rows) ? rows : undefined;
}

/** The same without words of the service, so that what differs in these alone is the same. */
export function describeKind(reply: Answer): string {
  if (documentedMessages(reply) !== undefined) {
    return `status ${reply.status} with an error`;
  }
  if (looksLikeSuccess(reply)) {
    return `status ${reply.status} with a success body`;
  }
  return `status ${reply.status} with ${reply.body.fault ?? "another JSON body"}`;
}

/** A finding about an answer as a whole; if a request that must succeed was served, it is about the status alone. */
export function wholeAnswer(reply: Reply, message: string, expected: string): Finding {
  return reply.ask.expects === "success" && hasOtherStatus(reply)
    ? otherStatus(reply)
    : { message, pointer: "", expected, actual: describe(reply), reply };
}

/** The finding for {@link hasOtherStatus}. */
export const otherStatus = (reply: Reply): Finding => ({
  message: "a success has another status than 200",
  pointer: "",
  expected: "status 200",
  actual: describe(reply),
  reply,
});

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
  const isNoJson = reply.status === 200 && reply.body.fault !== undefined && webPageIn(reply) === undefined;
  return looksLikeSuccess(reply) || ((isPlain(endpoint) || isNoJson) && expects === "success");
}
