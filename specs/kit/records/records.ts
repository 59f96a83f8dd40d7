// §2.6 to §2.9, §4.6 to §4.10: requests for single records and for verifications, the members of a record, and checks of records
import { spread } from "../../../engine/model/model.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import { documentedMessages, isObject, isSuccess, hasSuccessBody } from "../../../engine/message/classify.ts";
import { describeResponse, looksMissing, wrongStatusViolation } from "../../../engine/message/classify.ts";
import { wholeResponse, type JsonRecord } from "../../../engine/message/classify.ts";
import { bareHex } from "../../../engine/model/compare.ts";
import { requestTo, isInconclusive, type ApiRequest } from "../../../engine/model/exchange.ts";
import type { Expectation, Violation, ApiResponse } from "../../../engine/model/exchange.ts";
import type { Inconclusive, RequestSender, CheckResult } from "../../../engine/model/exchange.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { asNamed } from "../../../generators/cases.ts";
import { operations, type Endpoint } from "../../../schemas/operations.ts";
import { exactValueAt, stepTo } from "../../../engine/message/body.ts";
import { callsMalformed } from "../requests/acceptance.ts";
import { sendBoth, violationIf, inconclusive, inconclusiveWithout } from "../requests/check-results.ts";
import { requestRefusal } from "../requests/check-results.ts";

export const recordRequest = (
  endpoint: Endpoint,
  path: string,
  expects: Expectation = "success",
): ApiRequest => requestTo(endpoint, { path, expects });

/** With 0x and without, in lower and in upper case. Mixed case would be a checksum (EIP-55). */
export function addressSpellings(text: string): readonly string[] {
  const lower = bareHex(text);
  const upper = lower.toUpperCase();
  return [`0x${lower}`, `0x${upper}`, lower, upper];
}

/** Eight hex digits made from the seed, repeated `times` times: most likely no record has this hash or address. */
export function unusedHex(seed: number, times: number): string {
  return `0x${(seed >>> 0).toString(16).padStart(8, "7").repeat(times)}`;
}

/** `near`: a name one edit away from a name of the known record. */
export interface EditedName {
  readonly known: Sample;
  readonly near: string;
}

/** The name as it is written, and with its 0x prefix removed or added. */
export function prefixedAndBare(name: string): readonly string[] {
  return name.startsWith("0x") ? [name, name.slice(2)] : [name, `0x${name}`];
}

/** At most `most` samples, evenly spread, with the first and the last. */
export const sampleCases = (samples: readonly Sample[], most = samples.length) =>
  asNamed(spread(samples, most).map(({ identifier }) => identifier));

/** @throws Error if the list is empty: the run provides at least one sample to a clause that needs samples */
export function firstItem<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) throw new Error("a clause was tested without a sample");
  return first;
}

/** The decoded path parameter, for endpoints whose path ends with it. */
export function requestedPath({ request }: ApiResponse): string {
  const [before = ""] = operations[request.endpoint].path.split("{");
  const [path = ""] = request.target.slice(before.length).split("?");
  return decodeURIComponent(path);
}

/** The JSON object in the body; empty for any other body. */
export function recordIn(response: ApiResponse): JsonRecord {
  return isObject(response.body.value) ? response.body.value : {};
}

/** The value of a member that is a string; undefined for any other value, which the clause on that field checks. */
export function memberText(response: ApiResponse, member: string): string | undefined {
  const value = recordIn(response)[member];
  return typeof value === "string" ? value : undefined;
}

/** A body with all of these members is not an error; an error may have one of them by chance. */
const RECORD_MEMBERS: Readonly<Partial<Record<Endpoint, readonly string[]>>> = {
  tokenBalances: ["balances"],
  topicMessage: ["consensus_timestamp", "topic_id"],
  contractResult: ["hash", "result"],
  contract: ["contract_id", "evm_address"],
};

/** Whether the body has all {@link RECORD_MEMBERS} and no messages of §7, with any status; without such members, `hasSuccessBody`. */
export function hasRecordBody(response: ApiResponse): boolean {
  const keys = RECORD_MEMBERS[response.request.endpoint];
  return keys === undefined
    ? hasSuccessBody(response)
    : documentedMessages(response) === undefined &&
        keys.every((key) => Object.hasOwn(recordIn(response), key));
}

