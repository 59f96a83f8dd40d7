import type { Level } from "../model/settings.ts";
import type { Size } from "../clauses/prerequisites.ts";

const SIZES: Readonly<Record<Level, Size>> = {
  smoke: {
    middle: 0,
    boundaries: 1,
    filters: 7,
    accepted: 1,
    sparing: true,
    families: 6,
    screened: 9,
    chance: 0,
    arrays: 0,
    pages: 6,
    probes: 1,
    records: 2,
  },
  standard: {
    middle: 1,
    boundaries: 19,
    filters: 7,
    accepted: 7,
    sparing: false,
    families: 60,
    screened: 60,
    chance: 0,
    arrays: 1,
    pages: 30,
    probes: 10,
    records: 40,
  },
  thorough: {
    middle: 120,
    boundaries: 1_000,
    filters: 1_000,
    accepted: 1_000,
    sparing: false,
    families: 1_000,
    screened: 0,
    chance: 120,
    arrays: 3,
    pages: 400,
    probes: 60,
    records: 60,
  },
};

/** What a level asks; `cases` replaces the generated cases per property, `pages` the pages of a walk. */
export function sizeOf(level: Level, cases?: number, pages?: number): Size {
  const size = SIZES[level];
  return {
    ...size,
    middle: cases ?? size.middle,
    chance: cases ?? size.chance,
    pages: pages ?? size.pages,
  };
}
