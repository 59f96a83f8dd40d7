// Counts the results of the cases of a clause, and derives its outcome
import type { Case, SendingClause, Resolve } from "../clauses/clause.ts";
import { messageOf } from "../model/cannot-run.ts";
import {
  type CaseViolation,
  type ApiResponse,
  type Violation,
  type CheckResult,
  type Send,
  recordingSender,
  isInconclusive,
  UnusableResponse,
} from "../model/exchange.ts";
import { type Obstacle, obstacleOf } from "../model/codes.ts";
import type { Reason } from "../model/reason.ts";
import { dataDependencies, requestReason } from "../clauses/dependencies.ts";
import type { Reproduction } from "./confirm.ts";
import { present } from "../model/model.ts";
import type { ClauseId } from "../model/clause-results.ts";
import type { Coverage } from "../message/known-deviations.ts";

interface CheckedCases {
  readonly cases: number;
  readonly found: readonly CaseViolation[];
  /** Responses that the clause checked. */
  readonly responses: number;
  readonly sample?: ApiResponse;
}

/** The result of the cases of a clause, before its violations are formatted. */
export type CheckedClause = CheckedCases &
  (
    | { readonly outcome: "passed" | "failed"; readonly reason?: string }
    | ({ readonly outcome: "inconclusive" | "notTested" } & Reason)
    | ReturnType<typeof suiteFault>
  );

/** The result of a clause that an error of the suite itself prevented from being checked. */
export const suiteFault = (error: unknown) => ({
  outcome: "inconclusive" as const,
  cause: "suite" as const,
  reason: `the suite failed on this clause: ${messageOf(error)}`,
  cases: 0,
});

/** Maximum number of failing cases that are repeated and reduced. */
const CONFIRMED_MOST = 3;

/** A failing case, and its place among all of them. */
interface TalliedCase {
  readonly item: Case;
  readonly at: number;
  readonly tried: CaseResult;
}

interface CountedReason extends InconclusiveCase {
  readonly count: number;
  readonly at: number;
}

export interface OtherFailure {
  readonly name: string;
  readonly violation: Violation;
}

export interface CaseTally {
  readonly clause: SendingClause;
  decided: number;
  /** Counts cases by the kind of response. */
  readonly inconclusive: Map<string, CountedReason>;
  /** Responses that were checked. */
  responses: number;
  /** Violations of the failing cases that are neither repeated nor reduced, with the name of the case. */
  readonly others: OtherFailure[];
  /** The first failing cases: new ones, and those that known deviations cover. */
  fresh: readonly TalliedCase[];
  known: readonly TalliedCase[];
  /** The response to the first case that passed. */
  sample?: { readonly response: ApiResponse; readonly at: number };
  /** An error of the suite in the clause. */
  fault?: { readonly error: unknown };
}

export function isOpenTally({ fresh, fault }: CaseTally): boolean {
  return fresh.length === 0 && fault === undefined;
}

export function tallyCase(
  tally: CaseTally,
  { item, at }: Omit<TalliedCase, "tried">,
  sent: SentCase,
  { coverage }: Pick<Reproduction, "coverage">,
): void {
  try {
    const tried = checkCase(tally.clause, sent);
    if (tried.inconclusive !== undefined) {
      countReason(tally.inconclusive, tried.inconclusive, at);
      return;
    }
    tally.responses += tried.responses.length;
    if (tried.violations.length > 0) {
      const kind = isKnown(tally.clause, tried, coverage) ? "known" : "fresh";
      const dependsOn = [...tally[kind], { item, tried, at }];
      const inOrder = dependsOn.toSorted((a, b) => a.at - b.at);
      tally[kind] = inOrder.slice(0, CONFIRMED_MOST);
      tally.others.push(
        ...inOrder
          .slice(CONFIRMED_MOST)
          .flatMap((other) =>
            other.tried.violations.slice(0, 1).map((violation) => ({ name: other.item.name, violation })),
          ),
      );
      return;
    }
    tally.decided += 1;
    const [response] = tried.responses;
    if (response !== undefined && at < (tally.sample?.at ?? Number.POSITIVE_INFINITY)) {
      tally.sample = { response, at };
    }
  } catch (error) {
    tally.fault ??= { error };
  }
}