/** Stricter than `isSuccess`, for responses that must not be a success. */
export function isSuccessWithRecord(response: ApiResponse): boolean {
  return isSuccess(response) && hasRecordBody(response);
}

export function memberViolation(
  response: ApiResponse,
  member: string,
  message: string,
  expected: string,
  compared: readonly ApiResponse[] = [],
): Violation {
  const actual = cutValue(recordIn(response)[member]);
  return { message, pointer: `/${member}`, expected, actual, response, compared };
}

/** Compares strings in any letter case, with 0x or without; other values by `===`. */
export function sameValue(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? bareHex(a) === bareHex(b) : a === b;
}

export const VERIFICATION_ENDPOINTS = ["sessionVerify", "verify"] as const;
export type VerifyEndpoint = (typeof VERIFICATION_ENDPOINTS)[number];

export const VERIFICATIONS = {
  sessionVerify: {
    entries: "contracts",
    entryLine: 179,
    requestLine: 270,
    entriesClause: "2.9-contracts",
    addressClause: "2.9-contract-address",
  },
  verify: {
    entries: "result",
    entryLine: 181,
    requestLine: 277,
    entriesClause: "2.9-result",
    addressClause: "2.9-result-entry-address",
  },
} as const satisfies Readonly<Record<VerifyEndpoint, object>>;

export function postVerification(
  endpoint: VerifyEndpoint,
  body: unknown,
  expects: Expectation = "success",
): ApiRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return requestTo(endpoint, { body: text, expects });
}

export function requestedAddress(response: ApiResponse): string {
  return /"address"\s*:\s*"([^"]*)"/.exec(response.request.body ?? "")?.[1] ?? "";
}

export function checkNoRecord(refused: ApiResponse): CheckResult {
  const message = "a request that must be refused succeeds";
  return violationIf(isSuccessWithRecord(refused), refused, message, "a response other than a success");
}

/** Inconclusive if the counterpart, the same request with a valid value, does not succeed. */
export async function checkMalformed(
  ...sent: readonly [t: RequestSender, malformed: ApiRequest, counterpart: ApiRequest]
): Promise<CheckResult> {
  const { refused, counterpart } = await requestRefusal(...sent);
  return isSuccess(counterpart)
    ? checkNoRecord(refused)
    : inconclusiveWithout("the same request with a valid value", counterpart);
}

/** Inconclusive if the record is missing. */
export function checkSample(response: ApiResponse, name: string): CheckResult {
  if (response.status === 200 && isSuccess(response)) return [];
  if (hasRecordBody(response)) return [wrongStatusViolation(response)];
  if (looksMissing(response) && !callsMalformed(response)) {
    return inconclusive(`the service does not have the sample ${name}`, response, {
      code: "samplesUnsuitable",
    });
  }
  const message =
    response.status === 200
      ? "a response with status 200 does not have the documented body"
      : "a request for a sample does not succeed";
  return [wholeResponse(response, message, "status 200 with the success body")];
}

export function noSample(response: ApiResponse): Inconclusive {
  const gone = looksMissing(response) && !hasSuccessBody(response);
  const what = gone ? "the service no longer has the sample" : "the request for the sample does not succeed";
  return inconclusive(`${what}: ${describeResponse(response)}`, response);
}

/** All violations, or else the first inconclusive result. `nothing`: the reason if there are no results. */
export function allResults(checkResults: readonly CheckResult[], nothing: string): CheckResult {
  const violations = checkResults.flatMap((checkResult) => (isInconclusive(checkResult) ? [] : checkResult));
  if (violations.length > 0) return violations;
  return checkResults.find(isInconclusive) ?? (checkResults.length === 0 ? inconclusive(nothing) : []);
}

/** Inconclusive if `exists` finds that the record has exactly the requested name. */
export function checkNone(response: ApiResponse, exists: (response: ApiResponse) => boolean): CheckResult {
  if (!isSuccessWithRecord(response)) return [];
  const message = "a record is returned for an identifier that does not exist";
  return exists(response)
    ? maybeExists("a record is returned that may be the requested one", response)
    : [wholeResponse(response, message, "a response without a record")];
}

