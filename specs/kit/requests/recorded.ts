// Predicates that select the recorded exchanges to which a clause applies, and checks of recorded requests that must be refused
import { ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import type { RecordedCheck } from "../../../engine/clauses/clause.ts";
import { hasBoth } from "../../../engine/clauses/read-request.ts";
import type { BodyFault, ReadParameter, ReadRequest } from "../../../engine/clauses/read-request.ts";
import { describeKind, hasSuccessBody } from "../../../engine/message/classify.ts";
import { isInconclusive, type ApiResponse, type CheckResult } from "../../../engine/model/exchange.ts";
import { inconclusive } from "./check-results.ts";
import type { NameInError } from "./refusals.ts";

/** Whether a clause applies to a request that it did not send. */
type RequestPredicate = (request: ReadRequest) => boolean;

/** The query parameter with this key; undefined if the request has none. */
export const parameterIn = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

/** Whether a request is valid, so that it must succeed, unless the requested record is missing. */
const isValidRequest: RequestPredicate = ({ expects }) => expects === "success" || expects === "missing";

export const hasNoQuery: RequestPredicate = (request) =>
  request.query.length === 0 && isValidRequest(request);

/** Whether a request has no parameters and must succeed. */
export const isPlainRequest: RequestPredicate = ({ query, path, expects }) =>
  query.length === 0 && path === undefined && expects === "success";

/** Whether the parameter with this key has a valid value, under a name that the contract or the user states. */
const hasValidValue =
  (key: string): RequestPredicate =>
  (request) =>
    parameterIn(request, key)?.validity === "valid" && parameterIn(request, key)?.nameStated === true;

export const hasValidParameter =
  (key: string): RequestPredicate =>
  (request) =>
    isValidRequest(request) && hasValidValue(key)(request);

/** Whether a valid request has this query parameter alone, with a valid value. */
export const hasOnlyParameter =
  (key: string): RequestPredicate =>
  (request) =>
    request.query.length === 1 && hasValidParameter(key)(request);

/** Whether a request must be refused and has an invalid value of the query parameter `key`. */
const hasInvalid =
  (key: string): RequestPredicate =>
  ({ expects, query }) =>
    expects === "refusal" && query.some((one) => one.key === key && one.validity === "invalid");

/** Whether a request must be refused and has an invalid path; `form`: the pattern of the paths that the clause is about. */
const hasInvalidPath =
  (form = /^/): RequestPredicate =>
  ({ expects, path }) =>
    expects === "refusal" && path?.validity === "invalid" && form.test(path.value);

/**
 * Makes the check of recorded exchanges of a clause on refused requests. `check` compares with no counterpart: a violation that it finds
 * in an error is inconclusive, because only the response to a valid counterpart could show that the invalid value caused the error.
 */
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

/** Checks the response to a request that must be refused; `faulty` is the name that the error must contain. */
type RefusalCheck = (refused: ApiResponse, faulty: NameInError) => CheckResult;

/** Checks recorded requests with an invalid value of a query parameter; `check` receives the name under which it was sent. */
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

/** Splits the value of a filter into its operator and its bound. Without a valid operator: `none` and the whole text. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, bound] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return bound === undefined || operator === undefined ? ["none", text] : [operator, bound];
}
