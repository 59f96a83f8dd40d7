// Counts the results of the cases of a clause, and derives the outcome of the clause
import type { Case, SendingClause, Resolve } from "../clauses/clause.ts";
import { messageOf } from "../model/cannot-run.ts";
import type { CaseViolation, ApiResponse, Violation, CheckResult, Send } from "../model/exchange.ts";
import { recordingSender, isInconclusive, UnusableResponse } from "../model/exchange.ts";
import { type Obstacle, obstacleOf, asResult, type Reason } from "../model/reason.ts";
import { untestedReason } from "../clauses/prerequisites.ts";
import { dataDependencies, requestReason } from "../clauses/dependencies.ts";
import type { Reproduction } from "./confirm.ts";
import { present } from "../model/model.ts";
import type { ClauseId } from "../model/clause-results.ts";
import type { Coverage } from "../message/known-deviations.ts";

/** The result of a clause, before its violations are formatted for a report. */
export type CheckedClause = {
  readonly cases: number;
  readonly violations: readonly CaseViolation[];
  readonly responses: number;
  readonly sample?: ApiResponse;
} & (
  | { readonly outcome: "failed" | "passed"; readonly reason?: string }
  | ({ readonly outcome: "inconclusive" | "notTested" } & Reason)
);

export function uncheckedClause(error: unknown) {
  const reason = `an error of the suite prevented the check of this clause: ${messageOf(error)}`;
  const why = untestedReason(error) ?? { code: "suiteFailed", reason };
  return { ...asResult(why), cases: 0, responses: 0, violations: [] };
}

/** Maximum length of `newFailures`, whose cases are repeated and reduced, and of `knownFailures`. */
const CONFIRMED_MOST = 3;

export interface FailingCase {
  readonly testCase: Case;
  readonly index: number;
  readonly result: CaseResult;
}

interface CountedReason extends InconclusiveCase {
  readonly count: number;
  readonly index: number;
}

/** A failing case with the message of its first violation, but without its responses, whose bodies would fill the memory. */
export interface FurtherFailure extends Omit<FailingCase, "result"> {
  readonly message: string;
}

export interface CaseTally {
  readonly clause: SendingClause;
  passedCases: number;
  /** The reasons why cases are inconclusive, by their text without the request that it names (`commonReason`). */
  readonly reasons: Map<string, CountedReason>;
  responses: number;
  /** The failing cases beyond {@link CONFIRMED_MOST}, of which only names and number are reported. */
  readonly furtherFailures: FurtherFailure[];
  /** The first failing cases with a violation that no known deviation covers. */
  newFailures: readonly FailingCase[];
  /** The first failing cases all of whose violations known deviations cover. */
  knownFailures: readonly FailingCase[];
  /** The first response of the first case that passed. */
  sample?: { readonly response: ApiResponse; readonly index: number };
  fault?: { readonly error: unknown };
}

export const hasNotFailed = ({ newFailures, fault }: CaseTally): boolean =>
  newFailures.length === 0 && fault === undefined;

export function tallyCase(
  tally: CaseTally,
  { testCase, index }: Omit<FailingCase, "result">,
  sentCase: SentCase,
  { coverage }: Pick<Reproduction, "coverage">,
): void {
  try {
    const result = checkCase(tally.clause, sentCase);
    if (result.inconclusive !== undefined) {
      countReason(tally.reasons, result.inconclusive, index);
      return;
    }
    tally.responses += result.responses.length;
    if (result.violations.length > 0) {
      const list = isCovered(tally.clause, result, coverage) ? "knownFailures" : "newFailures";
      const failures = [...tally[list], { testCase, result, index }].toSorted((a, b) => a.index - b.index);
      tally[list] = failures.slice(0, CONFIRMED_MOST);
      for (const { result: furtherResult, ...further } of failures.slice(CONFIRMED_MOST)) {
        tally.furtherFailures.push({ ...further, message: firstMessage(furtherResult) });
      }
      return;
    }
    tally.passedCases += 1;
    const [response] = result.responses;
    if (response !== undefined && index < (tally.sample?.index ?? Number.POSITIVE_INFINITY)) {
      tally.sample = { response, index };
    }
  } catch (error) {
    tally.fault ??= { error };
  }
}

/** Counts an inconclusive case. Of reasons that differ only in the request that they name, that of the first case is reported. */
export function countReason(
  reasons: CaseTally["reasons"],
  inconclusive: InconclusiveCase,
  index: number,
): void {
  const text = inconclusive.why.commonReason ?? inconclusive.why.reason;
  const counted = reasons.get(text);
  const first = counted === undefined || index < counted.index ? { ...inconclusive, index } : counted;
  reasons.set(text, { ...first, count: (counted?.count ?? 0) + 1 });
}

/** Of several obstacles that made cases inconclusive, the one that is first here is reported: its cases came closest to a result. */
const OBSTACLE_ORDER: readonly Obstacle[] = ["service", "network", "user", "level", "data"];

/** The rank of a reason; the lowest is reported. `otherRequest` ranks last: the request of such a case is not about the clause. */
const reasonWeight = ({ why: { code } }: InconclusiveCase): number =>
  code === "otherRequest" ? OBSTACLE_ORDER.length : OBSTACLE_ORDER.indexOf(obstacleOf(code));

