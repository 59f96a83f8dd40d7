// Checks of recorded exchanges: which requests a clause applies to, and what one response proves
import { ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import {
  describeKind,
  documentedMessages,
  isNoObject,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
} from "../../../engine/message/classify.ts";
import type { CheckResult, ApiResponse } from "../../../engine/model/exchange.ts";
import type { RecordedCheck } from "../../../engine/clauses/clause.ts";
import type { ReadParameter, ReadRequest } from "../../../engine/clauses/read-request.ts";
import type { FaultyName } from "./refusals.ts";
import { violationIf, inconclusive } from "./check-results.ts";
import { checkRefused, namesParameter } from "./refusals.ts";
import { checkWellFormed } from "./acceptance.ts";
import { onePage } from "../../../engine/clauses/pagination.ts";
import { shortKey, type RowFilter } from "../lists/lists.ts";
import type { PagesCheck } from "../lists/page-rules.ts";

/** Whether a clause applies to a recorded request. */
export type Fits = (request: ReadRequest) => boolean;

const parameter = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

export const valueOf = (key: string) => (request: ReadRequest) => parameter(request, key)?.value ?? "";

/** Whether the request is valid: a record may be returned or be missing. */
export const legal: Fits = ({ expects }) => expects === "success" || expects === "missing";

export const hasNoQuery: Fits = (request) => request.query.length === 0 && legal(request);

/** The plain request of an endpoint that must succeed. */
export const isPlainRequest: Fits = ({ query, path, expects }) =>
  query.length === 0 && path === undefined && expects === "success";

/** Whether a parameter of the contract has a value that is valid by every interpretation. */
export const hasValidValue =
  (key: string): Fits =>
  (request) =>
    parameter(request, key)?.sure === "valid" && parameter(request, key)?.promised === true;

export const legalWith =
  (key: string): Fits =>
  (request) =>
    legal(request) && hasValidValue(key)(request);

/** A request with this query parameter alone, with a valid value. */
export const onlyWith =
  (key: string): Fits =>
  (request) =>
    request.query.length === 1 &&
    hasValidValue(key)(request) &&
    request.expects !== "open" &&
    request.path?.sure !== "invalid";

/** A request in which only this part is invalid, without other query parameters. */
export const faulty =
  (fault: string): Fits =>
  (request) =>
    request.expects === "refusal" &&
    request.fault === fault &&
    request.query.length === (request.query.some(({ key }) => key === fault) ? 1 : 0);

/** The path is meant as a hash: it contains no hyphen, as a transaction id does. */
export const byHash: Fits = ({ path }) => path?.value.includes("-") !== true;
export const byTransactionId: Fits = (request) => !byHash(request);

export const fitsAll =
  (...all: readonly Fits[]): Fits =>
  (request) =>
    all.every((fits) => fits(request));

export const aboveMaximum: Fits = (request) =>
  request.query.length === 1 &&
  request.query.some(
    ({ key, value, promised }) => key === "limit" && promised && /^[1-9]\d{2,}$/.test(value),
  ) &&
  parameter(request, "limit")?.sure === "open";

/**
 * A status of success with a body that is neither a record nor an error. Without a request for a missing record it proves
 * nothing.
 */
const isNeither = (response: ApiResponse): boolean =>
  response.status < 300 &&
  !looksLikeSuccess(response) &&
  !looksMissing(response) &&
  documentedMessages(response) === undefined;

/** A well-formed request is not called malformed. A recording has no responses to malformed or missing names to compare with. */
export const wellFormed = (when: Fits): RecordedCheck => ({
  when,
  check: (response) => {
    const violations = checkWellFormed({ response, malformed: [] });
    return violations.length === 0 && isNeither(response)
      ? inconclusive(`it shows neither a record nor that there is none: ${describeKind(response)}`, response)
      : violations;
  },
});

/**
 * A success passes; status 200 with JSON that is no object fails, because it is neither a success nor an error of the
 * contract.
 */
export const recordedSuccess = (isSure: Fits): RecordedCheck => ({
  when: (request, response) =>
    isSuccess(response) ? legal(request) : response.status === 200 && isNoObject(response) && isSure(request),
  check: (response) =>
    violationIf(
      !isSuccess(response),
      response,
      "a successful response is not a JSON object",
      "status 200 with the success body",
    ),
});

/**
 * A refusal. It counts only if the recording has a success of the same endpoint: a service that refuses everything proves
 * nothing.
 */
export const refusal = (
  when: Fits,
  check: (refused: ApiResponse, faulty: FaultyName) => CheckResult,
): RecordedCheck => ({
  when,
  needsSuccess: true,
  check: (refused, { query, fault }) => {
    const name = query.find(({ key }) => key === fault)?.name;
    return check(refused, name === undefined ? "any" : { name });
  },
});

/** The refusal of a parameter that alone is invalid, or that the response names among other invalid ones. */
export const refusedByName = (key: string): RecordedCheck => {
  const isAlone = faulty(key);
  const faultyIn = (request: ReadRequest) => ({ name: parameter(request, key)?.name ?? "" });
  return {
    // A service may name only the first of several invalid parameters.
    when: (request, response) =>
      isAlone(request) ||
      (request.faults?.includes(key) === true && namesParameter(response, faultyIn(request))),
    needsSuccess: true,
    check: (refused, request) => checkRefused(refused, faultyIn(request)),
  };
};

/** One page of the rows that a filter with this operator selects. Missing rows do not show in one page. */
export function recordedFilter(filter: RowFilter, operator: Operator, check: PagesCheck): RecordedCheck {
  const name = shortKey(filter.key);
  return {
    // Short ids are not checked: a recording does not show the shard and realm of the target.
    when: (request) => {
      const [used, bound] = filterIn(valueOf(name)(request));
      return legalWith(name)(request) && filter.isBound(bound) && used === operator;
    },
    check: (response, request) => {
      const [, bound] = filterIn(valueOf(name)(request));
      return check({
        plan: { query: [], filters: [{ filter, operator, bound }], selecting: 1 },
        pagedList: onePage(response),
      });
    },
  };
}

/** The operator and the bound of the value of a filter. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, behind] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return behind === undefined || operator === undefined ? ["none", text] : [operator, behind];
}
