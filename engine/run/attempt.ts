import type { Case, Resolve, SendingClause } from "../clauses/clause.ts";
import { present } from "../model/model.ts";
import type { CheckResult, Violation, CaseViolation, ApiResponse, Send } from "../model/exchange.ts";
import { recordingSender, isInconclusive, UnusableResponse } from "../model/exchange.ts";
import { dataDependencies, requestReason } from "../clauses/dependencies.ts";
import type { ClauseId } from "../model/clause-results.ts";
import { obstacleOf } from "../model/codes.ts";
import type { Reason } from "../model/reason.ts";
import type { Coverage } from "../message/known-deviations.ts";

/** Why a case is inconclusive. */
export interface InconclusiveCase extends Reason {
  /** No usable response came. */
  readonly lost?: true;
  /** No complete response came in time, at any attempt: the clause is inconclusive, whatever its other cases show. */
  readonly isTimeOut?: boolean;
}

/** The result of sending one case: the responses with the function that checks them, or the unusable response. */
export type SentCase =
  | {
      readonly check: (clause: ClauseId) => CheckResult;
      readonly responses: readonly ApiResponse[];
    }
  | { readonly unusable: UnusableResponse };

/** The result of one case: its violations (none: passed), or why it is inconclusive. */
export interface CaseResult {
  readonly violations: readonly Violation[];
  /** Whether the violations were made again when the requests were repeated; absent: the requests were not repeated. */
  readonly reproducible?: boolean;
  readonly inconclusive?: InconclusiveCase;
  readonly responses: readonly ApiResponse[];
}

/** Sends the requests of a case. With `resolve`, the prerequisites of the clause are resolved again. */
export async function sendCase(
  clause: SendingClause,
  item: Case,
  send: Send,
  resolve?: Resolve,
): Promise<SentCase> {
  // An error at every try to send a valid value fails the clause that says that the value is accepted (interpretation 22).
  const sending: Send =
    clause.acceptsParameter === undefined ? send : (request) => send({ gateways: "steady", ...request });
  try {
    const { responses, ...sender } = recordingSender(sending);
    return { check: await item.run(sender, resolve), responses };
  } catch (error) {
    if (error instanceof UnusableResponse) {
      return { unusable: error };
    }
    throw error;
  }
}

export function checkCase(clause: SendingClause, sent: SentCase): CaseResult {
  if ("unusable" in sent) {
    const { isTimeOut, why } = sent.unusable;
    const inconclusive: InconclusiveCase = { ...why, lost: true, isTimeOut };
    return { violations: [], inconclusive, responses: [] };
  }
  const { check, responses } = sent;
  const checkResult = check(clause.id);
  if (isInconclusive(checkResult)) {
    const { reason, by, lost, ...why } = checkResult;
    const known =
      obstacleOf(why.code) === "data"
        ? { ...why, dependsOn: [...(why.dependsOn ?? []), ...dataDependencies(clause, by)] }
        : why;
    const inconclusive: InconclusiveCase = {
      ...requestReason(reason, by?.request, known),
      ...present({ lost }),
    };
    return { violations: [], inconclusive, responses };
  }
  return { violations: checkResult, responses };
}

export async function attempt(
  clause: SendingClause,
  item: Case,
  send: Send,
  resolve?: Resolve,
): Promise<CaseResult> {
  return checkCase(clause, await sendCase(clause, item, send, resolve));
}

/** The violations of an attempt, each with the response that shows it. */
export function violationsIn(
  { violations, responses, reproducible }: CaseResult,
  path: string,
): readonly CaseViolation[] {
  return violations.flatMap((violation) => {
    const response = violation.response ?? responses.at(-1);
    const found = { violation, path, among: responses, ...present({ reproducible }) };
    return response === undefined ? [] : [{ ...found, response }];
  });
}

/** Whether known deviations cover everything that is wrong with the responses. */
export const isKnown = ({ id }: SendingClause, tried: CaseResult, coverage: Coverage): boolean =>
  violationsIn(tried, "").every(({ violation, response }) => coverage(id, violation, response) !== undefined);

/** Two failures are the same if their messages are equal, whatever the values. */
export const kindOf = ({ violations }: CaseResult): string => violations[0]?.message ?? "";
