import { confirm, UNSTEADY_BUDGET, type Reproduction, shrink, removeParameters } from "./confirm.ts";
import {
  type Case,
  type ClauseCases,
  type SendingClause,
  type Inputs,
  type PrerequisiteNames,
} from "../clauses/clause.ts";
import { dataDependencies } from "../clauses/dependencies.ts";
import { asResult } from "../model/reason.ts";
import { endReason, type CaseViolation, type Send, UnusableResponse } from "../model/exchange.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Semaphore } from "../pacing/semaphore.ts";
import { skippedAtSmoke, untestedReason } from "../clauses/prerequisites.ts";
import { type Size, casesOfLevel, clauseSeed } from "../clauses/size.ts";
import {
  type CheckedClause,
  type CaseTally,
  isOpenTally,
  tallyCase,
  clauseOutcome,
  type OtherFailure,
  countReason,
  suiteFault,
  sendCase,
  violationsIn,
} from "./case-tally.ts";

/** Everything that checking a clause needs. The seed is that of the run. */
export interface CheckContext extends Reproduction {
  readonly send: Send;
  /** Maximum number of concurrent cases of an endpoint. Each case keeps the pages that it followed in memory. */
  readonly cases: (endpoint: Endpoint) => Semaphore;
}

/**
 * Size of the first batch of cases, and maximum size of a batch. If a case of a batch fails, no further batch is sent.
 * Exclusive clauses send one case at a time.
 */
const FIRST_BATCH = 8;
const CASES_AT_ONCE = 64;

/**
 * Tests the clauses of a family: each case is sent once and checked by all of them, all cases at once. Then the failing
 * cases are repeated and reduced. `texts`: the cases are these values, instead of those of the level.
 */
export async function checkClauses(
  clauses: readonly SendingClause[],
  context: CheckContext,
  texts?: readonly string[],
): Promise<readonly CheckedClause[]> {
  const [first] = clauses;
  try {
    if (first === undefined) {
      return [];
    }
    const { provider } = context;
    const { size } = await provider.resolve({ size: "size" });
    const have = await provider.resolve(first.needs);
    const all = await first.cases(provider.resolve);
    const seed = clauseSeed(context.seed, first.family ?? first.id);
    const cases = texts?.map(all.caseOf) ?? casesOfLevel(all, size, seed);
    if (cases.length === 0) {
      throw missingCaseReason(first, size);
    }
    return await checkCases(first, clauses, { have, cases, all }, { ...context, seed });
  } catch (error) {
    const why = untestedReason(error);
    const result = why === undefined ? suiteFault(error) : asResult(why);
    return clauses.map(() => ({ ...result, cases: 0, responses: 0, found: [] }));
  }
}

/** The cases to test, all cases of the clauses, from which those are chosen, and the prerequisites of all of them. */
interface FamilyCases {
  readonly have: Inputs<PrerequisiteNames>;
  readonly cases: readonly Case[];
  readonly all: ClauseCases;
}

/** `context.seed` is the seed of the cases. */
async function checkCases(
  first: SendingClause,
  clauses: readonly SendingClause[],
  { have, cases, all }: FamilyCases,
  context: CheckContext,
): Promise<readonly CheckedClause[]> {
  const gate = context.cases(first.endpoint);
  const tallies = clauses.map((clause): CaseTally => {
    return { clause, decided: 0, responses: 0, inconclusive: new Map(), fresh: [], known: [], others: [] };
  });
  const most = first.exclusive === true ? 1 : CASES_AT_ONCE;
  for (
    let from = 0, many = Math.min(FIRST_BATCH, most);
    from < cases.length;
    from += many, many = Math.min(2 * many, most)
  ) {
    const open = tallies.filter(isOpenTally);
    // After the end of the run, further requests would be rejected.
    if (open.length === 0 || (from > 0 && context.signal.aborted)) {
      break;
    }
    // Check each response on arrival, so that the responses of a batch are not kept in memory.
    await Promise.all(
      cases.slice(from, from + many).map(async (item, index) => {
        const sent = await gate(() => sendCase(first, item, context.send));
        open.forEach((tally) => tallyCase(tally, { item, at: from + index }, sent, context));
      }),
    );
  }
  if (context.signal.aborted) {
    // A clause that already has a result is not affected by the end of the run.
    tallies.forEach(
      ({ decided, inconclusive }) => decided > 0 && inconclusive.delete(endReason(context.signal).reason),
    );
  }
  return await Promise.all(
    tallies.map(async (tally) => {
      if (tally.fault !== undefined) {
        return { ...suiteFault(tally.fault.error), responses: 0, found: [] };
      }
      const found = await gate(() => confirmFailures(tally, have, all, context));
      return clauseOutcome(tally, cases.length, found);
    }),
  );
}