export const maybeExists = (reason: string, response: ApiResponse): Inconclusive =>
  inconclusive(reason, response, {
    code: "samplesUnsuitable",
    remedy: { kind: "giveSamples", of: "missing" },
  });

/** Checks the responses to names that should find nothing. Inconclusive only if no check decides. */
export async function checkMissingNames(
  t: RequestSender,
  endpoint: Endpoint,
  names: readonly string[],
  check: (response: ApiResponse) => CheckResult,
): Promise<CheckResult> {
  const responses = await t.all(names.map((name) => recordRequest(endpoint, name, "missing")));
  const checkResults = responses.map(check);
  const decided = checkResults.filter((checkResult) => !isInconclusive(checkResult));
  return allResults(decided.length > 0 ? decided : checkResults, "no identifier was requested");
}

/**
 * Checks that an equivalent request returns a success whose members in `identity` equal those of `model`, the response to the known
 * request. Inconclusive if all of these members are null or absent in both records.
 */
export function checkSameIdentity(
  response: ApiResponse,
  model: ApiResponse,
  identity: readonly string[],
  equal: (a: unknown, b: unknown) => boolean,
): CheckResult {
  if (!isSuccess(response)) {
    const message = "an equivalent request does not find the record";
    const missing = wholeResponse(response, message, "the record, with status 200");
    const wrong = hasSuccessBody(response) ? wrongStatusViolation(response) : missing;
    return [{ ...wrong, compared: [model] }];
  }
  const [shown, wanted] = [recordIn(response), recordIn(model)];
  if (identity.every((member) => [shown, wanted].every((record) => (record[member] ?? null) === null))) {
    return inconclusive(`neither record shows ${identity.join(" or ")}`, response);
  }
  return identity
    .filter((member) => !equal(shown[member], wanted[member]))
    .map((member) => {
      const message = "an equivalent request returns another record";
      return memberViolation(response, member, message, cutValue(exactValueAt(model.body, stepTo(member))), [
        model,
      ]);
    });
}

/** `model`: the response with a known record, or an earlier response to the same request. */
export type Comparison = (response: ApiResponse, model: ApiResponse) => CheckResult;

/** Calls `check` with the responses to both requests; inconclusive if the request for the known record does not succeed. */
export async function checkWithKnownRecord(
  t: RequestSender,
  known: ApiRequest,
  request: ApiRequest,
  check: Comparison,
): Promise<CheckResult> {
  const [model, response] = await sendBoth(t, known, request);
  if (!isSuccess(model)) return noSample(model);
  const checked = check(response, model);
  // `model` may come from the cache: the record may be gone since.
  const mayBeLost = isInconclusive(checked) && looksMissing(response);
  const again = mayBeLost ? await t.get({ ...known, fresh: true }) : model;
  return isSuccess(again) ? checked : noSample(again);
}

/**
 * Calls `check` with the response to each other name of a record and `model`, the response to its known name. Inconclusive if the known
 * name does not succeed, or there is no other name.
 * @param namesOf the other names
 * @param whyUnsuitable why `model` is not suitable for comparisons; undefined if it is
 */
export async function checkRecordNames(
  t: RequestSender,
  known: ApiRequest,
  namesOf: (model: ApiResponse) => readonly string[],
  check: Comparison,
  whyUnsuitable: (model: ApiResponse) => Inconclusive | undefined = () => undefined,
): Promise<CheckResult> {
  const model = await t.get(known);
  const ambiguous = isSuccess(model) ? whyUnsuitable(model) : undefined;
  if (ambiguous !== undefined) return ambiguous;
  const others = await t.all(namesOf(model).map((name) => recordRequest(known.endpoint, name)));
  const checked = others.map((response) => check(response, model));
  const [first = []] = checked;
  // If every name fails, only the first violation is reported: the record itself shows that name.
  if (isSuccess(model) && !others.some(hasSuccessBody) && !isInconclusive(first) && first.length > 0) {
    const message = "no form of the identifier that the record shows finds the record";
    return first.map((violation) => ({ ...violation, message }));
  }
  return isSuccess(model)
    ? allResults(checked, "no other identifier certainly denotes the same record")
    : noSample(model);
}
