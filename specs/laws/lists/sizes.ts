// §4.1: how many rows a page is asked for, and how many pages are read
import type { Listing } from "../../../engine/clauses/prerequisites.ts";

/** Pages that a small limit cuts a selection into. */
export const PAGES = 3;

/** Pages that the whole list is cut into. */
const WHOLE = 5;

/**
 * The limit that a context means: `small` cuts the selection into about three pages, `exact` and `rest` the whole list into at most
 * five, the last one full or not. `rows`: how many are selected, where it is known.
 */
export function limitOf(
  list: Listing,
  state: string,
  rows: number | undefined,
  order?: string,
): number | undefined {
  switch (state) {
    case "absent":
      return undefined;
    case "small":
      return smallLimit(rows, order);
    case "exact":
      return wholeLimit(list, (rest) => rest === 0);
    case "rest":
      return wholeLimit(list, (rest) => rest > 0);
    default:
      return Number(state);
  }
}

/** A limit for about three pages: odd upwards, even downwards. */
function smallLimit(rows: number | undefined, order: string | undefined): number {
  const third = Math.max(Math.ceil((rows ?? 7 * PAGES) / PAGES), 2);
  const parity = { asc: 1 - (third % 2), desc: third % 2 }[order ?? ""] ?? 0;
  return Math.min(third + parity, 100);
}

/** The smallest limit under which the whole list has a handful of pages, the last one full or not. */
function wholeLimit({ rows: { length: total }, complete }: Listing, fits: (rest: number) => boolean): number {
  const least = Math.min(100, Math.max(1, Math.ceil(total / WHOLE)));
  const limits = Array.from({ length: 101 - least }, (_, index) => least + index);
  return (complete ? limits.find((limit) => fits(total % limit)) : undefined) ?? 100;
}

/** Rows on a page of most implementations where nothing is said. */
const USUAL_PAGE = 25;

/** Pages to ask for: one more than the rows need where that is at most `near`, otherwise `some`. */
export function pagesWorth(
  limit: number | undefined,
  rows: number | undefined,
  { near, some }: { readonly near: number; readonly some: number },
): number {
  const needed = Math.ceil((rows ?? Number.POSITIVE_INFINITY) / (limit ?? USUAL_PAGE));
  return needed <= near ? Math.max(needed, 1) + 1 : some;
}
