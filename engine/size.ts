import type { Level } from "./settings.ts";
import type { Size } from "./world.ts";

const SIZES: Readonly<Record<Level, Size>> = {
  smoke: { middle: 0, boundaries: 1, pages: 5, probes: 1, records: 2 },
  standard: { middle: 2, boundaries: 19, pages: 30, probes: 10, records: 10 },
  thorough: { middle: 120, boundaries: 1_000, pages: 400, probes: 60, records: 60 },
};

/** What a level asks; `cases` replaces the generated cases per property, `pages` the pages of a walk. */
export function sizeOf(level: Level, cases?: number, pages?: number): Size {
  const size = SIZES[level];
  return { ...size, middle: cases ?? size.middle, pages: pages ?? size.pages };
}
