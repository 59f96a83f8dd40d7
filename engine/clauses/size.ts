// The size of a level: the numbers of values, pages and records on which the number of its requests depends
import * as fc from "fast-check";
import type { Level } from "../model/settings.ts";
import { ofEachFamily } from "../../generators/cases.ts";
import type { Case, ClauseCases } from "./clause.ts";

export interface Size {
  /** Maximum number of boundary values of a clause, without those that belong to families of malformed values. */
  readonly values: number;
  /** Number of random values of a clause with a `middle`. */
  readonly random: number;
  /** Maximum number of values of each family of malformed values. */
  readonly perFamily: number;
  /** Maximum number of malformed values of a clause, over all families; absent: unlimited. */
  readonly families?: number;
  /** Number of requests to one endpoint in which every query parameter has a malformed value; absent: one. */
  readonly together?: number;
  /** Contexts of lists. 0: few, with a covering array of some states; 1: also every pair of states; above 1: also covering arrays of all. */
  readonly contexts: number;
  /** Maximum number of pages of a list that are read, apart from empty pages. */
  readonly pages: number;
  /** Maximum number of verifications, and of tokens of the target file, that are requested; of other records above smoke, up to twice that. */
  readonly records: number;
  /** Number of tokens whose balances are requested, those of the target file included; 0: one token. */
  readonly tokens: number;
  /** Maximum number of shapes of records at one endpoint; one record of each shape is requested. */
  readonly shapes: number;
}

/** The size of a level, by its index in the order smoke, standard, thorough. */
function sizeAt(level: 0 | 1 | 2): Size {
  const by = (...sizes: readonly [smoke: number, standard: number, thorough: number]) => sizes[level];
  return {
    values: by(1, 15, 120),
    random: by(0, 1, 120),
    perFamily: by(1, 1, 4),
    ...(level === 0 ? { families: 8, together: 33 } : {}),
    contexts: by(0, 1, 3),
    pages: by(6, 30, 100),
    records: by(1, 20, 60),
    tokens: by(0, 45, 300),
    shapes: by(8, 60, 60),
  };
}

export const SIZES: Readonly<Record<Level, Size>> = {
  smoke: sizeAt(0),
  standard: sizeAt(1),
  thorough: sizeAt(2),
};

/** Whether a size is that of level smoke, at which clauses omit some requests that no number of the size limits. */
export const isSmoke = ({ contexts }: Pick<Size, "contexts">): boolean => contexts === 0;

/** The cases that a level sends: boundaries and contexts, then random values. Equal seeds give equal cases. */
export function casesOfLevel(
  { middle, boundaries, contexts = [] }: ClauseCases,
  { values, random, perFamily, families }: Size,
  seed: number,
): readonly Case[] {
  const randomCases = middle && random > 0 ? fc.sample(middle, { seed, numRuns: random }) : [];
  const plain = boundaries.filter(({ family }) => family === undefined).slice(0, values);
  const invalid = boundaries.filter(({ family }) => family !== undefined);
  const chosen = [...plain, ...ofEachFamily(invalid, perFamily).slice(0, families)];
  return [...chosen, ...contexts, ...randomCases.map((item, index) => ({ ...item, index }))];
}

/** Derives the seed of a clause or family from that of the run (FNV-1a), so that clauses do not share random values. */
export function clauseSeed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
