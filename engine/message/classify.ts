import { type Endpoint, operations } from "../../schemas/operations.ts";
import type { Code, Reason } from "../model/reason.ts";
import { type ResponseContent, type Violation, type ApiResponse, bodySummary } from "../model/exchange.ts";
import { countOf } from "../model/model.ts";
import { inQuotes } from "../secrets/escape.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the status is 2xx (RFC 9110, section 15.3), whatever the body is. */
export const hasSuccessStatus = ({ status }: ResponseContent): boolean => status >= 200 && status <= 299;

/** The messages of an error body of §7; undefined if the body has another form, or lists no message. */
export function documentedMessages({ body }: Pick<ResponseContent, "body">): readonly string[] | undefined {
  const { value } = body;
  const status = isObject(value) ? value["_status"] : undefined;
  const messages = isObject(status) ? status["messages"] : undefined;
  // An empty list is not an error: a success may have such a member too.
  if (!Array.isArray(messages) || messages.length === 0) return undefined;
  const texts = messages.map((entry: unknown) => (isObject(entry) ? entry["message"] : undefined));
  return texts.every((text) => typeof text === "string") ? texts : undefined;
}

const INVALID_PARAMETER = /^Invalid parameter: \S/;

/** Whether the response has a message `Invalid parameter: …` (§7.2), with any status. */
export const speaksOfInvalidParameter = (response: ResponseContent): boolean =>
  documentedMessages(response)?.some((message) => INVALID_PARAMETER.test(message)) ?? false;

/** Matches a message that §7 documents. A body with one comes from the service itself, not from a gateway in front of it. */
const DOCUMENTED_MESSAGES =
  /^(Invalid parameter: \S|Not found$|Require at least 1\/3 signature files)|shard\.realm\.num-sss-nnn/;

/** The beginning of the message of §7.5; a count out of a total and the name of a file follow. */
const SIGNATURES_MESSAGE = "Require at least 1/3 signature files to prove consensus";

/** Whether a response is the error of §7.5, which may take the place of the fees at any time (interpretation 14). */
export function lacksSignatures(response: ApiResponse): boolean {
  const messages = response.request.endpoint === "networkFees" ? (documentedMessages(response) ?? []) : [];
  return messages.some(
    (text) => text.startsWith(SIGNATURES_MESSAGE) && /\d\D+\d/.test(text.slice(SIGNATURES_MESSAGE.length)),
  );
}

/** Whether the response has a message that §7 documents, with any status, and therefore does not come from a gateway. */
export const isDocumentedError = (response: ResponseContent): boolean =>
  documentedMessages(response)?.some((message) => DOCUMENTED_MESSAGES.test(message)) ?? false;

/** Describes a web page in place of JSON, as gateways return it. */
export const webPageIn = ({ status, body }: Pick<ApiResponse, "status" | "body">): string | undefined => {
  const isPage = body.fault !== undefined && /^\s*</.test(body.text.slice(0, 200));
  return isPage ? `status ${status} with a web page instead of JSON` : undefined;
};

/** Whether a CDN or firewall, not the service, refuses this client: 403 with a web page and without `www-authenticate`. */
export const isBlocked = (response: Pick<ApiResponse, "status" | "body" | "headers">): boolean =>
  response.status === 403 && webPageIn(response) !== undefined && !("www-authenticate" in response.headers);

export const BLOCKED = {
  code: "blocked",
  reason: "status 403 with a web page: a CDN or firewall in front of the service blocks this client",
} as const satisfies Reason;

const isListOrSummary = (endpoint: Endpoint): boolean =>
  operations[endpoint].list !== undefined || endpoint === "statusSummary";

/** Whether a body is no error of §7 and has half of the `successMembers` or, with status 200, satisfies {@link isPartOfRecord}. */
function looksLikeSuccess(response: ResponseContent): boolean {
  const { value } = response.body;
  const { successMembers } = operations[response.request.endpoint];
  const isError = (documentedMessages(response)?.length ?? 0) > 0;
  return (
    isObject(value) &&
    !isError &&
    (successMembers.filter((name) => name in value).length * 2 >= successMembers.length ||
      (response.status === 200 && isPartOfRecord(value, response.request.endpoint)))
  );
}

