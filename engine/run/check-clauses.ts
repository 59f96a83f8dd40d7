import { sendCase, checkCase, type AskedCase, type Attempt, type Doubt } from "./attempt.ts";
import { confirm, violationsIn, isKnown, shrink, UNSTEADY_BUDGET, type Reproduction } from "./attempt.ts";
import { withoutParameters } from "./smallest.ts";
import type { AskingClause, ClauseCase, CaseSource, Inputs, PrerequisiteNames } from "../clauses/clause.ts";
import { allBaseRowsOf } from "../model/reason.ts";
import { clauseCases, seedFor } from "../clauses/clause.ts";
import {
  whyEnded,
  type Violation,
  type Found,
  type Reason,
  type ApiResponse,
  type Send,
} from "../model/exchange.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Semaphore } from "../pacing/semaphore.ts";
import type { Obstacle, Outcome } from "../model/clause-results.ts";
import { leftToStandard, Unavailable, untestedBecause, type Size } from "../clauses/prerequisites.ts";

export interface Checked extends Partial<Reason> {
  readonly outcome: Exclude<Outcome, "known">;
  readonly cases: number;
  readonly found: readonly Found[];
  /** Responses that the clause checked. */
  readonly responses: number;
  readonly sample?: ApiResponse;
}

/** What a clause is checked with; the seed is that of the run. */
export interface Bench extends Reproduction {
  readonly send: Send;
  /** Few cases of an endpoint are under way at once: each holds the responses of its walks. */
  readonly cases: (endpoint: Endpoint) => Semaphore;
}

/** A clause that was checked, or the fault of ours that kept it from being checked. */
export type ClauseVerdict = Checked | { readonly fault: unknown };

/**
 * Cases that are sent at first, and at most at a time: where one of them fails, no more are. Exclusive clauses send one case at
 * a time.
 */
const AT_FIRST = 8;
const CASES_AT_ONCE = 64;
/** Failing cases that are looked at closely. */
const CONFIRMED_MOST = 3;

/**
 * Runs the clauses of one family, which ask the same: each case is asked once and checked by all of them, all cases at
 * once; then what failed again, and smaller.
 */
export async function checkClauses(
  clauses: readonly AskingClause[],
  bench: Bench,
): Promise<readonly ClauseVerdict[]> {
  const [first] = clauses;
  try {
    if (first === undefined) {
      return [];
    }
    const { provider } = bench;
    const { size } = await provider.resolve({ size: "size" });
    const have = await provider.resolve(first.needs);
    return await checkCases(first, clauses, { have, size }, bench);
  } catch (error) {
    const why = untestedBecause(error);
    return clauses.map(() =>
      why === undefined ? { fault: error } : { ...why, cases: 0, responses: 0, found: [] },
    );
  }
}

async function checkCases(
  first: AskingClause,
  clauses: readonly AskingClause[],
  { have, size }: { readonly have: Inputs<PrerequisiteNames>; readonly size: Size },
  bench: Bench,
): Promise<readonly ClauseVerdict[]> {
  const { send, seed: runSeed } = bench;
  const given = first.given?.(have);
  const seed = seedFor(runSeed, first.family ?? first.id);
  const cases = clauseCases(given, size, seed);
  const gate = bench.cases(first.endpoint);
  if (cases.length === 0) {
    throw noCase(first, size);
  }
  const tallies = clauses.map((clause): CaseTally => {
    return { clause, decided: 0, responses: 0, inconclusive: new Map(), fresh: [], known: [], others: [] };
  });
  const most = first.exclusive === true ? 1 : CASES_AT_ONCE;
  for (
    let from = 0, many = Math.min(AT_FIRST, most);
    from < cases.length;
    from += many, many = Math.min(2 * many, most)
  ) {
    const open = tallies.filter(isOpenTally);
    // What a run that ended did not ask yet would only be refused.
    if (open.length === 0 || (from > 0 && bench.signal.aborted)) {
      break;
    }
    // Judge each response on arrival, so that those of a group are not held in memory.
    await Promise.all(
      cases.slice(from, from + many).map(async (item, index) => {
        const came = await gate(() => sendCase(first, have, item.value, send));
        open.forEach((tally) => noteReason(tally, { item, at: from + index }, came, bench));
      }),
    );
  }
  if (bench.signal.aborted) {
    // The end of the run is no obstacle of a clause that has a result by then.
    tallies.forEach(
      ({ decided, inconclusive }) => decided > 0 && inconclusive.delete(whyEnded(bench.signal)),
    );
  }
  return await Promise.all(
    tallies.map(async (tally): Promise<ClauseVerdict> => {
      if (tally.fault !== undefined) {
        return { fault: tally.fault.error };
      }
      const found = await gate(() => lookAgain(tally, have, given, { ...bench, seed }));
      // A user gives the seed of the run; that of the clause follows from it.
      const told = found.map((one) => ({ ...one, seed: runSeed }));
      return clauseVerdict(tally, cases.length, told);
    }),
  );
}

/** Why a clause has no case: the level sends few, or else the data show nothing that it is on. */
function noCase(clause: AskingClause, { contexts }: Size): Unavailable {
  if (contexts === 0) {
    return leftToStandard("records", "none of its cases is sent at this level");
  }
  const reason = `no known record is ${clause.about ?? "one that this clause is about"}`;
  return new Unavailable("inconclusive", { reason, obstacle: "data", dependsOn: allBaseRowsOf(clause) });
}

