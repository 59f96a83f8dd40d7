import { type Endpoint, operations, type Service } from "../../schemas/operations.ts";
import { compareTexts } from "./compare.ts";
import type { ClauseResult, RowFault, EXPECTATIONS, Obstacle } from "./clause-results.ts";

/**
 * What the contract says of the answer to a request:
 * `success`: it is answered with a record or a list; `missing`: a record may or may not be there;
 * `refusal`: the request is malformed beyond every reading; `open`: the contract does not decide.
 */
export type Expectation = (typeof EXPECTATIONS)[number];

/** A request that a clause makes. */
export interface ApiRequest {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly method: "GET" | "POST";
  /** Path and query, percent-encoded, below the URL of the service; from the origin when `rooted`. */
  readonly target: string;
  readonly fromOrigin?: true;
  /** To the path of the contract, even where the target has another one. */
  readonly ownPath?: true;
  readonly body?: string;
  readonly expects: Expectation;
  /** Sent in any case; others are answered from an earlier, equal request of the run. */
  readonly fresh?: true;
  /** Prioritised: other requests are waiting for this response. */
  readonly priority?: true;
  /** Sent without the headers that the user configured. */
  readonly withoutUserHeaders?: true;
  /** Where the record that is requested was found. */
  readonly origin?: string;
  /**
   * Where a gateway, or an error of another form, answers to the last, that is looked at like any other response: always
   * (`told`), or while the service answers what it answered before (`steady`).
   */
  readonly gateways?: "told" | "steady";
}

/** Query parameters in the order in which they are sent; a name may be repeated. */
export type Query = readonly (readonly [name: string, value: string])[];

export interface CallOptions {
  /** Value of the path parameter, not yet encoded. */
  readonly path?: string;
  readonly query?: Query;
  /** JSON text of the body. */
  readonly body?: string;
  /** Default: success. */
  readonly expects?: Expectation;
  readonly withoutUserHeaders?: true;
  readonly ownPath?: true;
  /** Where the record that is requested was found. */
  readonly origin?: string;
}

/** A request of one of the nine operations of part 4. */
export function requestTo(endpoint: Endpoint, options: CallOptions = {}): ApiRequest {
  const operation = operations[endpoint];
  const { path, query = [], expects = "success", ...others } = options;
  const target = operation.path.replace(/\{[^}]+\}/, encode(path ?? "")) + queryString(query);
  return {
    endpoint,
    service: operation.service,
    method: operation.method,
    target,
    expects,
    ...others,
  };
}

