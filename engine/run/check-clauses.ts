import { groupBy, present } from "../model/model.ts";
import { confirm, isServerError, UNSTEADY_BUDGET, shrink, removeParameters } from "./confirm.ts";
import type { Reproduction, Retraction } from "./confirm.ts";
import type { Case, ClauseCases, SendingClause } from "../clauses/clause.ts";
import type { Inputs, PrerequisiteNames } from "../clauses/declare.ts";
import { dataDependencies } from "../clauses/dependencies.ts";
import { endReason, type CaseViolation, type Send, UnusableResponse } from "../model/exchange.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { createSemaphore, createSemaphores, type Semaphore } from "../pacing/semaphore.ts";
import { ignoreUnusable, skippedAtSmoke } from "../clauses/prerequisites.ts";
import { speaksOfInvalidParameter, wholeResponse } from "../message/classify.ts";
import type { RefusedValue } from "../passive/refused-values.ts";
import type { CaseToRepeat } from "./simultaneous.ts";
import { casesOfLevel, clauseSeed, isSmoke, type Size } from "../clauses/size.ts";
import type { CheckedClause, CaseTally, FurtherFailure } from "./case-tally.ts";
import { hasNotFailed, tallyCase, clauseOutcome, countReason, sendCase } from "./case-tally.ts";
import { uncheckedClause, violationsIn } from "./case-tally.ts";

export interface CheckContext extends Reproduction {
  readonly send: Send;
  /** Limits the concurrent cases of an endpoint, because each case keeps the pages that it followed in memory. */
  readonly cases: (endpoint: Endpoint) => Semaphore;
  /** Failing cases without server errors that passed when they were repeated, or whose data kept changing. */
  readonly unsteady: UnconfirmedCase[];
  /** The first confirmed failing case of each clause, which is attempted again at the end of the run. */
  readonly confirmed: CaseToRepeat[];
}

export interface UnconfirmedCase extends CaseToRepeat, Pick<Retraction, "differing" | "isUnexplained"> {}

/** Number of cases that are sent first. A clause with a new failure among them checks no further cases. */
const FIRST_BATCH = 8;

/** Sends each case once for all clauses, and repeats and reduces failing cases. `texts` replace the values of the level. Never rejects. */
export async function checkClauses(
  clauses: Family,
  context: CheckContext,
  texts?: readonly string[],
): Promise<readonly CheckedClause[]> {
  const [first] = clauses;
  try {
    const { provider } = context;
    const { size } = await provider.resolve({ size: "size" });
    if (first.skipAtSmoke === true && isSmoke(size)) {
      throw skippedAtSmoke("sequences", "no request is repeated after a different one");
    }
    const prerequisites = await provider.resolve(first.needs);
    const clauseCases = await first.cases(provider.resolve);
    const seed = clauseSeed(context.seed, first.family ?? first.id);
    const cases = texts?.map(clauseCases.caseOf) ?? casesOfLevel(clauseCases, size, seed);
    if (cases.length === 0) throw missingCaseReason(first, size);
    return await checkCases(clauses, prerequisites, { ...clauseCases, cases }, { ...context, seed });
  } catch (error) {
    return clauses.map(() => uncheckedClause(error));
  }
}

const emptyTally = (clause: SendingClause): CaseTally => ({
  clause,
  passedCases: 0,
  responses: 0,
  reasons: new Map(),
  newFailures: [],
  knownFailures: [],
  furtherFailures: [],
});

/** Sends `cases` and checks the responses. `middle`: the arbitrary of the random cases; `context.seed`: the seed of the family. */
async function checkCases(
  clauses: Family,
  prerequisites: Inputs<PrerequisiteNames>,
  { cases, middle }: Pick<ClauseCases, "middle"> & { readonly cases: readonly Case[] },
  context: CheckContext,
): Promise<readonly CheckedClause[]> {
  const [first] = clauses;
  const withPermit = first.exclusive === true ? createSemaphore(1) : context.cases(first.endpoint);
  const tallies = clauses.map(emptyTally);
  const numbered = cases.map((testCase, index) => ({ testCase, index }));
  const sendBatch = async (batch: typeof numbered): Promise<void> => {
    const openTallies = tallies.filter(hasNotFailed);
    // Check each response on arrival, so that the responses of a batch are not kept in memory.
    await Promise.all(
      batch.map(async (one) => {
        // Families with many cases get permits first. If they began last, most permits would be unused at the end of the run.
        const sentCase = await withPermit(() => sendCase(first, one.testCase, context.send), cases.length);
        openTallies.forEach((tally) => tallyCase(tally, one, sentCase, context));
      }),
    );
  };
  await sendBatch(numbered.slice(0, FIRST_BATCH));
  if (tallies.some(hasNotFailed) && !context.signal.aborted) {
    await sendBatch(numbered.slice(FIRST_BATCH));
  }
  if (context.signal.aborted) {
    // If a case of a clause passed, the end of the run does not make the clause inconclusive.
    const passing = tallies.filter(({ passedCases }) => passedCases > 0);
    passing.forEach(({ reasons }) => reasons.delete(endReason(context.signal).reason));
  }
  const resultOf = async (tally: CaseTally): Promise<CheckedClause> => {
    if (tally.fault !== undefined) return uncheckedClause(tally.fault.error);
    const confirmation = () => confirmFailures(tally, prerequisites, middle, context);
    return clauseOutcome(tally, cases.length, await withPermit(confirmation, Number.POSITIVE_INFINITY));
  };
  return await Promise.all(tallies.map(resultOf));
}

