// Confirms failing cases by sending their requests again, and reduces them to smaller cases
import type { Case, Resolve, SendingClause } from "../clauses/clause.ts";
import type { Inputs, PrerequisiteNames } from "../clauses/declare.ts";
import type { Provider } from "../discovery/provider.ts";
import { isSuccess, hasSuccessBody, looksMissing, speaksOfInvalidParameter } from "../message/classify.ts";
import { differences } from "../schema/agreement.ts";
import type { Coverage } from "../message/known-deviations.ts";
import type { ApiRequest, ApiResponse, Send, Violation, CaseViolation } from "../model/exchange.ts";
import { present } from "../model/model.ts";
import type { CaseResult, FailingCase, InconclusiveCase } from "./case-tally.ts";
import { allRows, areSameRows, dataOf, hashData } from "../clauses/response-data.ts";
import { rowsInAnyOrder, rowsInOrder } from "../clauses/response-data.ts";
import { attempt, isCovered, firstMessage, violationsIn } from "./case-tally.ts";
import * as fc from "fast-check";

export interface Reproduction {
  readonly provider: Provider;
  /** Sends requests without the cache. */
  readonly sendAgain: Send;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly coverage: Coverage;
}

/** After this number of repetitions with changed data, a failing case is not repeated again. */
const CONFIRM_TRIES = 3;

/** Once the repeated cases of a clause got this number of responses with changed data, changed data cause no further repetition. */
export const UNSTEADY_BUDGET = 40;

export interface Retraction extends InconclusiveCase {
  /** A request that got another response when it was repeated. */
  readonly differing?: ApiRequest;
  /** Changed data do not explain the difference: a service that conforms has no such difference. */
  readonly isUnexplained?: true;
}

/** The kinds of violations that concern the division of a list into pages rather than a single row. */
const PAGE_FAULTS: ReadonlySet<string> = new Set(["repeat", "gap"]);

/** How often a failing case with a 5xx has to fail again: among thousands of requests, even three errors in a row may be accidental. */
const SERVER_ERROR_TRIES = 4;

export const isServerError = (response: ApiResponse | undefined): boolean =>
  response !== undefined && response.status >= 500;

/**
 * Whether one response proves a violation: if the check marks it as decisive, if a success violates a clause over one exchange, or if a
 * request that has to be accepted gets "Invalid parameter". Any other violation has to occur again: an error may be temporary, and a
 * difference between responses may come from changed data.
 */
function isProven(
  { single }: SendingClause,
  { decisive, response }: Violation,
  last: ApiResponse | undefined,
): boolean {
  const violating = response ?? last;
  if (decisive === true || violating === undefined) return decisive === true;
  const { expects } = violating.request;
  const isValid = expects === "success" || expects === "missing";
  return (single === true && hasSuccessBody(violating)) || (isValid && speaksOfInvalidParameter(violating));
}

/** Repeats a failing case. If it does not fail again, only violations that one response proves remain, if any. */
export async function confirm(
  clause: SendingClause,
  prerequisites: Inputs<PrerequisiteNames>,
  failing: FailingCase,
  reproduction: Reproduction,
  budget = { responses: UNSTEADY_BUDGET },
): Promise<CaseResult | Retraction> {
  const { result } = failing;
  const repeated = await repeat(clause, prerequisites, failing, reproduction, budget);
  if (!("why" in repeated)) return { ...repeated, reproducible: true };
  const lastResponse = result.responses.at(-1);
  const proven = result.violations.filter((violation) => isProven(clause, violation, lastResponse));
  return proven.length === 0 ? repeated : { ...result, violations: proven, reproducible: false };
}

/**
 * Sends a failing case again, with its prerequisites read again if the clause compares responses. If the data changed, only decisive
 * violations and errors count; without any, the case is sent again, until the data changed {@link CONFIRM_TRIES} times. With a 5xx, the
 * case has to fail {@link SERVER_ERROR_TRIES} times.
 */
