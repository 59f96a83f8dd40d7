// §4.7, §4.8, §7.2, §7.3, §7.8: whether a service refuses a well-formed request as malformed (interpretation 7)
import { isSuccess, hasSuccessBody, looksMissing } from "../../../engine/message/classify.ts";
import { speaksOfInvalidParameter } from "../../../engine/message/classify.ts";
import { bodySummary, requestTo } from "../../../engine/model/exchange.ts";
import type {
  ApiRequest,
  RequestSender,
  Violation,
  ApiResponse,
  CheckResult,
} from "../../../engine/model/exchange.ts";
import { inconclusiveWithout, violationIf, whySignaturesMissing } from "./check-results.ts";

/** The responses to {@link ComparisonRequests}; `malformed` is empty if these were not sent. */
interface ComparisonResponses {
  readonly malformed: readonly ApiResponse[];
  readonly missing?: ApiResponse;
}

type ComparedResponse = ComparisonResponses & { readonly response: ApiResponse };

/** Whether a documented message, or any body that is no success and does not contain "not found", has the words of §7.2 or §7.3. */
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
 * Whether a response calls the request malformed in the words of section 7 (`hasRefusalWords`) or, since the contract does not show every
 * error body (§7.8), is an error like ({@link isAlike}) an error in `malformed` and unlike `missing`.
 */
export const callsMalformed = (
  response: ApiResponse,
  { malformed, missing }: ComparisonResponses = { malformed: [] },
): boolean =>
  hasRefusalWords(response) ||
  (!isSuccess(response) &&
    (missing === undefined || !isAlike(missing, response)) &&
    malformed.some((other) => !isSuccess(other) && isAlike(other, response)));

/** An error may name the member that a verification request lacks. */
const BODY_MEMBERS = /\b(?:apiKey|address|chainId)\b/g;

/** Errors of the same kind have the same status and `normalizedText`. */
export const isAlike = (one: ApiResponse, other: ApiResponse): boolean =>
  normalizedText(one) === normalizedText(other);

/**
 * The status and the beginning of the body, with `#` in place of that in which errors of the same kind differ: the last segment of the path
 * and the query values of the request, {@link BODY_MEMBERS}, numbers, and identifiers with digits.
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

/** Certainly malformed requests, and one for a record that most likely does not exist. */
interface ComparisonRequests {
  readonly malformed: readonly ApiRequest[];
  readonly missing: ApiRequest;
}

/** Their responses show what an error for a well-formed request means. */
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

/** The comparison requests are sent only if the response is no success, calls no record missing, and lacks the words of §7.2 and §7.3. */
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
 * Fails if the response calls the well-formed request malformed (`checkWellFormed`) or, whatever its words, has not the status of a missing
 * record and
 * - without `without`: is a server error, which the sender returns only if it occurs at every attempt (interpretation 22);
 * - with `without`, the same request without an optional parameter: is an error, although `without` returns the record.
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

/**
 * Fails if a request gets an error other than that for a missing record, although each of `fewer`, requests with fewer parameters,
 * succeeds. With `gateways: "steady"`, a 5xx is checked only if it repeats while another request still gets a response.
 */
export async function checkServedTogether(
  t: RequestSender,
  request: ApiRequest,
  fewer: readonly ApiRequest[],
): Promise<CheckResult> {
  const response = await t.get({ ...request, gateways: "steady" });
  if (isSuccess(response)) return [];
  const alone = await t.all(fewer);
  if (request.endpoint !== "networkFees" && looksMissing(response)) return [];
  const unserved = alone.find((one) => !isSuccess(one));
  const message = "a request gets an error, although it succeeds with fewer parameters";
  return (
    whySignaturesMissing(response) ??
    (unserved === undefined
      ? violationIf(true, response, message, "a response without an error", alone)
      : inconclusiveWithout("the request with fewer parameters", unserved))
  );
}

/** Fails if the response to a well-formed request calls it malformed (interpretation 7). */
export function checkWellFormed({ response, ...comparison }: ComparedResponse): readonly Violation[] {
  const message = "a valid request is refused as invalid";
  const expected = "the record, or an error other than Invalid parameter";
  return violationIf(callsMalformed(response, comparison), response, message, expected);
}
