import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { brokenOf, mayCause, plainness, walkOf, type BrokenClause } from "./consequences.ts";

/** A failed clause that does not follow from another one, with what follows from it. */
export interface FailureCause {
  readonly clause: ClauseResult;
  /** The departure that shows it: the first one that no known deviation covers. */
  readonly violation: Violation;
  /** Clauses that failed because of it. */
  readonly also: readonly string[];
  /** Clauses that could not be judged because of it. */
  readonly undecided: readonly string[];
}

/** The clauses of a run, each with the failed one that it follows from, where there is one: no consequence of another. */
export function withFollows(
  clauses: readonly ClauseResult[],
  names?: ParameterNames,
): readonly ClauseResult[] {
  const follows = new Map<string, string>();
  const causes: BrokenClause[] = [];
  for (const then of clauses.flatMap((clause) => brokenIn(clause, names)).toSorted(byPlainness)) {
    const why = causes.find((cause) => mayCause(cause, then));
    if (why === undefined) {
      causes.push(then);
    } else {
      follows.set(then.clause.id, why.clause.id);
    }
  }
  return clauses.map((clause) => {
    // What waits for a consequence waits for its cause.
    const why = follows.get(clause.follows ?? clause.id);
    return why === undefined ? clause : { ...clause, follows: why };
  });
}

/**
 * A failed clause. A malformed request that is served is plainer than one that is refused in the wrong words, and what shows on
 * a first page than what shows behind a link, and there a row that is not selected than one that does not come.
 */
function brokenIn(clause: ClauseResult, names?: ParameterNames): readonly BrokenClause[] {
  const own = clause.outcome === "fail" ? clause.violations.filter(({ known }) => known === undefined) : [];
  const [first] = own;
  const lenient = own.find(({ expects, served }) => expects === "refusal" && served === true);
  const plain = own.filter((one) => !walkOf(one).behind);
  const stray = plain.find(({ defect }) => defect?.kind === "stray");
  const violation = lenient ?? stray ?? plain[0] ?? first;
  return violation === undefined ? [] : [brokenOf(clause, violation, names)];
}

function byPlainness(a: BrokenClause, b: BrokenClause): number {
  const other = plainness(b);
  const differences = plainness(a).map((value, index) => value - (other[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The causes of the failures of a run: what breaks most first, and of these the plainest. */
export function causesOf({ clauses }: Pick<RunResult, "clauses">): readonly FailureCause[] {
  const broken = clauses.flatMap((clause) => brokenIn(clause));
  const failed = new Set(broken.map(({ clause }) => clause.id));
  const whyOf = new Map(
    clauses.flatMap(({ id, follows }) => (follows === undefined ? [] : [[id, follows] as const])),
  );
  const causeOf = (id: string, seen: readonly string[] = []): string => {
    const why = whyOf.get(id);
    return why === undefined || !failed.has(why) || seen.includes(why) ? id : causeOf(why, [...seen, id]);
  };
  return broken
    .filter(({ clause: { id } }) => causeOf(id) === id)
    .toSorted(byPlainness)
    .map(({ clause, violation }) => {
      const own = clauses.flatMap(({ id }) => (id !== clause.id && causeOf(id) === clause.id ? [id] : []));
      return {
        clause,
        violation,
        also: own.filter((id) => failed.has(id)),
        undecided: own.filter((id) => !failed.has(id)),
      };
    })
    .toSorted((a, b) => b.also.length + b.undecided.length - a.also.length - a.undecided.length);
}
