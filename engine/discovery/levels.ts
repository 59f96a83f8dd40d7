import type { Level } from "../model/settings.ts";
import type { Size } from "../clauses/prerequisites.ts";

/** What a level asks; `cases` replaces the generated cases per property, `pages` the pages of a walk. */
export function sizeOf(level: Level, cases?: number, pages?: number): Size {
  const at = <T>(smoke: T, standard: T, thorough: T): T => ({ smoke, standard, thorough })[level];
  return {
    middle: cases ?? at(0, 1, 120),
    boundaries: at(1, 19, 1_000),
    filters: at(7, 7, 1_000),
    accepted: at(1, 7, 1_000),
    sparing: at(true, false, false),
    families: at(6, 60, 1_000),
    screened: at(9, 60, 0),
    chance: cases ?? at(0, 0, 120),
    arrays: at(0, 1, 3),
    pages: pages ?? at(6, 30, 400),
    probes: at(1, 10, 60),
    records: at(2, 40, 60),
  };
}
