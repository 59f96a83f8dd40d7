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

export const isPlainRequest: RequestPredicate = ({ query, path, expects }) =>
  query.length === 0 && path === undefined && expects === "success";

/** `nameStated`: the contract or the user states the name of the parameter. */
const hasValidValue =
  (key: string): RequestPredicate =>
  (request) =>
    parameterIn(request, key)?.validity === "valid" && parameterIn(request, key)?.nameStated === true;

export const hasValidParameter =
  (key: string): RequestPredicate =>
  (request) =>
    isValidRequest(request) && hasValidValue(key)(request);

export const hasOnlyParameter =
  (key: string): RequestPredicate =>
  (request) =>
    request.query.length === 1 && hasValidParameter(key)(request);

const hasInvalid =
  (key: string): RequestPredicate =>
  ({ expects, query }) =>
    expects === "refusal" && query.some((one) => one.key === key && one.validity === "invalid");

/** `form`: the pattern of the paths that the clause is about. */
const hasInvalidPath =
  (form = /^/): RequestPredicate =>
  ({ expects, path }) =>
    expects === "refusal" && path?.validity === "invalid" && form.test(path.value);

/** One exchange does not show whether the invalid value caused an error: a violation in an error is inconclusive. */
function recordedRefusal(
  when: RequestPredicate,
  check: (refused: ApiResponse, request: ReadRequest) => CheckResult,
): RecordedCheck {
  return {
    when,
    needsSuccess: true,
    check: (refused, request) => {
      const checked = check(refused, request);
      const reason = `one exchange does not show why an invalid request got ${describeKind(refused)}`;
      return !hasSuccessBody(refused) && !isInconclusive(checked) && checked.length > 0
        ? inconclusive(reason, refused)
        : checked;
    },
  };
}

type RefusalCheck = (refused: ApiResponse, faulty: NameInError) => CheckResult;

/** `check` receives the name under which the parameter was sent. */
export const recordedWithInvalid = (key: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(hasInvalid(key), (refused, request) =>
    check(refused, { name: parameterIn(request, key)?.name ?? "" }),
  );

export const recordedWithInvalidPath = (check: RefusalCheck, form?: RegExp): RecordedCheck =>
  recordedRefusal(hasInvalidPath(form), (refused) => check(refused, "any"));

export const recordedCombination = (one: string, other: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(
    ({ expects, query }) => expects === "refusal" && hasBoth(query, one, other),
    (refused) => check(refused, "any"),
  );

export const recordedWithInvalidBody = (
  fault: BodyFault,
  check: (refused: ApiResponse) => CheckResult,
): RecordedCheck =>
  recordedRefusal(
    ({ expects, bodyFaults }) => expects === "refusal" && bodyFaults?.includes(fault) === true,
    check,
  );

/** Splits a filter into operator and bound: `none` and the whole text if it has no valid operator. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, bound] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return bound === undefined || operator === undefined ? ["none", text] : [operator, bound];
}
