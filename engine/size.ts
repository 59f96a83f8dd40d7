import type { Level } from "./settings.ts";
import type { Size } from "./world.ts";

const SIZES: Readonly<Record<Level, Size>> = {
  smoke: {
    middle: 0,
    boundaries: 1,
    accepted: 2,
    families: 2,
    inTurn: 1,
    bodies: 1,
    chance: 0,
    contexts: 2,
    arrays: 1,
    pages: 5,
    probes: 1,
    records: 2,
  },
  standard: {
    middle: 1,
    boundaries: 19,
    accepted: 7,
    families: 60,
    inTurn: 0,
    bodies: 60,
    chance: 0,
    contexts: 1_000,
    arrays: 1,
    pages: 30,
    probes: 10,
    records: 10,
  },
  thorough: {
    middle: 120,
    boundaries: 1_000,
    accepted: 1_000,
    families: 1_000,
    inTurn: 0,
    bodies: 1_000,
    chance: 120,
    contexts: 1_000,
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
