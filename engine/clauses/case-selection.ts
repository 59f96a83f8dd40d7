// The selection of the cases that a level sends
import * as fc from "fast-check";
import { ofEachFamily } from "../../generators/cases.ts";
import type { Case, ClauseCases } from "./clause.ts";
import { fixedCaseCount, randomCaseCount, type Size } from "./size.ts";

/** The cases that a level sends: boundaries, the most revealing first, then random values. Equal seeds give equal cases. */
export function casesOfLevel(
  { middle, boundaries, revealing, shared, contexts = [] }: ClauseCases,
  size: Size,
  seed: number,
): readonly Case[] {
  const numRuns = randomCaseCount(size);
  const random = middle === undefined || numRuns === 0 ? [] : fc.sample(middle, { seed, numRuns });
  const fixed = fixedCaseCount(size, revealing, shared);
  const chosen =
    size.perFamily > 0 ? ofEachFamily(boundaries, size.perFamily, fixed) : boundaries.slice(0, fixed);
  return [...chosen, ...contexts, ...random.map((item, index) => ({ ...item, index }))];
}

/** Derives the seed of a clause from that of the run (FNV-1a), so that clauses do not share values. */
export function clauseSeed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