async function repeat(
  clause: SendingClause,
  prerequisites: Inputs<PrerequisiteNames>,
  { testCase, result: firstResult }: FailingCase,
  { provider, sendAgain }: Reproduction,
  budget: { responses: number },
): Promise<CaseResult | Retraction> {
  const compares = clause.compares === true;
  const digestsOf = (result: CaseResult, lists: Inputs<PrerequisiteNames>) =>
    [rowsInAnyOrder, rowsInOrder].map((textsOf) => (compares ? hashData(result, lists, textsOf) : ""));
  let previousDigests = digestsOf(firstResult, prerequisites);
  let serverErrors = 0;
  let changes = 0;
  while (changes < CONFIRM_TRIES) {
    const after = compares ? performance.now() : undefined;
    const resolve: Resolve = (needs) => provider.resolve(needs, after);
    const current = await resolve(clause.needs);
    const repeated = await attempt(clause, testCase, sendAgain, resolve);
    if (repeated.inconclusive !== undefined) return repeated.inconclusive;
    if (repeated.violations.length === 0) {
      // A row that the lists before the first attempt lack may have been added during that attempt.
      const rowsBefore = allRows({ responses: [] }, prerequisites);
      const isSame = areSameRows(rowsBefore, allRows(repeated, current));
      return { ...unsteady(DIFFERENT_RESPONSE), ...differenceOf(firstResult, repeated, isSame) };
    }
    if (isErrorElsewhere(firstResult, repeated)) return unsteady(DIFFERENT_RESPONSE);
    const digests = digestsOf(repeated, current);
    // On pages that are cut by position, rows with equal keys that change places may occur twice or not at all.
    const isOfPages = repeated.violations.some(({ rowFault }) => PAGE_FAULTS.has(rowFault?.kind ?? ""));
    const [isSameData, isSameOrder] = digests.map((digest, index) => digest === previousDigests[index]);
    // An error does not come from changed data, unless it is the error for a missing record.
    const isRefused = repeated.violations.every(({ response = repeated.responses.at(-1) }) =>
      isErrorForRequest(response),
    );
    if (isRefused || (isOfPages ? isSameOrder : isSameData)) {
      serverErrors += 1;
      if (!repeated.responses.some(isServerError) || serverErrors === SERVER_ERROR_TRIES) return repeated;
      continue;
    }
    const decisive = repeated.violations.filter((violation) => violation.decisive === true);
    if (decisive.length > 0) return { ...repeated, violations: decisive };
    previousDigests = digests;
    changes += 1;
    budget.responses -= repeated.responses.length;
    if (budget.responses <= 0) break;
  }
  return unsteady("the data changed while responses were compared");
}

/**
 * How a failing case differs from its repetition, which passed. Changed data do not explain the difference if the rows are the same
 * (`isSame`), if a record of the past changed (interpretation 24), or if a request got an error other than that for a missing record.
 * Errors with a status from 500 have a warning of their own.
 */
function differenceOf(first: CaseResult, repeated: CaseResult, isSame: boolean): Partial<Retraction> {
  const pairs = first.responses.flatMap((response) => {
    const { method, target, body } = response.request;
    const again = repeated.responses.find(
      ({ request }) => request.method === method && request.target === target && request.body === body,
    );
    const texts = [response, again].map((one) => one && JSON.stringify(dataOf(one, rowsInOrder)));
    return again === undefined || texts[0] === texts[1] ? [] : [{ response, again }];
  });
  const violating = violatingResponses(first);
  const pair = pairs.find(({ response }) => violating.includes(response)) ?? pairs[0];
  const hasError = violating.some((response) => isErrorForRequest(response) && !isServerError(response));
  const isChangedPast = ({ response, again }: (typeof pairs)[number]): boolean =>
    isPastRecord(response) && differences(again, response, "").length > 0;
  return {
    ...present({ differing: (pair?.response ?? violating[0])?.request }),
    ...(isSame || hasError || pairs.some(isChangedPast) ? { isUnexplained: true } : {}),
  };
}

const isPastRecord = (response: ApiResponse): boolean =>
  isSuccess(response) && ["topicMessage", "contractResult"].includes(response.request.endpoint);