/** Members of records that errors in other forms have too (RFC 9457, and the default errors of web frameworks). */
const SHARED_WITH_ERRORS = new Set(["error_message", "message", "result", "status", "timestamp", "type"]);
const ERROR_MEMBERS = new Set(["error", "errors"]);

/**
 * Whether an object has a member of the record of an endpoint: a serializer may omit nulls. It is an error instead if it has `error` or
 * `errors`, or if it has foreign members and shares with the record only members that errors have too.
 */
function isPartOfRecord(value: JsonRecord, endpoint: Endpoint): boolean {
  const members = operations[endpoint].success.properties ?? {};
  const names = Object.keys(value);
  const recordMembers = names.filter((name) => Object.hasOwn(members, name));
  const hasOthers = recordMembers.length < names.length;
  const isOwnError =
    names.some((name) => ERROR_MEMBERS.has(name)) ||
    (hasOthers && recordMembers.every((name) => SHARED_WITH_ERRORS.has(name)));
  return recordMembers.length > 0 && !isOwnError;
}

export const hasSuccessBody = (response: ResponseContent): boolean =>
  hasSuccessStatus(response) && looksLikeSuccess(response);

/** Whether a response is a success: a success body with status 200, or with a status that a known deviation excuses. */
export const isSuccess = (response: ResponseContent): boolean =>
  (response.status === 200 || response.statusExcused === true) && hasSuccessBody(response);

/** Whether a response reports a missing record in any form: by status 404 or 410, or with `not found` in its body. */
export const looksMissing = (response: ResponseContent): boolean =>
  response.status === 404 || response.status === 410 || /not found/i.test(bodySummary(response.body));

/** The code if a response shows nothing to check. A missing record is `dataUnsuitable` where there may be none. */
export function codeIn(response: ApiResponse): Code {
  const { endpoint, expects } = response.request;
  const mayBeMissing = expects === "missing" || endpoint === "networkFees" || endpoint === "tokenBalances";
  return isSuccess(response) || (mayBeMissing && looksMissing(response)) ? "dataUnsuitable" : "refused";
}

export const isClientError = ({ status }: Pick<ResponseContent, "status">): boolean =>
  status >= 400 && status < 500;

/** Whether a service, or a gateway in front of it, denies access or demands credentials. */
export const isAccessDenied = ({ status }: Pick<ResponseContent, "status">): boolean =>
  [401, 403, 407].includes(status);

export function describeResponse(response: ResponseContent): string {
  const messages = documentedMessages(response);
  const content =
    messages === undefined ? describeRows(response) : `the error ${inQuotes(messages.join("; "))}`;
  return content === undefined ? describeKind(response) : `status ${response.status} with ${content}`;
}

/** Describes the rows of a success body with a list; undefined for any other response. */
function describeRows(response: ResponseContent): string | undefined {
  const { list } = operations[response.request.endpoint];
  const { value } = response.body;
  if (list === undefined || !looksLikeSuccess(response) || !isObject(value)) return undefined;
  const rows = value[list.rows];
  if (!Array.isArray(rows)) return `a body that has no array ${inQuotes(list.rows)}`;
  return rows.length === 0 ? "an empty list" : `a list of ${countOf(rows.length, "row")}`;
}

const typeName = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const describeType = (value: unknown): string =>
  value === undefined ? "absent" : `of type ${typeName(value)}`;

/** Describes an object without {@link documentedMessages} by the first part of `_status` that is in another form. */
function describeUndocumented({ _status: status }: JsonRecord): string {
  if (status === undefined) return "a JSON object in an undocumented form";
  if (!isObject(status)) return `an error whose _status is ${describeType(status)}`;
  const { messages } = status;
  if (!Array.isArray(messages)) return `an error whose _status.messages is ${describeType(messages)}`;
  const hasMessage = (one: unknown): boolean => isObject(one) && typeof one["message"] === "string";
  const index = messages.findIndex((one: unknown) => !hasMessage(one));
  const entry: unknown = messages[index];
  const place = `_status.messages[${index}]`;
  if (index === -1) return "an error whose _status.messages is empty";
  return isObject(entry)
    ? `an error whose ${place}.message is ${describeType(entry["message"])}`
    : `an error whose ${place} is ${describeType(entry)}`;
}

