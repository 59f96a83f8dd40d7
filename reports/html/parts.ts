import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { compareSections, sectionLabel } from "../words/labels.ts";

/** A part of the document, with its sections that have clauses. */
export interface Part {
  readonly part: string;
  readonly title: string;
  readonly sections: readonly { readonly section: string; readonly clauses: readonly ClauseResult[] }[];
  /** How many open matters it has. */
  readonly matters: number;
}

/** What the document is about: it has no rules. */
const INTRODUCTION = "1";

/** The parts of the document that a result speaks of, in order: those with clauses, and those with open matters. */
export function partsOf({ clauses, open }: Pick<RunResult, "clauses" | "open">): readonly Part[] {
  const bySection = new Map<string, ClauseResult[]>();
  for (const clause of clauses) {
    const own = bySection.get(clause.section) ?? [];
    own.push(clause);
    bySection.set(clause.section, own);
  }
  const observed = open.map(({ section }) => partOf(section)).filter((part) => part !== INTRODUCTION);
  const parts = new Set([...[...bySection.keys()].map(partOf), ...observed]);
  return [...parts].toSorted(compareSections).map((part) => ({
    part,
    title: sectionLabel(part),
    sections: [...bySection]
      .filter(([section]) => partOf(section) === part)
      .toSorted(([a], [b]) => compareSections(a, b))
      .map(([section, own]) => ({ section, clauses: own })),
    matters: open.filter(({ section }) => partOf(section) === part).length,
  }));
}

/** The part that a section belongs to: `4` of `4.10`. */
export function partOf(section: string): string {
  return section.split(".")[0] ?? section;
}
