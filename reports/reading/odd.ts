import type { OddMatter, RunFacts, RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";

/** Requests that are told of an odd matter. */
const SHOWN = 2;

/** All that is odd in a run: open matters that are seldom meant, and samples that are missing or malformed. */
export function oddIn({ open, odd = [] }: Pick<RunFacts, "open" | "odd">): readonly OddMatter[] {
  const matters = open
    .filter((entry) => entry.odd === true && entry.observed.length > 0)
    .map(({ id, statement, observed }) => {
      const values = observed.map(({ value, count }) => `${oneLine(value, 100)} (${count}×)`);
      const curls = observed.slice(0, SHOWN).map(({ curl }) => curl);
      return { id, text: `${statement}: ${values.join("; ")}`, curls };
    });
  return [...odd, ...matters];
}

const keyOf = ({ id, endpoint, about }: OddMatter): string => JSON.stringify([id, endpoint, about]);

/** The odd matters that an earlier result does not hold. */
export function newlyOdd(
  odd: readonly OddMatter[],
  earlier: Pick<RunResult, "odd"> | undefined,
): readonly OddMatter[] {
  const before = new Set((earlier?.odd ?? []).map(keyOf));
  return odd.filter((matter) => !before.has(keyOf(matter)));
}
