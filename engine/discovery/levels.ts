import type { Level } from "../model/settings.ts";
import type { Size } from "../clauses/prerequisites.ts";

const SIZES: Readonly<Record<Level, Size>> = {
  smoke: { values: 6, contexts: 0, pages: 6, records: 2 },
  standard: { values: 25, contexts: 1, pages: 30, records: 20 },
  thorough: { values: 120, contexts: 3, pages: 100, records: 60 },
};

/** What a level asks. */
export const sizeOf = (level: Level): Size => SIZES[level];
