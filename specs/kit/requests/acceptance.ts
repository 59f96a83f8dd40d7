// §4.7, §4.8, §7.2, §7.3, §7.8: whether a service refuses a well-formed request as malformed (interpretation 7)
import {
  isSuccess,
  hasSuccessBody,
  looksMissing,
  speaksOfInvalidParameter,
} from "../../../engine/message/classify.ts";
import { bodySummary, requestTo } from "../../../engine/model/exchange.ts";
import type { ApiRequest, RequestSender, Violation, ApiResponse } from "../../../engine/model/exchange.ts";
import { violationIf } from "./check-results.ts";

/** The responses to {@link ComparisonRequests}. If these were not sent, `malformed` is empty and `missing` is absent. */
interface ComparisonResponses {
  readonly malformed: readonly ApiResponse[];
  readonly missing?: ApiResponse;
}

/** The response to a well-formed request for a record, and the responses with which it is compared. */
type ComparedResponse = ComparisonResponses & { readonly response: ApiResponse };

/**
 * Whether a response calls the request malformed in the words of §7.2 or §7.3: in a documented message `Invalid parameter: NAME`, or
 * anywhere in a body that is no success and does not contain "not found".
 */
function hasRefusalWords(response: ApiResponse): boolean {
  const text = bodySummary(response.body);
  // The error for a missing record may show the format of a name as a hint.
  const saysMissing = /not found/i.test(text);
  return (
    speaksOfInvalidParameter(response) ||
    (!hasSuccessBody(response) && !saysMissing && /invalid parameter|shard\.realm\.num-sss-nnn/i.test(text))
  );
}

/**
 * Whether a response calls the request malformed: in the words of section 7 (`hasRefusalWords`), or, since the contract does not show
 * every error body (§7.8), because the response is an error like ({@link isAlike}) an error in `malformed` and unlike `missing`.
 */
export function callsMalformed(
  response: ApiResponse,
  { malformed, missing }: ComparisonResponses = { malformed: [] },
): boolean {
  return (
    hasRefusalWords(response) ||
    (!isSuccess(response) &&
      (missing === undefined || !isAlike(missing, response)) &&
      malformed.some((other) => !isSuccess(other) && isAlike(other, response)))
  );
}

/** Names of the members of a verification request: an error may name the member that is missing from the request. */
const BODY_MEMBERS = /\b(?:apiKey|address|chainId)\b/g;

/** Whether two responses have the same status and the same text (`normalizedText`), as errors of the same kind have. */
export const isAlike = (one: ApiResponse, other: ApiResponse): boolean =>
  normalizedText(one) === normalizedText(other);

/**
 * The status of a response and the beginning of its body, with `#` in place of the last segment of the path and the query values of its
 * request, of names in {@link BODY_MEMBERS}, and of numbers and identifiers with digits: errors of the same kind differ in these.
 */
function normalizedText({ status, body, request }: ApiResponse): string {
  const [path = "", query = ""] = request.target.split("?");
  const sent = [path.slice(path.lastIndexOf("/") + 1), ...new URLSearchParams(query).values()];
  const text = sent
    .filter((value) => value !== "")
    .reduce((rest, value) => rest.replaceAll(value, "#"), bodySummary(body))
    .replaceAll(BODY_MEMBERS, "#");
  return `${status} ${text.replaceAll(/[0-9a-f]*\d[\w.:-]*/gi, "#")}`;
}

/** Certainly malformed requests, and a request for a record that most likely does not exist. */
interface ComparisonRequests {
  readonly malformed: readonly ApiRequest[];
  readonly missing: ApiRequest;
}

/** By endpoint: the requests whose responses show what an error for a well-formed request means. */
export const COMPARISON_REQUESTS = {
  contractResult: {
    malformed: ["abc", "0.0.1001-1", `0x${"f".repeat(63)}`].map((path) =>
      requestTo("contractResult", { path }),
    ),
    missing: requestTo("contractResult", { path: "0.0.1001-1-000000001" }),
  },
  tokenBalances: {
    malformed: ["abc", "0.0.12345678901"].map((path) => requestTo("tokenBalances", { path })),
    missing: requestTo("tokenBalances", { path: "0.0.101003" }),
  },
  contract: {
    malformed: ["abc", "0.0.0.1", "12345678901"].map((path) => requestTo("contract", { path })),
    missing: requestTo("contract", { path: "0.0.4200000011" }),
  },
} as const;

/**
 * Sends a well-formed request for a record. The comparison requests are sent only if the response alone does not decide whether the
 * request is refused: it is no success, does not call the record missing, and lacks the words of §7.2 and §7.3.
 */
export async function sendWellFormed(
  t: RequestSender,
  request: ApiRequest,
  comparison: ComparisonRequests,
): Promise<ComparedResponse> {
  const response = await t.get(request);
  if (isSuccess(response) || looksMissing(response) || hasRefusalWords(response)) {
    return { response, malformed: [] };
  }
  const malformed = await t.all(comparison.malformed.map((other) => ({ ...other, expects: "refusal" })));
  const missing = await t.get({ ...comparison.missing, expects: "missing" });
  return { response, malformed, missing };
}

/**
 * Sends a well-formed request (`sendWellFormed`). Fails if the response calls it malformed (`checkWellFormed`). Fails too, whatever the
 * words of the response, if its status is not that of a missing record, and
 * - without `without`: it is a server error, which the sender returns only if it occurs at every attempt (interpretation 22);
 * - with `without`, the same request without an optional parameter: it is an error, and the request `without` returns the record.
 * Errors of gateways are unusable responses, which are not checked.
 */
export async function checkAccepted(
  t: RequestSender,
  request: ApiRequest,
  { without, ...comparison }: ComparisonRequests & { readonly without?: ApiRequest },
): Promise<readonly Violation[]> {
  const responded = await sendWellFormed(t, request, comparison);
  const { response, missing } = responded;
  const violations = checkWellFormed(responded);
  if (violations.length > 0 || missing === undefined || missing.status === response.status) return violations;
  const expected = `the record, or status ${missing.status} of a missing record`;
  if (without === undefined) {
    const message = "a valid request gets a server error at every attempt";
    return violationIf(response.status >= 500, response, message, expected);
  }
  if (response.status < 400 || looksMissing(response)) return [];
  const record = await t.get(without);
  const message = "the record is returned without the parameter, but not with a valid value of it";
  return violationIf(isSuccess(record), response, message, expected, [record]);
}

/** Fails if the response to a well-formed request calls it malformed (interpretation 7); never inconclusive. */
export function checkWellFormed({ response, ...comparison }: ComparedResponse): readonly Violation[] {
  const message = "a valid request is refused as invalid";
  const expected = "the record, or an error other than Invalid parameter";
  return violationIf(callsMalformed(response, comparison), response, message, expected);
}
