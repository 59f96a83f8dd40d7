// Checks of recorded exchanges: to which of them a clause applies, and refused requests
import { ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import type { RecordedCheck } from "../../../engine/clauses/clause.ts";
import { hasBoth } from "../../../engine/clauses/read-request.ts";
import type { BodyFault, ReadParameter, ReadRequest } from "../../../engine/clauses/read-request.ts";
import { describeKind, hasSuccessBody } from "../../../engine/message/classify.ts";
import { isInconclusive, type ApiResponse, type CheckResult } from "../../../engine/model/exchange.ts";
import { inconclusive } from "./check-results.ts";
import type { NameInError } from "./refusals.ts";

type RequestPredicate = (request: ReadRequest) => boolean;

export const parameterIn = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

/** A request for a record that may be missing is valid too. */
const isValidRequest: RequestPredicate = ({ expects }) => expects === "success" || expects === "missing";

export const hasNoQuery: RequestPredicate = (request) =>
  request.query.length === 0 && isValidRequest(request);

/** Whether a valid request has a valid value of the parameter, under a name that the contract or the user states. */
export const hasValidParameter =
  (key: string): RequestPredicate =>
  (request) => {
    const { validity, nameStated } = parameterIn(request, key) ?? {};
    return isValidRequest(request) && validity === "valid" && nameStated === true;
  };

/** One exchange does not show whether the invalid value caused an error: a violation in an error is inconclusive. */
const recordedRefusal = (
  when: RequestPredicate,
  check: (refused: ApiResponse, request: ReadRequest) => CheckResult,
): RecordedCheck => ({
  when: (request) => request.expects === "refusal" && when(request),
  needsSuccess: true,
  check: (refused, request) => {
    const checked = check(refused, request);
    const reason = `one exchange does not show why an invalid request got ${describeKind(refused)}`;
    return !hasSuccessBody(refused) && !isInconclusive(checked) && checked.length > 0
      ? inconclusive(reason, refused)
      : checked;
  },
});

type RefusalCheck = (refused: ApiResponse, faulty: NameInError) => CheckResult;

export const recordedWithInvalid = (key: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(
    ({ query }) => query.some((one) => one.key === key && one.validity === "invalid"),
    (refused, request) => check(refused, { name: parameterIn(request, key)?.name ?? "" }),
  );

/** `form`: the pattern of the paths that the clause is about. */
export const recordedWithInvalidPath = (check: RefusalCheck, form = /^/): RecordedCheck =>
  recordedRefusal(
    ({ path }) => path?.validity === "invalid" && form.test(path.value),
    (refused) => check(refused, "any"),
  );

export const recordedCombination = (one: string, other: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(
    ({ query }) => hasBoth(query, one, other),
    (refused) => check(refused, "any"),
  );

export const recordedWithInvalidBody = (
  fault: BodyFault,
  check: (refused: ApiResponse) => CheckResult,
): RecordedCheck => recordedRefusal(({ bodyFaults }) => bodyFaults?.includes(fault) === true, check);

/** Splits a filter into operator and bound: `none` and the whole text if it has no valid operator. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, bound] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return bound === undefined || operator === undefined ? ["none", text] : [operator, bound];
}
