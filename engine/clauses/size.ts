// How many requests a level sends

import type { Level } from "../model/settings.ts";

/** How many requests a level sends: its five settings. */
export interface Size {
  /** Values of one property, the most revealing first; random values are added ({@link randomCaseCount}). */
  readonly values: number;
  /** Malformed values of each family in each form; 0: only the most revealing families are sent, one value each. */
  readonly perFamily: number;
  /** Covering arrays of contexts; none: a few of their contexts, and one case of each property but malformed values. */
  readonly contexts: number;
  /** Pages of one paged list. */
  readonly pages: number;
  /** Records of one kind that are looked at. */
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

/** Fixed cases of a property, of which the first `telling` show another way of reading each: all of those if they are shared. */
export function fixedCaseCount({ values, contexts }: Size, telling = 1, shared = false): number {
  return contexts > 0 ? values : shared ? telling : Math.min(values, telling);
}

/** Values by chance on top of the fixed ones of a property: as many as those where they are many, or else one in twenty. */
export function randomCaseCount({ values, contexts }: Size): number {
  return values >= 100 ? values : contexts > 0 ? Math.floor(values / 20) : 0;
}
