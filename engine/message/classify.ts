import { type Endpoint, operations } from "../../schemas/operations.ts";
import type { Obstacle } from "../model/clause-results.ts";
import type { ResponseContent, Violation, ApiResponse } from "../model/exchange.ts";
import { countOf } from "../model/model.ts";
import { saidIn } from "../model/exchange.ts";
import { inQuotes } from "../secrets/escape.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the status is one of success (RFC 9110, 15.3), whatever the body is. */
export const isStatusOfSuccess = ({ status }: ResponseContent): boolean => status >= 200 && status <= 299;

/** Whether it is JSON that is no object: neither a success of the contract nor an error. */
export const isNoObject = ({ body: { value } }: ResponseContent): boolean =>
  value !== undefined && !isObject(value);

/** The messages of an error body as part 7 shows it; undefined where the body is anything else, or lists none. */
export function documentedMessages({
  body: { value },
}: Pick<ResponseContent, "body">): readonly string[] | undefined {
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

/** Whether the response speaks of an invalid parameter (7.2). */
export function speaksOfInvalidParameter(response: ResponseContent): boolean {
  return documentedMessages(response)?.some((message) => INVALID_PARAMETER.test(message)) ?? false;
}

/** Messages that part 7 shows: with one of them a response is the implementation's own, whatever its status. */
const DOCUMENTED_MESSAGES =
  /^(Invalid parameter: \S|Not found$|Require at least 1\/3 signature files)|shard\.realm\.num-sss-nnn/;

/** A count out of a total follows, and the name of a file. */
const GATEWAY_SIGNATURES = "Require at least 1/3 signature files to prove consensus";

/** §7.5, interpretation 14: may come at any time in place of the fees, and then nothing else can be said of them. */
export function lacksSignatures(response: ApiResponse): boolean {
  const messages = response.request.endpoint === "networkFees" ? (documentedMessages(response) ?? []) : [];
  return messages.some(
    (text) => text.startsWith(GATEWAY_SIGNATURES) && /\d\D+\d/.test(text.slice(GATEWAY_SIGNATURES.length)),
  );
}

/** Whether the response is an error that the contract shows, not one of a gateway in front. */
export function isShownError(response: ResponseContent): boolean {
  return documentedMessages(response)?.some((message) => DOCUMENTED_MESSAGES.test(message)) ?? false;
}

/** What is told of a web page in place of JSON, which is a gateway's; undefined for any other response. */
export function webPageIn({ status, body }: Pick<ApiResponse, "status" | "body">): string | undefined {
  return body.fault !== undefined && /^\s*</.test(body.text.slice(0, 200))
    ? `answered ${status} with a web page in place of JSON`
    : undefined;
}

/** Whether a CDN or a firewall, and not the service, turns this client away: 403 with a web page that requests no credentials. */
export const isBlocked = (response: Pick<ApiResponse, "status" | "body" | "headers">): boolean =>
  response.status === 403 &&
  webPageIn(response) !== undefined &&
  response.headers["www-authenticate"] === undefined;

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
export function looksLikeSuccess(response: ResponseContent): boolean {
  const { value } = response.body;
  const marks = MARKS[response.request.endpoint] ?? [];
  const isError = (documentedMessages(response)?.length ?? 0) > 0;
  return (
    isObject(value) &&
    !isError &&
    (marks.filter((mark) => mark in value).length * 2 >= marks.length ||
      (response.status === 200 && isPartOfRecord(value, response.request.endpoint)))
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
function isPartOfRecord(value: JsonRecord, endpoint: Endpoint): boolean {
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
export function isServed(response: ResponseContent): boolean {
  return isStatusOfSuccess(response) && looksLikeSuccess(response);
}

/** A success body under a status of success that is not 200: all that is wrong is the status. */
export const hasOtherStatus = (response: ResponseContent): boolean =>
  isServed(response) && !isSuccess(response);

/** A success as the contract has it: status 200, or one that is known to stand for it, with the success body. */
export function isSuccess(response: ResponseContent): boolean {
  return (response.status === 200 || response.statusExcused === true) && looksLikeSuccess(response);
}

/** Whether the response says that there is no such record (where the contract shows no body for that). */
export function looksMissing(response: ResponseContent): boolean {
  return response.status === 404 || response.status === 410 || /not found/i.test(saidIn(response.body));
}

/** What is in the way where a response shows nothing to check: the service, unless it may have nothing to show. */
export function obstacleIn(response: ApiResponse): Obstacle {
  const { endpoint, expects } = response.request;
  const mayBeMissing = expects === "missing" || endpoint === "networkFees" || endpoint === "tokenBalances";
  return isSuccess(response) || (mayBeMissing && looksMissing(response)) ? "data" : "service";
}

/** Whether a service, or what stands in front of it, asks to go away, or for credentials. */
export const isBarred = ({ status }: Pick<ResponseContent, "status">): boolean =>
  [401, 403, 407].includes(status);

/** What came, in a few words. */
export function describe(response: ResponseContent): string {
  const messages = documentedMessages(response);
  const rows = listedIn(response);
  const what =
    messages === undefined
      ? rows && (rows.length === 0 ? "an empty list" : `a list of ${countOf(rows.length, "row")}`)
      : `the error ${inQuotes(messages.join("; "))}`;
  return what === undefined ? describeKind(response) : `status ${response.status} with ${what}`;
}

/** The rows of a success with a list. */
function listedIn(response: ResponseContent): readonly unknown[] | undefined {
  const { list } = operations[response.request.endpoint];
  const { value } = response.body;
  const rows =
    list !== undefined && looksLikeSuccess(response) && isObject(value) ? value[list.rows] : undefined;
  return Array.isArray(rows) ? rows : undefined;
}

/** The same without words of the service, so that what differs in these alone is the same. */
export function describeKind(response: ResponseContent): string {
  if (documentedMessages(response) !== undefined) {
    return `status ${response.status} with an error`;
  }
  if (looksLikeSuccess(response)) {
    return `status ${response.status} with a success body`;
  }
  return `status ${response.status} with ${response.body.fault ?? "another JSON body"}`;
}

/** A violation about a response as a whole; if a request that must succeed was served, it is about the status alone. */
export function wholeResponse(response: ApiResponse, message: string, expected: string): Violation {
  return response.request.expects === "success" && hasOtherStatus(response)
    ? otherStatus(response)
    : { message, pointer: "", expected, actual: describe(response), response };
}

/** The finding for {@link hasOtherStatus}. */
export const otherStatus = (response: ApiResponse): Violation => ({
  message: "a success has another status than 200",
  pointer: "",
  expected: "status 200",
  actual: describe(response),
  response,
});

/** Whether what need not succeed did: by rows under another status, or by a verification with entries. */
function isTaken(response: ApiResponse): boolean {
  const { service, list } = operations[response.request.endpoint];
  const told = response.status === 200 ? service === "verify" && hasEntries(response) : list !== undefined;
  return told && looksLikeSuccess(response);
}

/** An error of its own shape may have a member of the success body, but hardly an array with something in it. */
function hasEntries({ request, body }: ApiResponse): boolean {
  const { value } = body;
  const members = Object.keys(operations[request.endpoint].success.properties ?? {});
  return (
    isObject(value) && members.some((member) => Array.isArray(value[member]) && value[member].length > 0)
  );
}

/** Success answers to requests that the contract answers with a record or a list, and what is no JSON in their place. */
export function isWatched(response: ApiResponse): boolean {
  const { expects, endpoint } = response.request;
  if (!isStatusOfSuccess(response)) {
    return false;
  }
  if (expects === "open" || (expects === "missing" && operations[endpoint].service === "verify")) {
    return isTaken(response);
  }
  if (expects === "refusal" || documentedMessages(response) !== undefined) {
    return false;
  }
  const isNoJson =
    response.status === 200 && response.body.fault !== undefined && webPageIn(response) === undefined;
  return looksLikeSuccess(response) || ((isPlain(endpoint) || isNoJson) && expects === "success");
}