export function clauseOutcome(
  tally: CaseTally,
  cases: number,
  violations: readonly CaseViolation[],
): CheckedClause {
  const { passedCases, newFailures, knownFailures } = tally;
  // The tally does not count repetitions. Each reproduced violation was in one more response.
  const repetitions = violations.filter(({ reproducible }) => reproducible === true).length;
  const responses = tally.responses + repetitions;
  const sample = present({ sample: tally.sample?.response });
  if (violations.length > 0) {
    const violating = violations.flatMap(({ violation, response, allResponses = [] }) => {
      return [violation.response ?? response, response, ...allResponses];
    });
    const isSampleViolating = violating.some(({ url }) => url === tally.sample?.response.url);
    return { outcome: "failed", cases, violations, responses, ...(isSampleViolating ? {} : sample) };
  }
  const reasons = [...tally.reasons.values()].toSorted(
    (a, b) => reasonWeight(a) - reasonWeight(b) || b.count - a.count || a.index - b.index,
  );
  const [first] = reasons;
  // The clause does not pass if a failure was not confirmed, or if at least as many cases got no usable response as passed.
  const unusable = countCases(reasons.filter(({ isUnusable }) => isUnusable === true));
  const mayNotPass = unusable >= passedCases || newFailures.length + knownFailures.length > 0;
  const reported = mayNotPass ? first?.why : undefined;
  if (reported !== undefined || passedCases === 0) {
    const noCase = { code: "dataUnsuitable", reason: "no case was tested" } as const;
    const why: Reason = reported ?? { ...noCase, dependsOn: dataDependencies(tally.clause) };
    return { outcome: "inconclusive", ...why, cases, violations, responses, ...sample };
  }
  const common = { outcome: "passed", cases: passedCases, responses, violations, ...sample } as const;
  const counts = `passed in ${passedCases} of ${cases} cases; inconclusive in ${countCases(reasons)}`;
  return first === undefined ? common : { ...common, reason: `${counts}: ${first.why.reason}` };
}

const countCases = (reasons: readonly CountedReason[]): number =>
  reasons.reduce((sum, { count }) => sum + count, 0);

export interface InconclusiveCase {
  readonly why: Reason;
  readonly isUnusable?: true;
}

type SentCase =
  | { readonly check: (clause: ClauseId) => CheckResult; readonly responses: readonly ApiResponse[] }
  | { readonly unusable: UnusableResponse };

/** The result of one case: its violations (none: passed), or why it is inconclusive. */
export interface CaseResult {
  readonly violations: readonly Violation[];
  /** Whether repeated requests showed the violations again; absent: they were not repeated. */
  readonly reproducible?: boolean;
  readonly inconclusive?: InconclusiveCase;
  readonly responses: readonly ApiResponse[];
}

/** Sends the requests of a case. With `resolve`, the prerequisites are resolved again first; throws if one is missing. */
export async function sendCase(
  clause: SendingClause,
  testCase: Case,
  send: Send,
  resolve?: Resolve,
): Promise<SentCase> {
  // With `steady`, an error that a valid value gets at every attempt is a response and fails the clause (interpretation 22).
  const sendRequest: Send =
    clause.acceptsParameter === undefined ? send : (request) => send({ gateways: "steady", ...request });
  try {
    const { responses, ...sender } = recordingSender(sendRequest);
    return { check: await testCase.run(sender, resolve), responses };
  } catch (error) {
    if (error instanceof UnusableResponse && error.kind !== "missing") return { unusable: error };
    throw error;
  }
}

function checkCase(clause: SendingClause, sentCase: SentCase): CaseResult {
  if ("unusable" in sentCase) {
    const { why } = sentCase.unusable;
    return { violations: [], inconclusive: { why, isUnusable: true }, responses: [] };
  }
  const { check, responses } = sentCase;
  const checkResult = check(clause.id);
  if (isInconclusive(checkResult)) {
    const { reason, by, isUnusable, ...why } = checkResult;
    const whyWithData =
      obstacleOf(why.code) === "data"
        ? { ...why, dependsOn: [...(why.dependsOn ?? []), ...dataDependencies(clause, by)] }
        : why;
    const inconclusive = { why: requestReason(reason, by?.request, whyWithData), ...present({ isUnusable }) };
    return { violations: [], inconclusive, responses };
  }
  return { violations: checkResult, responses };
}

export const attempt = async (
  clause: SendingClause,
  testCase: Case,
  send: Send,
  resolve?: Resolve,
): Promise<CaseResult> => checkCase(clause, await sendCase(clause, testCase, send, resolve));

/** The violations of a case, each with the response that shows it: by default the last one. */
export const violationsIn = (
  { violations, responses, reproducible }: CaseResult,
  path: string,
): readonly CaseViolation[] =>
  violations.flatMap((violation) => {
    const response = violation.response ?? responses.at(-1);
    const caseViolation = { violation, path, allResponses: responses, ...present({ reproducible }) };
    return response === undefined ? [] : [{ ...caseViolation, response }];
  });

export const isCovered = ({ id }: SendingClause, result: CaseResult, coverage: Coverage): boolean =>
  violationsIn(result, "").every(({ violation: one, response }) => coverage(id, one, response) !== undefined);

/** The message of the first violation: equal for failures that differ only in their values; empty if there is no violation. */
export const firstMessage = ({ violations }: CaseResult): string => violations[0]?.message ?? "";
