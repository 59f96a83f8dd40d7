import type { Outcome } from "../../engine/model/clause-results.ts";
import { revisionOf } from "../words/run.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { count } from "../words/numbers.ts";
import { isNotJudged } from "../words/tally.ts";

/** What changed since an earlier run. */
export type Changes = ReturnType<typeof changesSince>;

/** What changed in a few words: `2 newly failed, 1 repaired`. */
export const deltaOf = ({ groups }: Pick<Changes, "groups">): string =>
  groups.length === 0
    ? "no clause changed"
    : groups.map(({ label, clauses }) => `${count(clauses.length)} ${label.toLowerCase()}`).join(", ");

type Was = Outcome | undefined;

const isUnjudged = (outcome: Was): boolean => outcome !== undefined && isNotJudged({ outcome });
const isThere = (outcome: Was): boolean => outcome !== undefined;

/** The kinds of change that are told, in this order; `undefined` where a run had no such clause. */
const KINDS: readonly { readonly label: string; readonly fits: (was: Was, is: Was) => boolean }[] = [
  { label: "Newly failed", fits: (was, is) => isThere(was) && was !== "fail" && is === "fail" },
  { label: "Repaired", fits: (was, is) => (was === "fail" || was === "known") && is === "pass" },
  { label: "Now a known deviation", fits: (was, is) => isThere(was) && was !== "known" && is === "known" },
  { label: "No longer tested", fits: (was, is) => isThere(was) && !isUnjudged(was) && isUnjudged(is) },
  { label: "Newly tested and passed", fits: (was, is) => isUnjudged(was) && is === "pass" },
  { label: "Added to the run", fits: (was, is) => !isThere(was) && isThere(is) },
  { label: "No longer in the run", fits: (was, is) => isThere(was) && !isThere(is) },
];

/**
 * What changed from an earlier run to a later one, groups without clauses left out; and the facts in which the runs
 * are unlike, so that a change may not be the service's.
 */
export function changesSince(earlier: RunResult, later: RunResult) {
  const was = new Map(earlier.clauses.map((clause) => [clause.id, clause]));
  const is = new Map(later.clauses.map((clause) => [clause.id, clause]));
  const all = [...later.clauses, ...earlier.clauses.filter(({ id }) => !is.has(id))];
  const groups = KINDS.map(({ label, fits }) => ({
    label,
    clauses: all.filter(({ id }) => fits(was.get(id)?.outcome, is.get(id)?.outcome)),
  }));
  return {
    earlier,
    unlike: unlike(earlier, later),
    groups: groups.filter(({ clauses }) => clauses.length > 0),
    gone: new Set([...was.keys()].filter((id) => !is.has(id))),
  };
}

function unlike(earlier: RunResult, later: RunResult): readonly string[] {
  const facts: readonly (readonly [string, (result: RunResult) => string])[] = [
    ["target", ({ target }) => Object.values(target).join(" ")],
    ["level", ({ level }) => level],
    ["version of the suite", ({ suite }) => suite.version],
    ["revision of the contract", ({ suite }) => revisionOf(suite)],
  ];
  return facts
    .filter(([, of]) => of(earlier) !== of(later))
    .map(([name, of]) => `another ${name} (${of(earlier)}, now ${of(later)})`);
}