/** Why a clause has no case: the level does not send it, or the data of the service have no subject for it. */
function missingCaseReason(clause: SendingClause, { contexts }: Size): UnusableResponse {
  if (contexts === 0) {
    return skippedAtSmoke("records", "none of its cases is sent");
  }
  const reason = `no known record is ${clause.about ?? "one that this clause is about"}`;
  return new UnusableResponse("missing", {
    reason,
    code: "dataUnsuitable",
    dependsOn: dataDependencies(clause),
  });
}

/** Repeats the failing cases and reduces those that fail again. `context.seed` is the seed of the cases. */
async function confirmFailures(
  tally: CaseTally,
  have: Inputs<PrerequisiteNames>,
  { middle }: ClauseCases,
  context: CheckContext,
): Promise<readonly CaseViolation[]> {
  const found: CaseViolation[] = [];
  const unsteady = { left: UNSTEADY_BUDGET };
  for (const { item, tried } of tally.fresh) {
    const confirmed = await confirm(tally.clause, have, { item, tried }, context, unsteady);
    if ("reason" in confirmed) {
      countReason(tally.inconclusive, confirmed, Number.POSITIVE_INFINITY);
    } else {
      const least = await removeParameters(tally.clause, have, { item, tried: confirmed }, context);
      found.push(...(await shrink(tally.clause, middle, least, context)));
    }
  }
  // New failures come before known deviations. A known deviation does not fail the run, so it is reported without a repetition.
  const known = tally.known.flatMap(({ item, tried }) => violationsIn(tried, item.name));
  return countOccurrences([...found, ...known], tally.others);
}

/** Adds the failing cases that were neither repeated nor reduced to the count of the first violation with the same message. */
function countOccurrences(
  found: readonly CaseViolation[],
  others: readonly OtherFailure[],
): readonly CaseViolation[] {
  return found.map((one, at) => {
    const { message } = one.violation;
    const isFirst = found.findIndex(({ violation }) => violation.message === message) === at;
    const names = others.flatMap(({ name, violation }) =>
      isFirst && violation.message === message ? [name] : [],
    );
    return { ...one, names, responses: (one.reproducible === true ? 2 : 1) + names.length };
  });
}

export type Family = readonly SendingClause[];

export function familiesOf(sending: readonly SendingClause[]): readonly Family[] {
  const families = new Map<string | SendingClause, Family>();
  for (const clause of sending) {
    const key = clause.family ?? clause;
    families.set(key, [...(families.get(key) ?? []), clause]);
  }
  return [...families.values()];
}

const isExclusive = (family: Family): boolean => family.some(({ exclusive }) => exclusive === true);

/** Tests all families at once, and then the exclusive ones, each alone. The results have the order of the families. */
export async function testFamilies<T>(
  families: readonly Family[],
  test: (family: Family) => Promise<T>,
): Promise<readonly T[]> {
  const together = families.map(async (family) => (isExclusive(family) ? [] : [await test(family)]));
  const first = await Promise.all(together);
  const results: T[] = [];
  for (const [at, family] of families.entries()) {
    results.push(...(isExclusive(family) ? [await test(family)] : (first[at] ?? [])));
  }
  return results;
}
