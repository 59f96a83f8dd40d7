import { askCase, judgeCase, type Asked, type Attempt, type Doubt } from "./attempt.ts";
import { casesOf, seedFor, type Case } from "../clauses/cases.ts";
import type { AskingClause, Given, Have, Needs } from "../clauses/clause.ts";
import type { Found } from "../model/exchange.ts";
import { confirm, foundIn, isKnown, shrink, UNSTEADY_BUDGET, type Again } from "./reproduce.ts";
import type { Send } from "../model/drive.ts";
import { Trouble, type Reason, type Reply } from "../model/exchange.ts";
import type { Gate } from "./gate.ts";
import { reasonOf } from "../model/reason.ts";
import type { Cause, Outcome, PairCoverage } from "../model/clause-results.ts";
import { Unavailable } from "../clauses/prerequisites.ts";

/** What became of a clause. */
export interface Judged extends Partial<Reason> {
  readonly outcome: Exclude<Outcome, "known">;
  readonly cause?: Cause;
  readonly cases: number;
  readonly found: readonly Found[];
  readonly sample?: Reply;
  /** Pairs of states that occurred together in what was judged, out of those that may. */
  readonly pairs?: PairCoverage;
}

/** What a clause is judged with; the seed is that of the run. */
export interface Bench extends Again {
  readonly send: Send;
  /** Few look again at what failed at once: each holds the answers of its walks. */
  readonly again: Gate;
}

/** A clause that was judged, or the fault of ours that kept it from being judged. */
export type Verdict = Judged | { readonly fault: unknown };

/** Cases in flight at once; the client decides how many of their requests are. */
const TOGETHER = 64;
/** Failing cases that are looked at closely. */
const CONFIRMED_MOST = 3;

/** Why a clause was not judged that a level with few requests leaves to others. */
const SPARED = "left to the level standard: its requests show little that those of other clauses do not show";

/** Runs one clause: its cases at once, then what failed again, and smaller. */
export async function judge(clause: AskingClause, bench: Bench): Promise<Judged> {
  const [verdict] = await judgeTogether([clause], () => bench);
  if (verdict === undefined || "fault" in verdict) {
    throw verdict?.fault;
  }
  return verdict;
}

/** Runs the clauses of one family, which ask the same: each case is asked once and judged by all of them. */
export async function judgeTogether(
  clauses: readonly AskingClause[],
  benchOf: (clause: AskingClause) => Bench,
): Promise<readonly Verdict[]> {
  const [first] = clauses;
  try {
    if (first === undefined) {
      return [];
    }
    const { provider } = benchOf(first);
    const { size } = await provider.resolve({ size: "size" });
    if (first.spared === true && size.sparing) {
      throw new Unavailable("notExercised", "data", { reason: SPARED, remedy: { kind: "raiseLevel" } });
    }
    const have = await provider.resolve(first.needs);
    return await judgeCases(first, clauses, have, benchOf);
  } catch (error) {
    const verdict = withoutCases(error);
    return clauses.map(() => verdict);
  }
}

function withoutCases(error: unknown): Verdict {
  if (error instanceof Unavailable) {
    return { outcome: error.outcome, cause: error.cause, ...reasonOf(error), cases: 0, found: [] };
  }
  if (error instanceof Trouble) {
    return { outcome: "inconclusive", cause: "environment", ...reasonOf(error), cases: 0, found: [] };
  }
  return { fault: error };
}

async function judgeCases(
  first: AskingClause,
  clauses: readonly AskingClause[],
  have: Have<Needs>,
  benchOf: (clause: AskingClause) => Bench,
): Promise<readonly Verdict[]> {
  const bench = benchOf(first);
  const given = first.given?.(have);
  const seed = seedFor(bench.seed, first.family ?? first.id);
  const { size } = await bench.provider.resolve({ size: "size" });
  const cases = casesOf(given, size, seed);
  const tallies = clauses.map((clause) => newTally(clause, benchOf(clause)));
  for (let start = 0; start < cases.count && tallies.some(isOpen); start += TOGETHER) {
    const open = tallies.filter(isOpen);
    const group = cases.slice(start, start + TOGETHER);
    // What is not needed any more is let go case by case: a group's answers are not kept together.
    await Promise.all(
      group.map(async (item, index) => {
        const came = await askCase(first, have, item.value, bench.send);
        for (const tally of open) {
          judgeAndNote(tally, item, start + index, came, given?.pairs?.of);
        }
      }),
    );
  }
  return await Promise.all(
    tallies.map(async (tally): Promise<Verdict> => {
      if (tally.fault !== undefined) {
        return { fault: tally.fault.error };
      }
      const found = await tally.bench.again(() => lookAgain(tally, have, given, seed));
      const pairs = given?.pairs;
      return {
        ...verdictOf(tally, cases.count, found),
        ...(pairs === undefined || tally.pairs.size === 0
          ? {}
          : { pairs: { covered: tally.pairs.size, possible: pairs.possible } }),
      };
    }),
  );
}

