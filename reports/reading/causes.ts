import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { brokenOf, plainness, walkOf, type BrokenClause } from "./broken.ts";
import { mayBeRelated, mayCause } from "./consequences.ts";

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

/**
 * The clauses of a run. A failed one has the failed clause of which it is a consequence, where its own evidence shows what is
 * wrong by that one; else, where there is one, the failed clause that may have the same cause.
 */
export function withFollows(
  clauses: readonly ClauseResult[],
  names?: ParameterNames,
): readonly ClauseResult[] {
  const follows = new Map<string, string>();
  const related = new Map<string, string>();
  const before: BrokenClause[] = [];
  const roots: BrokenClause[] = [];
  for (const then of clauses.flatMap((clause) => brokenIn(clause, names)).toSorted(byPlainness)) {
    const why = before.find((cause) => mayCause(cause, then));
    const near = why ?? roots.find((cause) => mayBeRelated(cause, then));
    if (why !== undefined) {
      follows.set(then.clause.id, follows.get(why.clause.id) ?? why.clause.id);
    } else if (near !== undefined) {
      related.set(then.clause.id, near.clause.id);
    }
    roots.push(...(why === undefined ? [then] : []));
    before.push(...allOf(then, names));
  }
  return clauses.map((clause) => {
    // What waits for a consequence waits for its cause.
    const why = follows.get(clause.follows ?? clause.id);
    const near = related.get(clause.id);
    return {
      ...clause,
      ...(why === undefined ? {} : { follows: why }),
      ...(why === undefined || clause.outcome !== "fail" ? {} : { consequenceOf: why }),
      ...(near === undefined ? {} : { possiblyRelatedTo: near }),
    };
  });
}

/** Every violation of a broken clause: each is evidence of what is wrong by it. */
const allOf = ({ clause }: BrokenClause, names?: ParameterNames): readonly BrokenClause[] =>
  newIn(clause).map((violation) => brokenOf(clause, violation, names));

const newIn = ({ violations }: ClauseResult): readonly Violation[] =>
  violations.filter(({ known }) => known === undefined);

/**
 * A failed clause. A malformed request that is served is plainer than one that is refused in the wrong words, and what shows on
 * a first page than what shows behind a link, and there a row that is not selected than one that does not come.
 */
function brokenIn(clause: ClauseResult, names?: ParameterNames): readonly BrokenClause[] {
  const own = clause.outcome === "fail" ? newIn(clause) : [];
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
