import type { RunResult } from "../../engine/model/results.ts";
import { compareSections } from "../../schemas/places.ts";
import { partOf, sectionLabel } from "./labels.ts";
import { bySection } from "./tally.ts";

/** A part of the document, with its sections that have clauses, and how many open matters it has. */
export type Part = ReturnType<typeof partsOf>[number];

/** What the document is about: it has no rules. */
const INTRODUCTION = "1";

/** The parts of the document that a result speaks of, in order: those with clauses, and those with open matters. */
export function partsOf({ clauses, open }: Pick<RunResult, "clauses" | "open">) {
  const sections = bySection(clauses);
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
