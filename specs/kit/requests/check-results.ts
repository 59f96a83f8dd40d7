// Results of checks that clauses of all sections share: violations about whole responses, and inconclusive results
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import {
  describeResponse,
  hasSuccessBody,
  isSuccess,
  looksMissing,
  codeIn,
  wholeResponse,
} from "../../../engine/message/classify.ts";
import {
  type ApiRequest,
  type ApiResponse,
  type CheckResult,
  type RequestSender,
  type Inconclusive,
  isInconclusive,
  type Violation,
} from "../../../engine/model/exchange.ts";

/**
 * A violation about a whole response if `wrong`, else none.
 * @param compared the responses that it is compared with; they are shown as evidence
 */
export function violationIf(
  wrong: boolean,
  response: ApiResponse,
  message: string,
  expected: string,
  compared: readonly ApiResponse[] = [],
): readonly Violation[] {
  return wrong ? [{ ...wholeResponse(response, message, expected), compared }] : [];
}

/**
 * The result of a check that cannot decide.
 * @param by the response because of which it cannot; a success with a status other than 200 replaces `reason`
 * @param known members that override those derived from `by`
 */
export function inconclusive(reason: string, by?: ApiResponse, known?: Partial<Inconclusive>): Inconclusive {
  const met = by === undefined ? { code: "dataUnsuitable" as const } : { by, code: codeIn(by) };
  const isOther = by !== undefined && hasSuccessBody(by) && !isSuccess(by);
  return { ...met, ...known, reason: isOther ? `a success has status ${by.status}, not 200` : reason };
}

/** Inconclusive: the request that another one is compared with does not succeed. */
export function inconclusiveWithout(what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what} does not succeed: ${describeResponse(response)}`, response);
}

/** The result of the first check that is not a pass; later checks are not called. */
export function firstViolation(...checks: readonly (() => CheckResult)[]): CheckResult {
  for (const check of checks) {
    const checkResult = check();
    if (isInconclusive(checkResult) || checkResult.length > 0) return checkResult;
  }
  return [];
}

type RecordLists = readonly (readonly unknown[])[];

/** Inconclusive if none of the lists has rows. */
export const noRows = (...lists: RecordLists): Inconclusive | undefined =>
  lists.every(({ length }) => length === 0) ? inconclusive("the list has no rows") : undefined;

/** The result of a check of rows: a pass over lists without rows is inconclusive, because nothing was compared. */
export function unlessNoRows(checkResult: CheckResult, ...lists: RecordLists): CheckResult {
  return (isPass(checkResult) ? noRows(...lists) : undefined) ?? checkResult;
}

const isPass = (checkResult: CheckResult): boolean =>
  !isInconclusive(checkResult) && checkResult.length === 0;

/** The result of a check: a pass is inconclusive unless a response shows the `subject`, because nothing was compared. */
export const ifShown = (checkResult: CheckResult, isShown: boolean, subject: string): CheckResult =>
  isPass(checkResult) && !isShown ? inconclusive(`no response shows ${subject}`) : checkResult;

/** Sends the requests one after another: each request waits for the response to the previous one. */
export async function inSequence<T, A>(
  items: readonly T[],
  request: (item: T) => Promise<A>,
): Promise<readonly A[]> {
  const responses: A[] = [];
  for (const item of items) {
    responses.push(await request(item));
  }
  return responses;
}

export async function sendBoth(
  t: RequestSender,
  one: ApiRequest,
  other: ApiRequest,
): Promise<readonly [ApiResponse, ApiResponse]> {
  const [first, second] = await t.all([one, other]);
  if (first === undefined || second === undefined) throw new Error("one of two requests had no response");
  return [first, second];
}

/** Passes a success and a missing record; any other response is inconclusive, because the acceptance clause checks it. */
export const checkUnlessRefused = (response: ApiResponse): CheckResult =>
  isSuccess(response) || looksMissing(response) ? [] : refusedElsewhere(response);

/** Inconclusive: a valid value is refused, which the acceptance clauses of its request check. */
export const refusedElsewhere = (response: ApiResponse): Inconclusive =>
  inconclusive(`a well-formed value returned ${describeResponse(response)}`, response, {
    code: "otherClause",
  });

/** Inconclusive: the response violates the clause with the id `clause`, which reports it. */
export function failsClause(clause: ClauseId, what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what}: see ${clause}`, response, { code: "otherClause", dependsOn: [clause] });
}
