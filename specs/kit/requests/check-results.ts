// Results of checks that clauses of all sections share: violations about whole responses, and inconclusive results
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import { describeResponse, hasSuccessBody, isSuccess } from "../../../engine/message/classify.ts";
import { looksMissing, codeIn, wholeResponse } from "../../../engine/message/classify.ts";
import { isInconclusive } from "../../../engine/model/exchange.ts";
import type { ApiRequest, ApiResponse, CheckResult, RequestSender } from "../../../engine/model/exchange.ts";
import type { Inconclusive, Violation } from "../../../engine/model/exchange.ts";

/** A violation about a whole response if `wrong`, else none. `compared`: the responses with which it is compared, as evidence. */
export const violationIf = (
  wrong: boolean,
  response: ApiResponse,
  message: string,
  expected: string,
  compared: readonly ApiResponse[] = [],
): readonly Violation[] => (wrong ? [{ ...wholeResponse(response, message, expected), compared }] : []);

/**
 * The result of a check that cannot decide.
 * @param by the response that prevents a decision and gives the code ({@link codeIn}); without it, the code is `dataUnsuitable`
 * @param known members that replace the derived ones, except the reason
 */
export function inconclusive(reason: string, by?: ApiResponse, known?: Partial<Inconclusive>): Inconclusive {
  const met = by === undefined ? { code: "dataUnsuitable" as const } : { by, code: codeIn(by) };
  const isOther = by !== undefined && hasSuccessBody(by) && !isSuccess(by);
  return { ...met, ...known, reason: isOther ? `a success has status ${by.status}, not 200` : reason };
}

export function inconclusiveWithout(what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what} does not succeed: ${describeResponse(response)}`, response);
}

/** The first result that is no pass; later checks are not called. If there is none, a pass. */
export function firstViolation(...checks: readonly (() => CheckResult)[]): CheckResult {
  for (const check of checks) {
    const checkResult = check();
    if (isInconclusive(checkResult) || checkResult.length > 0) return checkResult;
  }
  return [];
}

type RecordLists = readonly (readonly unknown[])[];

/** Inconclusive if all lists are empty; otherwise undefined. */
export const noRows = (...lists: RecordLists): Inconclusive | undefined =>
  lists.every(({ length }) => length === 0) ? inconclusive("the list has no rows") : undefined;

/** As `checkResult`, but a pass is inconclusive if all lists are empty: nothing was compared. */
export function unlessNoRows(checkResult: CheckResult, ...lists: RecordLists): CheckResult {
  return (isPass(checkResult) ? noRows(...lists) : undefined) ?? checkResult;
}

const isPass = (checkResult: CheckResult): boolean =>
  !isInconclusive(checkResult) && checkResult.length === 0;

/** As `checkResult`, but a pass is inconclusive if no response shows the `subject` of the clause. */
export const ifShown = (checkResult: CheckResult, isShown: boolean, subject: string): CheckResult =>
  isPass(checkResult) && !isShown ? inconclusive(`no response shows ${subject}`) : checkResult;

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

/** Any response but a success or a missing record is inconclusive: the acceptance clause checks it. */
export const checkUnlessRefused = (response: ApiResponse): CheckResult =>
  isSuccess(response) || looksMissing(response) ? [] : refusedElsewhere(response);

/** The acceptance clause on the value reports that it is refused. */
export const refusedElsewhere = (response: ApiResponse): Inconclusive =>
  inconclusive(`a well-formed value returned ${describeResponse(response)}`, response, {
    code: "otherClause",
  });

/** Inconclusive because the response violates another clause, as `what` describes. */
export function failsClause(clause: ClauseId, what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what}: see ${clause}`, response, { code: "otherClause", dependsOn: [clause] });
}
