import { groupBy } from "../model/model.ts";
import { confirm, isServerError, UNSTEADY_BUDGET, shrink, removeParameters } from "./confirm.ts";
import type { Reproduction } from "./confirm.ts";
import type { Case, ClauseCases, SendingClause, Inputs, PrerequisiteNames } from "../clauses/clause.ts";
import { dataDependencies } from "../clauses/dependencies.ts";
import { endReason, type CaseViolation, type Send, UnusableResponse } from "../model/exchange.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { createSemaphore, createSemaphores, type Semaphore } from "../pacing/semaphore.ts";
import { ignoreUntested, skippedAtSmoke } from "../clauses/prerequisites.ts";
import { speaksOfInvalidParameter, wholeResponse } from "../message/classify.ts";
import type { RefusedValue } from "../passive/refused-values.ts";
import type { UnsteadyCase } from "./simultaneous.ts";
import { casesOfLevel, clauseSeed, isSmoke, type Size } from "../clauses/size.ts";
import type { CheckedClause, CaseTally, FurtherFailure } from "./case-tally.ts";
import { isOpenTally, tallyCase, clauseOutcome, countReason, sendCase } from "./case-tally.ts";
import { uncheckedClause, violationsIn } from "./case-tally.ts";

/** The parts of a run that clauses need. The seed is the seed of the run. */
export interface CheckContext extends Reproduction {
  readonly send: Send;
  /** Maximum number of concurrent cases of an endpoint. Each case keeps the pages that it followed in memory. */
  readonly cases: (endpoint: Endpoint) => Semaphore;
  /** The failing cases that passed when they were repeated. */
  readonly unsteady: UnsteadyCase[];
  /** Of each clause, the first case that failed again when it was repeated. It may fail only while other requests are in flight. */
  readonly confirmed: UnsteadyCase[];
}

/** The number of cases that are sent first. If one of them fails, the remaining cases are not sent. */
const FIRST_BATCH = 8;

/**
 * Sends all cases of a family at the same time. Each case is sent once for all clauses of the family. Failing cases are then
 * repeated and reduced. `texts`: the values of the cases, in place of the values of the level.
 */
export async function checkClauses(
  clauses: Family,
  context: CheckContext,
  texts?: readonly string[],
): Promise<readonly CheckedClause[]> {
  const [first] = clauses;
  try {
    const { provider } = context;
    const { size } = await provider.resolve({ size: "size" });
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

/** Sends the `cases` that the level selects. `middle`: the arbitrary with which random cases are shrunk; `context.seed`: its seed. */
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
    const openTallies = tallies.filter(isOpenTally);
    // Check each response on arrival, so that the responses of a batch are not kept in memory.
    await Promise.all(
      batch.map(async (one) => {
        // The families with the most cases begin first. If they began last, most permits would be unused at the end of the run.
        const sentCase = await withPermit(() => sendCase(first, one.testCase, context.send), cases.length);
        openTallies.forEach((tally) => tallyCase(tally, one, sentCase, context));
      }),
    );
  };
  await sendBatch(numbered.slice(0, FIRST_BATCH));
  // After the end of the run, further requests would fail.
  if (tallies.some(isOpenTally) && !context.signal.aborted) {
    await sendBatch(numbered.slice(FIRST_BATCH));
  }
  if (context.signal.aborted) {
    // A clause that already has a result is not affected by the end of the run.
    tallies.forEach(
      ({ passedCases, reasons }) => passedCases > 0 && reasons.delete(endReason(context.signal).reason),
    );
  }
  return await Promise.all(
    tallies.map(async (tally) => {
      if (tally.fault !== undefined) return uncheckedClause(tally.fault.error);
      const violations = await withPermit(
        () => confirmFailures(tally, prerequisites, middle, context),
        Number.POSITIVE_INFINITY,
      );
      return clauseOutcome(tally, cases.length, violations);
    }),
  );
}

/** Why a clause has no case: the level selects none, or the service has no data that the clause is about. */
function missingCaseReason(clause: SendingClause, size: Size): UnusableResponse {
  if (isSmoke(size)) return skippedAtSmoke("records", "no case is sent");
  const reason = `no known record is ${clause.about ?? "one that this clause is about"}`;
  const dependsOn = dataDependencies(clause);
  return new UnusableResponse("missing", { reason, code: "dataUnsuitable", dependsOn });
}

/** Repeats the failing cases and reduces those that fail again. `context.seed` is the seed of the cases. */
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
      // A server error that does not occur again has a warning of its own.
      if (result.why.code === "unsteady" && !failing.result.responses.some(isServerError)) {
        context.unsteady.push({ clause, testCase: failing.testCase });
      }
    } else {
      const smallest = await removeParameters(clause, prerequisites, { ...failing, result }, context);
      if (newViolations.length === 0) {
        context.confirmed.push({ clause, testCase: smallest.testCase });
      }
      newViolations.push(...(await shrink(clause, middle, smallest, context)));
    }
  }
  // Failures that known deviations cover come last and are not repeated, because they do not fail the run.
  const knownViolations = tally.knownFailures.flatMap(({ testCase, result }) =>
    violationsIn(result, testCase.name),
  );
  // Sorted by case, because responses arrive in any order and equal runs should have equal reports.
  const furtherFailures = tally.furtherFailures.toSorted((a, b) => a.index - b.index);
  return countOccurrences([...newViolations, ...knownViolations], furtherFailures);
}

/** Adds the failing cases that were neither repeated nor reduced to the count of the first violation with the same message. */
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

/** Tests all families concurrently. The exclusive families of an endpoint follow one after another, after its other families. */
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
 * Repeats a request whose valid value was refused, and returns the violation. If the clause passed, a refusal that occurs again does
 * not violate it: the value is accepted alone, and another clause reports parameters that are refused together.
 */
export async function findRefusal(
  { sendAgain }: Pick<CheckContext, "sendAgain">,
  { response, value }: RefusedValue,
  isTested: boolean,
): Promise<readonly CaseViolation[]> {
  const repeated = await sendAgain(response.request).catch(ignoreUntested);
  const reproducible = repeated !== undefined && speaksOfInvalidParameter(repeated);
  const violation = wholeResponse(
    response,
    "a valid value is refused as invalid",
    "a response that accepts the value",
  );
  return repeated === undefined || (isTested && reproducible)
    ? []
    : [{ violation, response, path: value, reproducible }];
}
