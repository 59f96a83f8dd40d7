// To which exchanges of a recording a clause applies, and how a clause on refused requests checks one
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

const parameter = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

export const parameterValue = (key: string) => (request: ReadRequest) => parameter(request, key)?.value ?? "";

/** Whether the request is valid: a record may be returned or be missing. */
export const isValidRequest: RequestPredicate = ({ expects }) =>
  expects === "success" || expects === "missing";

export const hasNoQuery: RequestPredicate = (request) =>
  request.query.length === 0 && isValidRequest(request);

/** Whether a request has no parameters and must succeed. */
export const isPlainRequest: RequestPredicate = ({ query, path, expects }) =>
  query.length === 0 && path === undefined && expects === "success";

/** Whether a parameter of the contract has a value that is valid by every interpretation. */
const hasValidValue =
  (key: string): RequestPredicate =>
  (request) =>
    parameter(request, key)?.validity === "valid" && parameter(request, key)?.nameStated === true;

export const hasValidParameter =
  (key: string): RequestPredicate =>
  (request) =>
    isValidRequest(request) && hasValidValue(key)(request);

/** A request with this query parameter alone, with a valid value. */
export const hasOnlyParameter =
  (key: string): RequestPredicate =>
  (request) =>
    request.query.length === 1 && hasValidParameter(key)(request);

/** The path is meant as a hash: it contains no hyphen, as a transaction id does. */
export const isHashLookup: RequestPredicate = ({ path }) => path?.value.includes("-") !== true;

export const meetsAllOf =
  (...all: readonly RequestPredicate[]): RequestPredicate =>
  (request) =>
    all.every((fits) => fits(request));

export const isLimitAboveMaximum: RequestPredicate = (request) =>
  request.query.length === 1 &&
  request.query.some(
    ({ key, value, nameStated }) => key === "limit" && nameStated && /^[1-9]\d{2,}$/.test(value),
  ) &&
  parameter(request, "limit")?.validity === "ambiguous";

/** A request that must be refused, and the query parameter `key` is invalid. */
const hasInvalid =
  (key: string): RequestPredicate =>
  ({ expects, query }) =>
    expects === "refusal" && query.some((one) => one.key === key && one.validity === "invalid");

/** A request that must be refused, and its path is invalid; `form`: the pattern of the paths that the clause is about. */
const hasInvalidPath =
  (form = /^/): RequestPredicate =>
  ({ expects, path }) =>
    expects === "refusal" && path?.validity === "invalid" && form.test(path.value);

/**
 * How a clause on refused requests checks a recorded exchange. `check` is the check of its own exchanges, without the
 * counterpart. A success is a violation. An error that does not pass is inconclusive, because only the response to a valid request shows
 * that nothing but the invalid value is the reason of that error.
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

/** Recorded requests with an invalid value of a query parameter; `check` gets its name. */
export const recordedWithInvalid = (key: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(hasInvalid(key), (refused, request) =>
    check(refused, { name: parameter(request, key)?.name ?? "" }),
  );

/** Recorded requests with an invalid path; `form`: the pattern of the paths that the clause is about. */
export const recordedWithInvalidPath = (check: RefusalCheck, form?: RegExp): RecordedCheck =>
  recordedRefusal(hasInvalidPath(form), (refused) => check(refused, "any"));

/** Recorded requests with two parameters that must not be combined. */
export const recordedCombination = (one: string, other: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(
    ({ expects, query }) => expects === "refusal" && hasBoth(query, one, other),
    (refused) => check(refused, "any"),
  );

/** Recorded requests whose body is invalid in this way. */
export const recordedWithInvalidBody = (
  fault: BodyFault,
  check: (refused: ApiResponse) => CheckResult,
): RecordedCheck =>
  recordedRefusal(
    ({ expects, bodyFaults }) => expects === "refusal" && bodyFaults?.includes(fault) === true,
    check,
  );

/** The operator and the bound of the value of a filter. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, bound] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return bound === undefined || operator === undefined ? ["none", text] : [operator, bound];
}
