import { type Endpoint, operations, type Service } from "../../schemas/operations.ts";
import { tryOrUndefined } from "./cannot-run.ts";
import { compareTexts } from "./compare.ts";
import type { RowFault, EXPECTATIONS } from "./clause-results.ts";
import type { Reason } from "./reason.ts";

/**
 * The response that the contract requires for a request. `missing`: a success, or an error if the record does not exist; `refusal`: an
 * error, because the request is invalid under every interpretation; `open`: unspecified.
 */
export type Expectation = (typeof EXPECTATIONS)[number];

export interface ApiRequest {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly method: "GET" | "POST";
  /** Percent-encoded path and query, relative to the URL of the service or, with `fromOrigin`, to the origin of that URL. */
  readonly target: string;
  readonly fromOrigin?: true;
  /** Sent to the path of the contract, even if a profile moves the operation to another path. */
  readonly ownPath?: true;
  readonly body?: string;
  readonly expects: Expectation;
  /** Bypasses the cache, which otherwise returns the response to an earlier, equal request of the run. */
  readonly fresh?: true;
  /** Prioritised: other requests are waiting for this response. */
  readonly priority?: true;
  readonly withoutUserHeaders?: true;
  /** Where the requested record was found. */
  readonly origin?: string;
  /**
   * When an error that this request gets at every retry is a usable response. `always`: for a status from 500; `steady`: for a status
   * from 500 and for 401, 403 and 407, if another request to the endpoint gets a response again, and this one then the error; absent: as
   * `steady`, but only for an error in the form of §7. Never for a gateway that refuses requests at random (see `HttpClient`).
   */
  readonly gateways?: "always" | "steady";
}

/** Query parameters in the order in which they are sent; a name may be repeated. */
export type Query = readonly (readonly [name: string, value: string])[];

type RequestMember = "body" | "expects" | "withoutUserHeaders" | "ownPath" | "origin";

/** The parts of a request that its endpoint does not determine. Without `expects`, the request must succeed. */
export interface CallOptions extends Partial<Pick<ApiRequest, RequestMember>> {
  /** Value of the path parameter, not yet encoded. */
  readonly path?: string;
  readonly query?: Query;
}

export function requestTo(endpoint: Endpoint, options: CallOptions = {}): ApiRequest {
  const operation = operations[endpoint];
  const { path, query = [], expects = "success", ...others } = options;
  const target = operation.path.replace(/\{[^}]+\}/, encode(path ?? "")) + queryString(query);
  return { endpoint, service: operation.service, method: operation.method, target, expects, ...others };
}

