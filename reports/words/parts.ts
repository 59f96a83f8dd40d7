import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { compareSections, partOf, sectionLabel } from "./labels.ts";
import { groupBy } from "./tally.ts";

/** A part of the document, with its sections that have clauses. */
export interface Part {
  readonly part: string;
  readonly title: string;
  readonly sections: readonly (readonly [section: string, clauses: readonly ClauseResult[]])[];
  /** How many open matters it has. */
  readonly matters: number;
}

/** What the document is about: it has no rules. */
const INTRODUCTION = "1";

/** The parts of the document that a result speaks of, in order: those with clauses, and those with open matters. */
export function partsOf({ clauses, open }: Pick<RunResult, "clauses" | "open">): readonly Part[] {
  const sections = groupBy(clauses, ({ section }) => section).toSorted(([a], [b]) => compareSections(a, b));
  const observed = open.map(({ section }) => partOf(section));
  const parts = [
    ...sections.map(([section]) => partOf(section)),
    ...observed.filter((part) => part !== INTRODUCTION),
  ];
  return [...new Set(parts)].toSorted(compareSections).map((part) => ({
    part,
    title: sectionLabel(part),
    sections: sections.filter(([section]) => partOf(section) === part),
    matters: observed.filter((of) => of === part).length,
  }));
}