/** What of the failing cases fails again, made smaller; the seed of the bench is that of the clause here. */
async function lookAgain(
  tally: CaseTally,
  have: Inputs<PrerequisiteNames>,
  given: CaseSource<unknown> | undefined,
  bench: Bench,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const unsteady = { left: UNSTEADY_BUDGET };
  for (const { item, tried } of tally.fresh) {
    const confirmed = await confirm(tally.clause, have, item, tried, bench, unsteady);
    if ("reason" in confirmed) {
      countReason(tally.inconclusive, confirmed, Number.POSITIVE_INFINITY);
    } else {
      const least = await withoutParameters(tally.clause, have, given, { item, tried: confirmed }, bench);
      found.push(...(await shrink(tally.clause, have, given, least.item, least.tried, bench)));
    }
  }
  // New failures come before known ones. A known one fails no run: it is reported as it came, without asking again.
  const known = tally.known.flatMap(({ item, tried }) => violationsIn(tried, item.name, bench.seed));
  return withOthers([...found, ...known], tally.others);
}

/** Counts the failing cases that were not looked at closely with the first violation of the same message. */
function withOthers(found: readonly Found[], others: readonly Violation[]): readonly Found[] {
  return found.map((one, at) => {
    const { message } = one.violation;
    const isFirst = found.findIndex(({ violation }) => violation.message === message) === at;
    const more = isFirst ? others.filter((other) => other.message === message).length : 0;
    return { ...one, responses: (one.reproducible === true ? 2 : 1) + more };
  });
}

/** A failing case, and its place among all of them. */
interface Dependency {
  readonly item: ClauseCase;
  readonly at: number;
  readonly tried: Attempt;
}

interface Counted extends Doubt {
  readonly count: number;
  readonly at: number;
}

interface CaseTally {
  readonly clause: AskingClause;
  decided: number;
  /** By what came. */
  readonly inconclusive: Map<string, Counted>;
  /** Responses that were checked. */
  responses: number;
  /** Violations of the failing cases that are not looked at closely. */
  readonly others: Violation[];
  /** The failing cases that come first: those that are new, and those that known deviations cover. */
  fresh: readonly Dependency[];
  known: readonly Dependency[];
  /** The answer to the first case that was kept. */
  sample?: { readonly response: ApiResponse; readonly at: number };
  /** A fault of ours in the clause itself. */
  fault?: { readonly error: unknown };
}

function isOpenTally({ fresh, fault }: CaseTally): boolean {
  return fresh.length === 0 && fault === undefined;
}

function noteReason(
  tally: CaseTally,
  { item, at }: Omit<Dependency, "tried">,
  came: AskedCase,
  { coverage }: Bench,
): void {
  try {
    const tried = checkCase(tally.clause, came, item.value);
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
        ...inOrder.slice(CONFIRMED_MOST).flatMap((other) => other.tried.violations.slice(0, 1)),
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

/** What came counts, whatever the request: the first case names it. */
function countReason(inconclusive: CaseTally["inconclusive"], doubt: Doubt, at: number): void {
  const came = doubt.came ?? doubt.reason;
  const known = inconclusive.get(came);
  const first = known === undefined || at < known.at ? { ...doubt, at } : known;
  inconclusive.set(came, { ...first, count: (known?.count ?? 0) + 1 });
}

/** Of several obstacles, the nearest to a verdict is told: a case that the service spoiled was there to be checked. */
const NEAREST: readonly Obstacle[] = ["service", "network", "user", "level", "data"];
const reasonWeight = ({ obstacle }: Doubt): number => NEAREST.indexOf(obstacle);

/** The reason that is told, which need not be that of every case. */
const firstReason = ([first, ...others]: readonly Counted[]): string =>
  `${first?.reason}${others.length > 0 ? ` (the first of ${others.length + 1} reasons)` : ""}`;

function clauseVerdict(tally: CaseTally, cases: number, found: readonly Found[]): Checked {
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
  const inconclusive = [...tally.inconclusive.values()].toSorted(
    (a, b) => reasonWeight(a) - reasonWeight(b) || a.at - b.at,
  );
  const [first] = inconclusive;
  // Judged on the cases that were answered, where these are more than those that were not.
  const unanswered = inconclusive.filter((doubt) => doubt.lost === true);
  const unjudged = unanswered.reduce((sum, { count: times }) => sum + times, 0);
  const timedOut = inconclusive.find(({ isTimeOut }) => isTimeOut === true);
  if (timedOut !== undefined) {
    const { count: _count, at: _at, lost: _lost, isTimeOut: _isTimeOut, ...doubt } = timedOut;
    return { outcome: "inconclusive", ...doubt, cases, found: [], responses, ...sample };
  }
  if (first !== undefined && (unjudged >= decided || fresh.length + known.length > 0)) {
    const { count: _count, at: _at, lost: _lost, isTimeOut: _isTimeOut, ...doubt } = first;
    return {
      outcome: "inconclusive",
      ...doubt,
      reason: firstReason(inconclusive),
      cases,
      found: [],
      responses,
      ...sample,
    };
  }
  if (decided === 0) {
    const dependsOn = allBaseRowsOf(tally.clause);
    const reason = "no case was tested";
    return { outcome: "inconclusive", obstacle: "data", dependsOn, reason, cases, responses, found: [] };
  }
  const doubts = inconclusive.reduce((sum, { count: times }) => sum + times, 0);
  const others = `passed in ${decided} of ${cases} cases; inconclusive in ${doubts}: ${firstReason(inconclusive)}`;
  return {
    outcome: "passed",
    cases: decided,
    responses,
    found: [],
    ...sample,
    ...(first === undefined ? {} : { reason: others }),
  };
}