const queryString = (query: Query): string =>
  query.length === 0 ? "" : `?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;

/** Percent-encodes a path segment or a query value, except for colons, which RFC 3986 allows. A lone surrogate becomes U+FFFD. */
export const encode = (text: string): string =>
  encodeURIComponent(text.replaceAll(LONE_SURROGATE, "\uFFFD")).replaceAll("%3A", ":");

export const withoutOrigin = (url: string): string => url.replace(/^\w+:\/\/[^/]*/, "");

export const beforeQuery = (url: string): string => url.replace(/\?.*$/s, "");

export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : url.slice(at));
}

/** Decodes a percent-encoded text; undefined if it is malformed. */
export const decoded = (text: string): string | undefined => tryOrUndefined(() => decodeURIComponent(text));

/** A surrogate without its pair, which JSON can contain, but UTF-8 cannot encode. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

export interface ResponseBody {
  /** Decoded text without a byte order mark; U+FFFD replaces bytes that are not UTF-8. */
  readonly text: string;
  /** The value of the JSON text; undefined if the text is not JSON. */
  readonly value: unknown;
  /** Why the body is not one well-formed JSON value in UTF-8 without a byte order mark; absent if it is. */
  readonly fault?: string;
  /** Describes the position of the fault: line, column, byte offset and the surrounding characters. */
  readonly faultAt?: string;
}

export interface ResponseContent {
  readonly request: Pick<ApiRequest, "endpoint" | "service">;
  readonly status: number;
  readonly body: ResponseBody;
  /** A known deviation covers that the 2xx status is not 200: the response counts as a success. */
  readonly statusExcused?: true;
}

export interface ApiResponse extends ResponseContent {
  readonly request: ApiRequest;
  readonly url: string;
  /** Path of the service's URL, without a trailing slash; empty if the URL has no path. */
  readonly prefix: string;
  /** The header fields, with names in lower case; repeated fields are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SentExchange {
  readonly request: ApiRequest;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly response?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  /** The body after removal of its content coding; absent if no complete body was received, or if it exceeds the size limit. */
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

/**
 * Why an attempt got no usable response. `silent`: none was complete in time; `cut`: the connection broke, or the status is 408 or from
 * 502, as of a gateway; `busy`: the service asks for a pause (429, or 503 with Retry-After); `excess`: the response exceeds a limit.
 */
export type FailureKind = "unreachable" | "silent" | "cut" | "busy" | "excess";

/** `refused`: by a redirect or a denial; `ended`: no more requests are sent to the endpoint; `missing`: the target lacks a prerequisite. */
type UnusableKind = FailureKind | "refused" | "ended" | "missing";

export interface UnusableDetails {
  /** Milliseconds of the pause that the service asks for; by default 0. */
  readonly waitMs?: number;
  /** No retry is made, because it would fail in the same way. */
  readonly isFinal?: boolean;
}

/** Thrown in place of a response if none was received, or none that can be checked. */
export class UnusableResponse<Kind extends UnusableKind = UnusableKind> extends Error {
  override readonly name = "UnusableResponse";
  readonly kind: Kind;
  readonly why: Reason;
  readonly waitMs: number;
  readonly isFinal: boolean;
  /** The response that cannot be checked; absent if none was received. */
  response?: ApiResponse;
  constructor(kind: Kind, why: Reason, { waitMs = 0, isFinal = false }: UnusableDetails = {}) {
    super(why.reason);
    this.kind = kind;
    this.why = why;
    this.waitMs = waitMs;
    this.isFinal = isFinal;
  }
}

/** Prefix of the symptom of a violation whose error every request with a certain value gets; the value follows. */
export const UNSERVED_SYMPTOM = "unserved ";

export interface Violation {
  readonly message: string;
  /** JSON Pointer (RFC 6901) into the body of `response`; empty for the whole response. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly rowFault?: RowFault;
  /**
   * For a list, everything wrong with its pages, by which reports find failures with one cause. Otherwise {@link UNSERVED_SYMPTOM} with its
   * value, if there is one: clauses that are unchecked for want of a response to a request with this value are consequences.
   */
  readonly symptoms?: readonly string[];
  /** The violation fails the clause even if it does not occur again: it concerns ids or limits, which do not change with the data. */
  readonly decisive?: true;
  /** The response with the violation; absent: the last response of the case. */
  readonly response?: ApiResponse;
  /** Other responses that show the violation, for example the previous page, or the same record under another name. */
  readonly compared?: readonly ApiResponse[];
}

export interface CaseViolation {
  readonly violation: Violation;
  readonly response: ApiResponse;
  /** The case, as in the member `path` of `violationSchema`. */
  readonly path: string;
  /** All responses that the case received, in the order of its requests. A compared response of another clause is only in `violation`. */
  readonly allResponses?: readonly ApiResponse[];
  readonly names?: readonly string[];
  /** Number of responses with the violation; absent: 1. */
  readonly responses?: number;
  /** Whether repeated requests showed the violation again; absent: they were not repeated. */
  readonly reproducible?: boolean;
}

export interface Inconclusive extends Omit<Reason, "commonReason"> {
  /** The response that prevented the check; its request determines further clauses that may be the cause. */
  readonly by?: ApiResponse;
  /** No usable response, or no link to the pages. A clause does not pass if at least as many cases have this mark as passed. */
  readonly isUnusable?: true;
}

/** The result of a check: its violations (none: passed), or the reason why it is inconclusive. */
export type CheckResult = readonly Violation[] | Inconclusive;

export interface RequestSender {
  readonly get: (request: ApiRequest) => Promise<ApiResponse>;
  /** Sends requests concurrently; returns their responses in the same order. */
  readonly all: (requests: readonly ApiRequest[]) => Promise<readonly ApiResponse[]>;
}

export const isInconclusive = (checked: object): checked is Inconclusive => "code" in checked;

export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** Makes a sender that collects the responses; those to one call of `all` are in the order of its requests. */
export function recordingSender(send: Send): RequestSender & { readonly responses: readonly ApiResponse[] } {
  const responses: ApiResponse[] = [];
  const all = async (requests: readonly ApiRequest[]): Promise<readonly ApiResponse[]> => {
    const pending = requests.map((request) => send(request));
    // Wait for all: a failure must not leave other requests in flight.
    await Promise.allSettled(pending);
    const responded = await Promise.all(pending);
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

/** Why a run was aborted: the reason of its signal, unless the caller gave another value than a string. */
export function endReason({ reason: text }: AbortSignal): Reason {
  const reason = typeof text === "string" ? text : "the run was aborted by its caller";
  return { code: reason === OUT_OF_TIME ? "outOfTime" : "interrupted", reason };
}

export const runEndedError = (signal: AbortSignal): UnusableResponse =>
  new UnusableResponse("ended", endReason(signal));

const SUMMARY_LENGTH = 2_000;

/** A replacer for `JSON.stringify` that sorts members, whose order may differ between the servers of a service. */
const sortedMembers = (_name: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareTexts(a, b)))
    : value;

/** The beginning of a body; of short JSON in a form that is equal for bodies that differ only in the order of members. */
export function bodySummary({ value, text }: ResponseBody): string {
  const isShortJson = value !== undefined && text.length <= SUMMARY_LENGTH;
  return (isShortJson ? JSON.stringify(value, sortedMembers) : text).slice(0, SUMMARY_LENGTH);
}