function queryString(query: Query): string {
  return query.length === 0
    ? ""
    : `?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
}

/** Percent-encodes what RFC 3986 does not allow in a path segment or a query value; colons stay readable. */
export function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(LONE_SURROGATE, "\uFFFD")).replaceAll("%3A", ":");
}

/** A URL or a path without its query. */
export const beforeQuery = (url: string): string => url.replace(/\?.*$/s, "");

/** The parameters of a URL, or of a link. */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : url.slice(at));
}

/** A percent-encoded text as it is meant; undefined where it cannot be decoded. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Half a character, as JSON can name it: it has no form in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The body of a response, as far as it can be read as JSON. */
export interface ResponseBody {
  /** Decoded text (with U+FFFD where it is not UTF-8), without a byte order mark. */
  readonly text: string;
  /** The JSON value; undefined where there is none. */
  readonly value: unknown;
  /** Why the body is not one well-formed JSON value in UTF-8 without a byte order mark. */
  readonly fault?: string;
  /** Where it goes wrong: line, column, byte offset and the characters around, in words. */
  readonly faultAt?: string;
}

/** What a response says by itself, whatever was requested: equal for equal bodies of one endpoint with one status. */
export interface ResponseContent {
  readonly request: Pick<ApiRequest, "endpoint" | "service">;
  readonly status: number;
  readonly body: ResponseBody;
  /** Not 200, and known to stand for it: a known deviation says so. */
  readonly statusExcused?: true;
}

export interface ApiResponse extends ResponseContent {
  readonly request: ApiRequest;
  /** Full URL that was requested. */
  readonly url: string;
  /** Path of the service's URL, without a trailing slash. */
  readonly prefix: string;
  /** Lower-case names; repeated fields joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One request as it was sent, with all that came of it. */
export interface SentExchange {
  readonly request: ApiRequest;
  /** Full URL. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly response?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  /** The decoded body; absent if there is none, or if it could not be decoded. */
  readonly bytes?: Uint8Array;
  /** Why there is no response, or no body. */
  readonly error?: string;
}

/** What a reader can do about it: data from which reports make words. */
export type Remedy = NonNullable<ClauseResult["remedy"]>;

/** Why something was not checked. */
export interface Reason {
  /** Words for people. */
  readonly reason: string;
  readonly obstacle: Obstacle;
  /** Clauses that are broken where the service is the obstacle, the nearest first: the end of the run tells whether one is. */
  readonly dependsOn?: readonly string[];
  /** The same without the request that was in the way: what is in the way of many cases and clauses is one reason. */
  readonly came?: string;
  readonly remedy?: Remedy;
  readonly code?: NonNullable<ClauseResult["code"]>;
}

/** A reason without its text. */
export type Why = Omit<Reason, "reason">;

/** The obstacle if no response was received. */
const NO_USABLE_RESPONSE: Why = { obstacle: "network" };

/** No usable response came, because of the network, a gateway or missing credentials. */
export class UnusableResponse extends Error {
  /** Whether it came of this request, or would come of any. */
  readonly concerns: "request" | "run";
  readonly why: Why;
  /** No complete response came within the time for one request, at any attempt. */
  isTimeOut = false;
  /** The response that was no usable one. */
  response?: ApiResponse;
  constructor(message: string, concerns: "request" | "run" = "request", why: Why = NO_USABLE_RESPONSE) {
    super(message);
    this.name = "UnusableResponse";
    this.concerns = concerns;
    this.why = why;
  }
}

/** One way in which a response departs from the contract. */
export interface Violation {
  readonly message: string;
  /** JSON Pointer (RFC 6901) into the body of `reply`; empty for the whole response. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** What is wrong with the rows, where a rule over a list finds it. */
  readonly rowFault?: RowFault;
  /** Everything that is wrong with the pages of a list, this included; failures with a symptom in common are compared by it. */
  readonly symptoms?: readonly string[];
  /** This one response shows it, whatever became of the data meanwhile: ids and limits stay as they are. */
  readonly decisive?: true;
  /** The response at fault; the last one where a clause got several and names none. */
  readonly response?: ApiResponse;
  /** Other answers without which it cannot be seen: the page in front, the record under another name. */
  readonly beside?: readonly ApiResponse[];
}

/** A violation with the case that led to it. */
export interface Found {
  readonly violation: Violation;
  readonly response: ApiResponse;
  /** fast-check path, or the name of the boundary case. */
  readonly path: string;
  readonly seed: number;
  /** All responses that the rule looked at, in order. */
  readonly among?: readonly ApiResponse[];
  /** Responses that show it; absent: this one. */
  readonly responses?: number;
  /** Whether it was seen again when the request was repeated; absent: the request was not repeated. */
  readonly reproducible?: boolean;
}

/** A check that cannot decide, and why. */
export interface Inconclusive extends Omit<Why, "came"> {
  readonly inconclusive: string;
  /** The response that was in the way, where one was: its request tells further suspects. */
  readonly by?: ApiResponse;
  /** Nothing that can be checked came: the case counts as one without a response. */
  readonly lost?: true;
}

/** The result of a check: its violations (none: passed), or the reason why it is inconclusive. */
export type CheckResult = readonly Violation[] | Inconclusive;

/** What requests are sent with; all that come of them go through here, in order. */
export interface RequestSender {
  readonly get: (request: ApiRequest) => Promise<ApiResponse>;
  /** Sends requests at once; their answers are in the same order. */
  readonly all: (requests: readonly ApiRequest[]) => Promise<readonly ApiResponse[]>;
}

export function isInconclusive(checked: object): checked is Inconclusive {
  return "inconclusive" in checked;
}

export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** A sender that keeps the responses in the order in which the requests were sent. */
export function recordingSender(send: Send): RequestSender & { readonly responses: readonly ApiResponse[] } {
  const responses: ApiResponse[] = [];
  const all = async (requests: readonly ApiRequest[]): Promise<readonly ApiResponse[]> => {
    const sent = requests.map((request) => send(request));
    // None is left running when one fails.
    await Promise.allSettled(sent);
    const responded = await Promise.all(sent);
    responses.push(...responded);
    return responded;
  };
  const get = async (request: ApiRequest): Promise<ApiResponse> => {
    const response = await send(request);
    responses.push(response);
    return response;
  };
  return { get, all, responses };
}

export const OUT_OF_TIME = "the time for the whole run was used up";

/** Why a signal ended a run: the text that it was aborted with, or the end of the time. */
export function endReason({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : OUT_OF_TIME;
}

/** Who ended a run: the user, or answers that did not come within its time. */
export const endObstacle = ({ reason }: AbortSignal): Obstacle =>
  typeof reason === "string" && reason !== OUT_OF_TIME ? "user" : "network";

export function runEndedError(signal: AbortSignal): UnusableResponse {
  const remedy = typeof signal.reason === "string" ? { remedy: { kind: "runToItsEnd" } as const } : {};
  return new UnusableResponse(endReason(signal), "run", { obstacle: endObstacle(signal), ...remedy });
}

/** Characters of a body that its summary contains. */
const SUMMARY_LENGTH = 2_000;

/** Members in one order, for each server of a service may write them in its own. */
const sortedMembers = (_name: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareTexts(a, b)))
    : value;

/** The beginning of a body: short JSON in a normalised form, any other text unchanged. */
export const bodySummary = ({ value, text }: ResponseBody): string =>
  (value === undefined || text.length > SUMMARY_LENGTH ? text : JSON.stringify(value, sortedMembers)).slice(
    0,
    SUMMARY_LENGTH,
  );
