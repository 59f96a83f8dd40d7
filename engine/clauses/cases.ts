import * as fc from "fast-check";
import type { Given } from "./clause.ts";
import { byChance, fixedOf, type Size } from "./prerequisites.ts";

export interface Case {
  readonly name: string;
  readonly value: unknown;
  /** Place among the generated values; absent for boundaries and for a clause without cases. */
  readonly index?: number;
}

/** The boundaries of a clause, the most telling ones first, then chance. The same seed gives the same cases. */
export function casesOf(given: Given<unknown> | undefined, size: Size, seed: number): readonly Case[] {
  const { middle, boundaries, telling, shared, least = 0, contexts = [] } = given ?? ONCE;
  const numRuns = byChance(size);
  const values = middle === undefined || numRuns === 0 ? [] : fc.sample(middle, { seed, numRuns });
  const fixed = Math.max(fixedOf(size, telling, shared), size.contexts > 0 ? least : 0);
  return [...boundaries.slice(0, fixed), ...contexts, ...values.map((named, index) => ({ ...named, index }))];
}

/** A clause without cases is asked once. */
export const ONCE: Given<undefined> = { boundaries: [], contexts: [{ name: "", value: undefined }] };

/** So many of the items, evenly spread, the first and the last among them. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most || most < 2) {
    return items.slice(0, most);
  }
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}

/** A seed of its own for each clause (FNV-1a), so that clauses do not share values. */
export function seedFor(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