/** What of the failing cases fails again, made smaller. */
async function lookAgain(
  tally: Tally,
  have: Have<Needs>,
  given: Given<unknown> | undefined,
  seed: number,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const unsteady = { left: UNSTEADY_BUDGET };
  for (const { item, tried } of tally.fresh) {
    const confirmed = await confirm(tally.clause, have, item, tried, tally.bench, unsteady);
    if ("reason" in confirmed) {
      count(tally.undecided, confirmed, Number.POSITIVE_INFINITY);
    } else {
      found.push(...(await shrink(tally.clause, have, given, item, confirmed, { ...tally.bench, seed })));
    }
  }
  // New failures come before known ones. A known one fails no run: it is reported as it came, without asking again.
  for (const { item, tried } of tally.known) {
    found.push(...foundIn(tried, item.name, seed));
  }
  return found;
}

interface Suspect {
  readonly item: Case;
  readonly tried: Attempt;
  readonly at: number;
}

interface Tally {
  readonly clause: AskingClause;
  readonly bench: Bench;
  /** Whether known deviations cover all that is wrong. */
  readonly isKnown: (tried: Attempt) => boolean;
  decided: number;
  /** Pairs of states in the cases that were judged. */
  readonly pairs: Set<string>;
  /** By what came. */
  readonly undecided: Map<string, Doubt & { readonly count: number; readonly at: number }>;
  /** The failing cases that come first: those that are new, and those that known deviations cover. */
  fresh: readonly Suspect[];
  known: readonly Suspect[];
  /** The answer to the first case that was kept. */
  sample?: { readonly reply: Reply; readonly at: number };
  /** A fault of ours in the clause itself. */
  fault?: { readonly error: unknown };
}

function newTally(clause: AskingClause, bench: Bench): Tally {
  return {
    clause,
    bench,
    isKnown: (tried) => isKnown(clause, tried, bench.coverage),
    decided: 0,
    pairs: new Set(),
    undecided: new Map(),
    fresh: [],
    known: [],
  };
}

/** Whether more cases would tell more. */
function isOpen({ fresh, fault }: Tally): boolean {
  return fresh.length === 0 && fault === undefined;
}

function judgeAndNote(
  tally: Tally,
  item: Case,
  at: number,
  came: Asked,
  pairsOf: ((value: unknown) => readonly string[]) | undefined,
): void {
  try {
    const tried = judgeCase(tally.clause, came, item.value);
    note(tally, item, at, tried);
    for (const pair of tried.undecided === undefined ? (pairsOf?.(item.value) ?? []) : []) {
      tally.pairs.add(pair);
    }
  } catch (error) {
    tally.fault ??= { error };
  }
}

function note(tally: Tally, item: Case, at: number, tried: Attempt): void {
  if (tried.undecided !== undefined) {
    count(tally.undecided, tried.undecided, at);
  } else if (tried.findings.length > 0) {
    const kind = tally.isKnown(tried) ? "known" : "fresh";
    const suspects = [...tally[kind], { item, tried, at }];
    tally[kind] = suspects.toSorted((a, b) => a.at - b.at).slice(0, CONFIRMED_MOST);
  } else {
    tally.decided += 1;
    const [reply] = tried.replies;
    if (reply !== undefined && at < (tally.sample?.at ?? Number.POSITIVE_INFINITY)) {
      tally.sample = { reply, at };
    }
  }
}

/** What came counts, whatever the request: the first case names it. */
function count(undecided: Tally["undecided"], doubt: Doubt, at: number): void {
  const came = doubt.came ?? doubt.reason;
  const known = undecided.get(came);
  const first = known === undefined || at < known.at ? { ...doubt, at } : known;
  undecided.set(came, { ...first, count: (known?.count ?? 0) + 1, cause: doubt.cause });
}

function firstReason({
  undecided,
}: Tally): (Doubt & { readonly count: number; readonly at: number }) | undefined {
  return [...undecided.values()].toSorted((a, b) => a.at - b.at)[0];
}

function verdictOf(tally: Tally, cases: number, found: readonly Found[]): Judged {
  const sample = tally.sample === undefined ? {} : { sample: tally.sample.reply };
  if (found.length > 0) {
    const reason = found[0]?.finding.message ?? "";
    return { outcome: "fail", cause: "contract", reason, cases, found, ...sample };
  }
  const suspects = tally.fresh.length + tally.known.length;
  const first = firstReason(tally);
  // Judged on the cases that were answered, where these are more than those that were not.
  const unanswered = [...tally.undecided.values()].filter(({ cause }) => cause === "environment");
  const lost = unanswered.reduce((sum, { count: times }) => sum + times, 0);
  if (first !== undefined && (lost >= tally.decided || suspects > 0)) {
    const { count: _count, at: _at, ...doubt } = first;
    return { outcome: "inconclusive", ...doubt, cases, found: [], ...sample };
  }
  if (tally.decided === 0) {
    const reason = "the target's data give no case for this clause";
    return { outcome: "inconclusive", cause: "data", reason, cases, found: [] };
  }
  return { outcome: "pass", cases: tally.decided, found: [], ...sample, ...keptIn(tally, cases) };
}

/** What to say of a clause that was kept in the cases that were decided, and not decided in others. */
function keptIn(tally: Tally, cases: number): Pick<Judged, "reason"> {
  const { decided } = tally;
  const first = firstReason(tally);
  return first === undefined
    ? {}
    : { reason: `kept in ${decided} of ${cases} cases; not decided in ${cases - decided}: ${first.reason}` };
}
