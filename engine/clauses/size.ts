// The size of a level: the numbers of values, pages and records that determine its requests
import * as fc from "fast-check";
import type { Level } from "../model/settings.ts";
import { ofEachFamily } from "../../generators/cases.ts";
import type { Case, ClauseCases } from "./clause.ts";

/** The settings of a level that determine its number of requests. */
export interface Size {
  /** Fixed values of a property, the most revealing first; {@link randomCaseCount} gives the number of random values. */
  readonly values: number;
  /** Malformed values of each family in each form; 0: only the most revealing families are sent, one value each. */
  readonly perFamily: number;
  /**
   * Number of covering arrays of contexts. With 0, a few of their contexts are sent, and one case of each property other than
   * malformed values.
   */
  readonly contexts: number;
  /** Pages of one paged list. */
  readonly pages: number;
  /** Records of one kind that are requested. */
  readonly records: number;
  /** Tokens of the list whose balances are requested, beside those of the target file. */
  readonly tokens: number;
  /** Shapes of records of one kind of which one record each is requested. */
  readonly shapes: number;
}

export const SIZES: Readonly<Record<Level, Size>> = {
  smoke: { values: 6, perFamily: 0, contexts: 0, pages: 6, records: 2, tokens: 0, shapes: 8 },
  standard: { values: 24, perFamily: 1, contexts: 1, pages: 30, records: 20, tokens: 100, shapes: 60 },
  thorough: { values: 120, perFamily: 4, contexts: 3, pages: 100, records: 60, tokens: 300, shapes: 60 },
};

/**
 * The number of fixed cases of a property. Of these, the first `revealing` each reveal a different parser; if they are shared,
 * all of them are sent.
 */
export function fixedCaseCount({ values, contexts }: Size, revealing = 1, shared = false): number {
  return contexts > 0 ? values : shared ? revealing : Math.min(values, revealing);
}

/** The number of random values in addition to the fixed ones: as many as these at thorough, and one in twenty at standard. */
export function randomCaseCount({ values, contexts }: Size): number {
  return values >= 100 ? values : contexts > 0 ? Math.floor(values / 20) : 0;
}

/** The cases that a level sends: boundaries, the most revealing first, then random values. Equal seeds give equal cases. */
export function casesOfLevel(
  { middle, boundaries, revealing, shared, contexts = [] }: ClauseCases,
  size: Size,
  seed: number,
): readonly Case[] {
  const numRuns = randomCaseCount(size);
  const random = middle === undefined || numRuns === 0 ? [] : fc.sample(middle, { seed, numRuns });
  const fixed = fixedCaseCount(size, revealing, shared);
  const selected =
    size.perFamily > 0 ? ofEachFamily(boundaries, size.perFamily, fixed) : boundaries.slice(0, fixed);
  return [...selected, ...contexts, ...random.map((item, index) => ({ ...item, index }))];
}

/** Derives the seed of a clause from that of the run (FNV-1a), so that clauses do not share values. */
export function clauseSeed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
