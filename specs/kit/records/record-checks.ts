// §4.6, §4.7, §4.8, §7.8: checks of a record and of a missing record, and comparisons of two records
import { describeResponse, isSuccess, hasSuccessBody } from "../../../engine/message/classify.ts";
import { looksMissing, wrongStatusViolation, wholeResponse } from "../../../engine/message/classify.ts";
import { isInconclusive, type Inconclusive, type ApiRequest } from "../../../engine/model/exchange.ts";
import { type RequestSender, type CheckResult, type ApiResponse } from "../../../engine/model/exchange.ts";
import { exactValueAt, stepTo } from "../../../engine/message/body.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import type { Endpoint } from "../../../schemas/operations.ts";
import { callsMalformed } from "../requests/acceptance.ts";
import { sendBoth, violationIf, inconclusive, inconclusiveWithout } from "../requests/check-results.ts";
import { requestRefusal } from "../requests/refusals.ts";
import { recordRequest, recordIn, hasRecordBody, isSuccessWithRecord, memberViolation } from "./records.ts";

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