/** The error for a clause without a case: at smoke because the level sends none, otherwise because no known record has its subject. */
function missingCaseReason(clause: SendingClause, size: Size): UnusableResponse {
  if (isSmoke(size)) return skippedAtSmoke("records", "no case is sent");
  const reason = `no known record is ${clause.about ?? "one that this clause is about"}`;
  const dependsOn = dataDependencies(clause);
  return new UnusableResponse("missing", { reason, code: "dataUnsuitable", dependsOn });
}

/** The violations of the confirmed and reduced cases in `newFailures`, followed by those of `knownFailures`. */
async function confirmFailures(
  tally: CaseTally,
  prerequisites: Inputs<PrerequisiteNames>,
  middle: ClauseCases["middle"],
  context: CheckContext,
): Promise<readonly CaseViolation[]> {
  const { clause } = tally;
  const newViolations: CaseViolation[] = [];
  const budget = { responses: UNSTEADY_BUDGET };
  for (const failing of tally.newFailures) {
    const result = await confirm(clause, prerequisites, failing, context, budget);
    if ("why" in result) {
      countReason(tally.reasons, result, Number.POSITIVE_INFINITY);
      // A server error that does not occur again is the warning `passing-errors` instead.
      if (result.why.code === "unsteady" && !failing.result.responses.some(isServerError)) {
        const { differing, isUnexplained } = result;
        const { testCase } = failing;
        context.unsteady.push({ clause, testCase, ...present({ differing, isUnexplained }) });
      }
    } else {
      const smallest = await removeParameters(clause, prerequisites, { ...failing, result }, context);
      if (newViolations.length === 0) context.confirmed.push({ clause, testCase: smallest.testCase });
      newViolations.push(...(await shrink(clause, middle, smallest, context)));
    }
  }
  // Failures that known deviations cover are not repeated, because they do not fail the run.
  const { knownFailures } = tally;
  const knownViolations = knownFailures.flatMap(({ testCase, result }) =>
    violationsIn(result, testCase.name),
  );
  // Responses arrive in any order, and equal runs should have equal reports.
  const furtherFailures = tally.furtherFailures.toSorted((a, b) => a.index - b.index);
  return countOccurrences([...newViolations, ...knownViolations], furtherFailures);
}

/** Counts the responses that show each violation. Further failing cases count for the first violation with their message. */
const countOccurrences = (
  caseViolations: readonly CaseViolation[],
  furtherFailures: readonly FurtherFailure[],
): readonly CaseViolation[] =>
  caseViolations.map((caseViolation, index) => {
    const { message } = caseViolation.violation;
    const isFirst = caseViolations.findIndex(({ violation }) => violation.message === message) === index;
    const names = furtherFailures.flatMap((further) =>
      isFirst && further.message === message ? [further.testCase.name] : [],
    );
    const responses = (caseViolation.reproducible === true ? 2 : 1) + names.length;
    return { ...caseViolation, names, responses };
  });

export type Family = readonly [SendingClause, ...SendingClause[]];

export const familiesOf = (sending: readonly SendingClause[]): readonly Family[] =>
  groupBy(sending, (clause) => clause.family ?? clause).map(([, family]) => family);

/** Tests all families concurrently. Exclusive families of an endpoint follow one by one, after all others of the endpoint. */
export async function testFamilies<T>(
  families: readonly Family[],
  test: (family: Family) => Promise<T>,
): Promise<readonly T[]> {
  const tested = families.map((family) => {
    const [{ endpoint, exclusive }] = family;
    return { family, endpoint, result: exclusive === true ? undefined : test(family) };
  });
  const oneByOne = createSemaphores(1);
  const testAlone = ({ family, endpoint }: (typeof tested)[number]): Promise<T> =>
    oneByOne(endpoint)(async () => {
      const ofEndpoint = tested.filter((other) => other.endpoint === endpoint);
      await Promise.all(ofEndpoint.flatMap(({ result }) => result ?? []));
      return await test(family);
    });
  return await Promise.all(tested.map((one) => one.result ?? testAlone(one)));
}

/**
 * Repeats a request in which the service called a valid value invalid. Empty if the repetition gets no usable response, and if the refusal
 * occurs again although the clause passed (`isTested`): another clause tests whether parameters are accepted together.
 */
export async function findRefusal(
  { sendAgain }: Pick<CheckContext, "sendAgain">,
  { response, value }: RefusedValue,
  isTested: boolean,
): Promise<readonly CaseViolation[]> {
  const repeated = await sendAgain(response.request).catch(ignoreUnusable);
  const reproducible = repeated !== undefined && speaksOfInvalidParameter(repeated);
  const [message, expected] = ["a valid value is refused as invalid", "a response that accepts the value"];
  const violation = wholeResponse(response, message, expected);
  if (repeated === undefined || (isTested && reproducible)) return [];
  return [{ violation, response, path: value, reproducible }];
}