/** Describes a response by its status and the kind of its body, without values: responses that differ only in values get equal texts. */
export function describeKind(response: ResponseContent): string {
  const { value, fault } = response.body;
  const otherBody = isObject(value) ? describeUndocumented(value) : `a JSON body of type ${typeName(value)}`;
  const body = looksLikeSuccess(response) ? "a success body" : (fault ?? otherBody);
  return `status ${response.status} with ${documentedMessages(response) === undefined ? body : "an error"}`;
}

/** A violation with `message`; or the wrong status, if the request must succeed and got a success body with a status other than 200. */
export const wholeResponse = (response: ApiResponse, message: string, expected: string): Violation =>
  response.request.expects === "success" && hasSuccessBody(response) && !isSuccess(response)
    ? wrongStatusViolation(response)
    : { message, pointer: "", expected, actual: describeResponse(response), response };

export const wrongStatusViolation = (response: ApiResponse): Violation => ({
  message: "a successful response has a status other than 200",
  pointer: "",
  expected: "status 200",
  actual: describeResponse(response),
  response,
});

/** Whether a success that the request does not require is checked: a verification with entries, or a list with a 2xx other than 200. */
function isUnexpectedSuccess(response: ApiResponse): boolean {
  const { service, list } = operations[response.request.endpoint];
  const isCertain =
    service === "verify" ? hasEntries(response) : response.status !== 200 && list !== undefined;
  return isCertain && hasSuccessBody(response);
}

/** Whether a member is an array with elements: an error in another form may share the member, but not the elements. */
function hasEntries({ request, body }: ApiResponse): boolean {
  const { value } = body;
  const members = Object.keys(operations[request.endpoint].success.properties ?? {});
  const isFilled = (member: unknown): boolean => Array.isArray(member) && member.length > 0;
  return isObject(value) && members.some((member) => isFilled(value[member]));
}

/** Whether an `open` request for a single record got one with status 200 and all `successMembers`: `fields` clauses check it then. */
export function isUnexpectedRecord({ request, status, body: { value } }: ApiResponse): boolean {
  const { list, service, successMembers } = operations[request.endpoint];
  const isRecord = service === "base" && list === undefined && request.expects === "open";
  return isRecord && status === 200 && isObject(value) && successMembers.every((name) => name in value);
}

/**
 * Whether `fields` and `passive` clauses check a response with a 2xx status. For `success` or `missing`, they check a success body, even
 * if its JSON is malformed; for `success`, also any other body of a list or of the summary, and with status 200 any text that is neither
 * JSON nor a web page, but no error of §7. For `open`, or `missing` of a verification, see {@link isUnexpectedSuccess}.
 */
export function isForPassiveClauses(received: ApiResponse): boolean {
  if (!hasSuccessStatus(received)) return false;
  const { body } = received;
  const value = body.value ?? membersOfMalformed(body.text);
  const response = body.value === undefined ? { ...received, body: { ...body, value } } : received;
  const { expects, endpoint } = response.request;
  if (expects === "open" || (expects === "missing" && operations[endpoint].service === "verify")) {
    return isUnexpectedSuccess(response);
  }
  if (expects === "refusal" || documentedMessages(response) !== undefined) return false;
  const isNoJson =
    response.status === 200 && response.body.fault !== undefined && webPageIn(response) === undefined;
  return hasSuccessBody(response) || ((isListOrSummary(endpoint) || isNoJson) && expects === "success");
}

/** A string or a word (group 1), with a colon after it (group 2) and the start of an array with elements (group 3); or a bracket. */
const MALFORMED_PARTS = /("(?:[^"\\]|\\.)*"?|[\w$]+'?)(\s*:(?=(\s*\[\s*[^\s\]])?))?|[[\]{}]/gs;

/** The members of the outermost object of a malformed JSON text: `[undefined]` for an array with elements, undefined for other values. */
export function membersOfMalformed(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const members = new Map<string, unknown>();
  let level = 0;
  for (const [part, name, colon, elements] of text.matchAll(MALFORMED_PARTS)) {
    level += /^[[{]/.test(part) ? 1 : /^[\]}]/.test(part) ? -1 : 0;
    if (level === 1 && name !== undefined && colon !== undefined) {
      members.set(name.replaceAll(/^"|["']$/g, ""), elements === undefined ? undefined : [undefined]);
    }
  }
  return Object.fromEntries(members);
}