/** Counts equal reasons as one, whatever the request; the first case names the request. */
export function countReason(
  inconclusive: CaseTally["inconclusive"],
  doubt: InconclusiveCase,
  at: number,
): void {
  const text = doubt.commonReason ?? doubt.reason;
  const known = inconclusive.get(text);
  const first = known === undefined || at < known.at ? { ...doubt, at } : known;
  inconclusive.set(text, { ...first, count: (known?.count ?? 0) + 1 });
}

/** Of several obstacles, the first in this list is reported, because it is the closest to a result. */
const OBSTACLE_ORDER: readonly Obstacle[] = ["service", "network", "user", "level", "data"];

const reasonWeight = ({ code }: InconclusiveCase): number => OBSTACLE_ORDER.indexOf(obstacleOf(code));

/** Orders reasons by obstacle, then the most frequent first, then by the first case that has it. */
const compareReasons = (a: CountedReason, b: CountedReason): number =>
  reasonWeight(a) - reasonWeight(b) || b.count - a.count || a.at - b.at;

export function clauseOutcome(
  tally: CaseTally,
  cases: number,
  found: readonly CaseViolation[],
): CheckedClause {
  const { decided, fresh, known } = tally;
  // Each violation that was seen again was seen in one more response.
  const again = found.filter(({ reproducible }) => reproducible === true).length;
  const responses = tally.responses + again;
  const sample = tally.sample === undefined ? {} : { sample: tally.sample.response };
  if (found.length > 0) {
    const reason = found[0]?.violation.message ?? "";
    const shown = found.flatMap(({ violation, response, among = [] }) => [
      violation.response ?? response,
      response,
      ...among,
    ]);
    const violates = shown.some(({ url }) => url === tally.sample?.response.url);
    return { outcome: "failed", reason, cases, found, responses, ...(violates ? {} : sample) };
  }
  const inconclusive = [...tally.inconclusive.values()].toSorted(compareReasons);
  const [first] = inconclusive;
  const countCases = (reasons: readonly CountedReason[]): number =>
    reasons.reduce((sum, { count }) => sum + count, 0);
  // The clause has a result only if more cases got a usable response than did not.
  const unusable = countCases(inconclusive.filter(({ isUnusable }) => isUnusable === true));
  const hasNoResult = unusable >= decided || fresh.length + known.length > 0;
  const timedOut = inconclusive.find(({ isTimeOut }) => isTimeOut === true);
  const reported = timedOut ?? (hasNoResult ? first : undefined);
  if (reported !== undefined) {
    const { count: _count, at: _at, isUnusable: _isUnusable, isTimeOut: _isTimeOut, ...reason } = reported;
    return { outcome: "inconclusive", ...reason, cases, found: [], responses, ...sample };
  }
  if (decided === 0) {
    const dependsOn = dataDependencies(tally.clause);
    const reason = "no case was tested";
    return {
      outcome: "inconclusive",
      code: "dataUnsuitable",
      dependsOn,
      reason,
      cases,
      responses,
      found: [],
    };
  }
  const others = countCases(inconclusive);
  return {
    outcome: "passed",
    cases: decided,
    responses,
    found: [],
    ...sample,
    ...(first === undefined
      ? {}
      : { reason: `passed in ${decided} of ${cases} cases; inconclusive in ${others}: ${first.reason}` }),
  };
}

/** Why a case is inconclusive. */
export interface InconclusiveCase extends Reason {
  /** No usable response came. */
  readonly isUnusable?: true;
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
    if (error instanceof UnusableResponse && error.kind !== "missing") {
      return { unusable: error };
    }
    throw error;
  }
}

export function checkCase(clause: SendingClause, sent: SentCase): CaseResult {
  if ("unusable" in sent) {
    const { kind, why } = sent.unusable;
    const inconclusive: InconclusiveCase = { ...why, isUnusable: true, isTimeOut: kind === "silent" };
    return { violations: [], inconclusive, responses: [] };
  }
  const { check, responses } = sent;
  const checkResult = check(clause.id);
  if (isInconclusive(checkResult)) {
    const { reason, by, isUnusable, ...why } = checkResult;
    const known =
      obstacleOf(why.code) === "data"
        ? { ...why, dependsOn: [...(why.dependsOn ?? []), ...dataDependencies(clause, by)] }
        : why;
    const inconclusive: InconclusiveCase = {
      ...requestReason(reason, by?.request, known),
      ...present({ isUnusable }),
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
