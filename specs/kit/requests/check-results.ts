// Results of checks that clauses of all sections share: violations about whole responses, and inconclusive results
import type { ClauseId } from "../../../engine/clauses/clause.ts";
import {
  describe,
  hasOtherStatus,
  isSuccess,
  looksMissing,
  obstacleIn,
  wholeResponse,
} from "../../../engine/message/classify.ts";
import {
  type ApiRequest,
  type RequestSender,
  type Violation,
  type CheckResult,
  type ApiResponse,
  type Inconclusive,
  isInconclusive,
} from "../../../engine/model/exchange.ts";

/** A violation about a whole response where something is wrong; `beside`: answers that it is compared with. */
export function violationIf(
  wrong: boolean,
  response: ApiResponse,
  message: string,
  expected: string,
  beside: readonly ApiResponse[] = [],
): readonly Violation[] {
  return wrong ? [{ ...wholeResponse(response, message, expected), beside }] : [];
}

/** Why a check cannot decide; `by`: the response that is in the way. What else is known of it goes before what that shows. */
export function inconclusive(
  reason: string,
  by?: ApiResponse,
  known: Partial<Inconclusive> = {},
): Inconclusive {
  const met = by === undefined ? { obstacle: "data" as const } : { by, obstacle: obstacleIn(by) };
  const isOther = by !== undefined && hasOtherStatus(by);
  return { ...met, ...known, inconclusive: isOther ? `a success has status ${by.status}, not 200` : reason };
}

/** Undecided: the request that another one is compared with, and that has to succeed for it, does not. */
export function inconclusiveWithout(what: string, came: ApiResponse): Inconclusive {
  return inconclusive(`${what} does not succeed: ${describe(came)}`, came);
}

/** The first check result that finds something or cannot decide. */
export function firstViolation(...checks: readonly (() => CheckResult)[]): CheckResult {
  for (const check of checks) {
    const checkResult = check();
    if (isInconclusive(checkResult) || checkResult.length > 0) {
      return checkResult;
    }
  }
  return [];
}

type RecordLists = readonly (readonly unknown[])[];

/** Nothing is checked of rows where no list has any. */
export const noRows = (...lists: RecordLists): Inconclusive | undefined =>
  lists.every(({ length }) => length === 0) ? inconclusive("the list has no rows") : undefined;

/** What was checked of rows: nothing, where no list had any and none is at fault all the same. */
export function ofRows(checkResult: CheckResult, ...lists: RecordLists): CheckResult {
  return (isPass(checkResult) ? noRows(...lists) : undefined) ?? checkResult;
}

const isPass = (checkResult: CheckResult): boolean =>
  !isInconclusive(checkResult) && checkResult.length === 0;

/** A check that found no violation is inconclusive where no response shows the `subject`: nothing was compared then. */
export const ifShown = (checkResult: CheckResult, isShown: boolean, subject: string): CheckResult =>
  isPass(checkResult) && !isShown ? inconclusive(`no response shows ${subject}`) : checkResult;

/** Asks for each item in turn, one request at a time. */
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
  if (first === undefined || second === undefined) {
    throw new Error("not both of two requests had a response");
  }
  return [first, second];
}

/** Passes a success or a missing record. Anything else is inconclusive here: the clause `acceptance` checks refusals. */
export function checkUnlessRefused(response: ApiResponse, acceptance: ClauseId): CheckResult {
  return isSuccess(response) || looksMissing(response) ? [] : refusedElsewhere(response, acceptance);
}

/** Undecided, because a well-formed request was refused: the clause `acceptance` checks that. */
export function refusedElsewhere(response: ApiResponse, acceptance: ClauseId): Inconclusive {
  return leftTo(acceptance, `a well-formed value returned ${describe(response)}`, response);
}

/** Undecided: what came is the matter of another clause. */
export function leftTo(clause: ClauseId, what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what}: see ${clause}`, response, { obstacle: "service", dependsOn: [clause] });
}