const isErrorForRequest = (response: ApiResponse | undefined): boolean =>
  response !== undefined && response.status >= 400 && !looksMissing(response);

const violatingResponses = ({ violations, responses }: CaseResult): readonly ApiResponse[] =>
  violations.flatMap(({ response = responses.at(-1) }) => response ?? []);

/** Whether all errors of a repetition are server errors for other requests than before: any page of thirty may get an accidental one. */
function isErrorElsewhere(before: CaseResult, repeated: CaseResult): boolean {
  const [earlier, errors] = [before, repeated].map(violatingResponses);
  const isSamePlace = (a: ApiResponse, b: ApiResponse): boolean =>
    a.request.target === b.request.target || before.responses.indexOf(a) === repeated.responses.indexOf(b);
  const isElsewhere = (error: ApiResponse): boolean =>
    isServerError(error) && earlier?.some((one) => isSamePlace(one, error)) === false;
  return errors !== undefined && errors.length > 0 && errors.every(isElsewhere);
}

const DIFFERENT_RESPONSE = "the response differed when the request was repeated";

const unsteady = (reason: string): InconclusiveCase => ({ why: { code: "unsteady", reason } });

/**
 * Removes one parameter after another from the request of a failing case while the message of the violation stays the same. Most requests
 * of smaller cases were sent by other clauses too: their responses come from the cache. Returns the given case if no smaller one fails in
 * this way, or if the smallest one does not fail again.
 */
export async function removeParameters(
  clause: SendingClause,
  prerequisites: Inputs<PrerequisiteNames>,
  failing: FailingCase,
  context: Reproduction & { readonly send: Send },
): Promise<FailingCase> {
  const message = firstMessage(failing.result);
  let smallest = failing;
  let budget = SHRINK_BUDGET;
  const smallerOf = ({ testCase }: FailingCase) => testCase.smaller?.() ?? [];
  for (let candidates = smallerOf(smallest); candidates.length > 0;) {
    const [testCase, ...others] = candidates;
    if (testCase === undefined || budget <= 0 || context.signal.aborted) break;
    const result = await attempt(clause, testCase, context.send);
    budget -= result.responses.length;
    const isSame = firstMessage(result) === message && !isCovered(clause, result, context.coverage);
    smallest = isSame ? { ...failing, testCase, result } : smallest;
    candidates = isSame ? smallerOf(smallest) : others;
  }
  if (smallest === failing) return failing;
  const result = await confirm(clause, prerequisites, smallest, context);
  return "why" in result || firstMessage(result) !== message ? failing : { ...smallest, result };
}

/** After this number of responses, cached ones included, the search for a smaller failing case ends. */
const SHRINK_BUDGET = 40;

const SHRINK_MS = 10_000;

/** Reduces a random case that failed again to the smallest case with the same message, and returns its violations. */
export async function shrink(
  clause: SendingClause,
  middle: fc.Arbitrary<Case> | undefined,
  { testCase, result: confirmed }: FailingCase,
  { sendAgain, signal, seed, coverage }: Reproduction,
): Promise<readonly CaseViolation[]> {
  let smallest = { result: confirmed, path: testCase.name };
  const { reproducible } = confirmed;
  if (middle !== undefined && testCase.index !== undefined && reproducible === true) {
    const message = firstMessage(confirmed);
    let budget = SHRINK_BUDGET;
    const property = fc.asyncProperty(middle, async (smaller) => {
      if (budget <= 0 || signal.aborted) return true;
      const result = await attempt(clause, smaller, sendAgain);
      budget -= result.responses.length;
      const isSameFailure = firstMessage(result) === message && !isCovered(clause, result, coverage);
      if (isSameFailure) smallest = { result, path: smaller.name };
      return !isSameFailure;
    });
    const details = await fc.check(property, {
      seed,
      path: String(testCase.index),
      numRuns: testCase.index + 1,
      interruptAfterTimeLimit: SHRINK_MS,
      markInterruptAsFailure: false,
    });
    smallest = { ...smallest, path: details.counterexamplePath ?? smallest.path };
  }
  return violationsIn({ ...smallest.result, ...present({ reproducible }) }, smallest.path);
}
