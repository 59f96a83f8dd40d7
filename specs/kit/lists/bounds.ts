// §4.3, §4.4: the filters of a context, with bounds that leave some rows
import { integerText, compareIds, ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import { keyOf, rowKeys, type ListRow } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { contextsOf } from "./contexts.ts";
import { isWanted, boundValues, type FilterInUse, type RowFilter } from "./lists.ts";

/** The filters that show in rows. Each bound is a value of the rows that those before it select, so that some are left. */
export function filtersIn(
  list: Listing,
  context: ParameterContext,
  baseRows: { readonly rows: readonly ListRow[] },
): readonly FilterInUse[] {
  let left = baseRows.rows;
  const { filters } = contextsOf(list);
  const sent = Object.entries(filters).filter(([factor]) => context[factor] !== "absent");
  const isBeside = sent.length > 1;
  // What is equal to a value is one row: some contexts select it, in others another parameter leaves it out. On small pages its
  // links show. What a time selects beside an id is open (interpretation 17).
  const { order, limit = "", timestamp = "absent" } = context;
  const isOut = order !== "asc" && !/^(1|small)$/.test(limit) && timestamp === "absent";
  return Object.entries(filters).flatMap(([factor, filter]) => {
    const operator = operatorIn(context[factor]);
    if (operator === undefined || filter === undefined) {
      return [];
    }
    const place = boundPlace(filter, operator, context);
    const values =
      isOut && /^(eq|none)$/.test(operator)
        ? boundValues(excludedBound(list, left), filter)
        : boundsNearTheEnd(left, filter, operator, list, context);
    const bound =
      boundValueAt(isBeside ? boundsLeavingRows(values, operator) : values, place) ??
      boundValueAt(boundValues(list.rows, filter), place);
    const used = { filter, operator, bound: bound ?? filter.lowest };
    left = left.filter((row) => isWanted(used, row) !== false);
    return [used];
  });
}

type BoundPlace = "first" | "middle" | "last";

/** Where the bound is among values that leave few rows: of a list sorted by them upwards, downwards, or not at all. */
const BOUND_PLACES: Readonly<
  Record<Operator, readonly [up: BoundPlace, down: BoundPlace, unsorted: BoundPlace]>
> = {
  none: ["first", "first", "middle"],
  eq: ["first", "first", "middle"],
  ne: ["middle", "middle", "middle"],
  gt: ["first", "last", "last"],
  gte: ["last", "first", "last"],
  lt: ["first", "last", "first"],
  lte: ["last", "first", "first"],
};

/** Few rows by the bound of an id show only on pages of a few in some order: else there are some on either side of it. */
function boundPlace(
  filter: RowFilter,
  operator: Operator,
  { limit = "", order = "absent" }: ParameterContext,
): BoundPlace {
  const isId = filter.field === filter.identity;
  const isOfHalf = limit === "small" || (isId && (order === "absent" || !/^[1-4]$/.test(limit)));
  const [up, down, unsorted] = BOUND_PLACES[operator];
  return isOfHalf ? "middle" : !isId ? unsorted : order === "desc" ? down : up;
}

/** Rows that other parameters leave out: an equal row is shown where those are not heard. All rows where there are none. */
function excludedBound({ rows, identity }: Listing, baseRows: readonly ListRow[]): readonly ListRow[] {
  const shown = rowKeys(baseRows, identity);
  const others = rows.filter((row) => !shown.has(keyOf(row, identity)));
  return others.length > 0 ? others : rows;
}

/** How many values a filter may select, by limit, so that a few pages show all rows; other limits show most lists whole. */
const MOST_SELECTED: Readonly<Record<string, number>> = { "1": 3, "2": 4, "3": 4, "4": 4, absent: 60 };

/** Place of the row that ne leaves out on ascending pages of one row, and the pages that are read there. */
export const EXCLUDED = 5;

/**
 * Values to be bounds, such that few rows are selected and the paged list sees the last of them; for ne, such that
 * the row left out is due on one of the first pages, on ascending pages of one row on the fifth. Under an operator of equality every value will do.
 */
function boundsNearTheEnd(
  rows: readonly ListRow[],
  filter: RowFilter,
  operator: Operator,
  list: Listing,
  { limit = "", order }: ParameterContext,
): readonly string[] {
  const { identity } = list;
  const few = MOST_SELECTED[limit] ?? rows.length;
  const values = boundValues(rows, filter);
  const further = limit === "absent" ? furtherThan(usualPage(list), rows, filter, operator) : undefined;
  if (further !== undefined) {
    return [further];
  }
  if (operator === "ne") {
    const known = rows.filter(
      (row) => ENTITY_ID.test(integerText(row[identity])) && filter.read(row) !== undefined,
    );
    const byIdentity = known.toSorted((a, b) =>
      compareIds(integerText(a[identity]), integerText(b[identity])),
    );
    if (limit === "1" && order === "asc" && byIdentity.length > EXCLUDED) {
      return boundValues(byIdentity.slice(EXCLUDED - 1, EXCLUDED), filter);
    }
    return boundValues(order === "desc" ? byIdentity.slice(-3) : byIdentity.slice(0, 3), filter);
  }
  const ends: Readonly<Record<string, readonly string[]>> = {
    l: values.slice(0, few),
    g: values.slice(-few),
  };
  return ends[operator.charAt(0)] ?? values;
}

/**
 * The bound that selects half a page more than two pages, or than one: where the list is sorted by the value and a link drops the
 * filter, that page shows rows that are left out. Undefined where the rows fill no more.
 */
function furtherThan(
  page: number | undefined,
  rows: readonly ListRow[],
  filter: RowFilter,
  operator: Operator,
): string | undefined {
  const values = rows.map(filter.read).filter((value) => value !== undefined);
  const sorted = values.filter(filter.isBound).toSorted(filter.compare);
  const places = [2.5, 1.5].map((pages) => Math.ceil((page ?? rows.length) * pages));
  const at = places.find((place) => place < sorted.length);
  return at === undefined || !/^[gl]/.test(operator)
    ? undefined
    : sorted.at(operator.startsWith("l") ? at : -1 - at);
}

/** The values without the one that would select nothing: no row is below the first (lt), or above the last (gt). */
export function boundsLeavingRows(
  values: readonly string[],
  operator: Operator | undefined,
): readonly string[] {
  const some = operator === "lt" ? values.slice(1) : operator === "gt" ? values.slice(0, -1) : values;
  return some.length > 0 ? some : values;
}

export function operatorIn(state: string | undefined) {
  return ROW_OPERATORS.find((operator) => operator === state);
}

/** The first, the middle or the last of the values. */
export function boundValueAt(values: readonly string[], place: BoundPlace): string | undefined {
  return values.at({ first: 0, middle: Math.floor(values.length / 2), last: -1 }[place]);
}

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

/** A limit for about three pages: odd upwards, even downwards; of few rows one that leaves some for a second page. */
function smallLimit(rows: number | undefined, order: string | undefined): number {
  const third = Math.max(Math.ceil((rows ?? 7 * PAGES) / PAGES), 2);
  const parity = { asc: 1 - (third % 2), desc: third % 2 }[order ?? ""] ?? 0;
  const limit = Math.min(third + parity, 100);
  return rows !== undefined && rows > 1 && rows <= limit ? 1 : limit;
}

/** The smallest limit under which the whole list has a handful of pages, the last one full or not. */
function wholeLimit({ rows: { length: total }, complete }: Listing, fits: (rest: number) => boolean): number {
  const least = Math.min(100, Math.max(1, Math.ceil(total / WHOLE)));
  const limits = Array.from({ length: 101 - least }, (_, index) => least + index);
  return (complete ? limits.find((limit) => fits(total % limit)) : undefined) ?? 100;
}

/** Rows on a page of most implementations where nothing is said. */
const USUAL_PAGE = 25;

/** Rows on a page where no limit is known, as the list showed; undefined where one is. */
export const usualPage = ({ largest, pageRows }: Listing): number | undefined =>
  largest.length === 0 ? pageRows : undefined;

/** Pages to request: one more than the rows need where that is at most `near`, otherwise `some`. */
export function pagesWorth(
  limit: number | undefined,
  rows: number | undefined,
  { near, some }: { readonly near: number; readonly some: number },
): number {
  const needed = Math.ceil((rows ?? Number.POSITIVE_INFINITY) / (limit ?? USUAL_PAGE));
  return needed <= near ? Math.max(needed, 1) + 1 : some;
}
