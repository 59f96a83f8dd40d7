// §4.3, §4.4: the bounds and limits of the requests of a context
import { integerText, compareIds, ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import { isRowOf, type ListRow } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke } from "../../../engine/clauses/size.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { contextsOf } from "./contexts.ts";
import { isWanted, boundValues, type FilterInUse, type RowFilter } from "./lists.ts";
import type { PagePlan } from "./pages-read.ts";

/** The unambiguous filters of a context. The bound of each is a value of the rows that the filters before it select. */
export function filtersIn(
  list: Listing,
  context: ParameterContext,
  baseRows: { readonly rows: readonly ListRow[] },
): readonly FilterInUse[] {
  const { filters } = contextsOf(list);
  const isOneOfSeveral = Object.keys(filters).filter((factor) => context[factor] !== "absent").length > 1;
  let selectedRows = baseRows.rows;
  // A filter for equality selects one row. In some contexts another parameter excludes that row, which reveals a service that ignores
  // the other parameter; small pages need the row for their links. Beside a timestamp the effect is unspecified (interpretation 17).
  const { order, limit = "", timestamp = "absent" } = context;
  const selectsExcludedRow = order !== "asc" && !/^(1|small)$/.test(limit) && timestamp === "absent";
  return Object.entries(filters).flatMap(([factor, filter]) => {
    const operator = operatorIn(context[factor]);
    if (operator === undefined || filter === undefined) {
      return [];
    }
    const place = boundPlace(filter, operator, context);
    const values =
      selectsExcludedRow && /^(eq|none)$/.test(operator)
        ? boundValues(excludedRows(list, selectedRows), filter)
        : boundsNearTheEnd(selectedRows, filter, operator, list, context);
    const bound =
      boundValueAt(isOneOfSeveral ? boundsLeavingRows(values, operator) : values, place) ??
      boundValueAt(boundValues(list.rows, filter), place);
    const used = { filter, operator, bound: bound ?? filter.lowest };
    selectedRows = selectedRows.filter((row) => isWanted(used, row) !== false);
    return [used];
  });
}

type BoundPlace = "first" | "middle" | "last";

/** The place of the bound among the candidate values: for ids in ascending order, for ids in descending order, and for balances. */
const BOUND_PLACES: Readonly<
  Record<Operator, readonly [ascendingIds: BoundPlace, descendingIds: BoundPlace, balances: BoundPlace]>
> = {
  none: ["first", "first", "middle"],
  eq: ["first", "first", "middle"],
  ne: ["middle", "middle", "middle"],
  gt: ["first", "last", "last"],
  gte: ["last", "first", "last"],
  lt: ["first", "last", "first"],
  lte: ["last", "first", "first"],
};

/**
 * The place of a bound: that in BOUND_PLACES for balances, and for ids if an order and a limit of 1 to 4 are sent; in the middle
 * otherwise, and at the limit `small`.
 */
function boundPlace(
  filter: RowFilter,
  operator: Operator,
  { limit = "", order = "absent" }: ParameterContext,
): BoundPlace {
  const [ascendingIds, descendingIds, balances] = BOUND_PLACES[operator];
  if (limit === "small") {
    return "middle";
  }
  if (filter.field !== filter.identity) {
    return balances;
  }
  const hasSmallSortedPages = order !== "absent" && /^[1-4]$/.test(limit);
  return !hasSmallSortedPages ? "middle" : order === "desc" ? descendingIds : ascendingIds;
}

/** The rows that the other parameters exclude; all rows if none is excluded. */
function excludedRows({ rows, identity }: Listing, selectedRows: readonly ListRow[]): readonly ListRow[] {
  const isSelected = isRowOf(selectedRows, identity);
  const excluded = rows.filter((row) => !isSelected(row));
  return excluded.length > 0 ? excluded : rows;
}

/** Maximum number of values that a filter selects, by limit, so that the pages that are read hold all their rows. Other limits: any. */
const MOST_SELECTED: Readonly<Record<string, number>> = { "1": 3, "2": 4, "3": 4, "4": 4, absent: 60 };

/** Index of the row that ne excludes on ascending pages of one row: it is on the fifth page if one of four links dropped the filter. */
const INDEX_AFTER_FOUR_LINKS = 4;

/**
 * Candidate bounds that select so few rows that the last one is on a page that is read. For ne the excluded row would be the second in
 * the order of the request, or on ascending pages of one row the fifth. For operators of equality every value qualifies.
 */
function boundsNearTheEnd(
  rows: readonly ListRow[],
  filter: RowFilter,
  operator: Operator,
  { identity }: Listing,
  { limit = "", order }: ParameterContext,
): readonly string[] {
  if (operator === "ne") {
    const byId = rows
      .filter((row) => ENTITY_ID.test(integerText(row[identity])) && filter.isBound(filter.read(row) ?? ""))
      .toSorted((a, b) => compareIds(integerText(a[identity]), integerText(b[identity])));
    const at = order === "desc" ? -2 : limit === "1" ? INDEX_AFTER_FOUR_LINKS : 1;
    const row = byId.at(at) ?? byId[0];
    return row === undefined ? [] : boundValues([row], filter);
  }
  const few = MOST_SELECTED[limit] ?? rows.length;
  const values = boundValues(rows, filter);
  return operator.startsWith("l")
    ? values.slice(0, few)
    : operator.startsWith("g")
      ? values.slice(-few)
      : values;
}

/** The values without the one that would select nothing: no row is below the first (lt), or above the last (gt). */
function boundsLeavingRows(values: readonly string[], operator: Operator): readonly string[] {
  const leavingRows = operator === "lt" ? values.slice(1) : operator === "gt" ? values.slice(0, -1) : values;
  return leavingRows.length > 0 ? leavingRows : values;
}

export function operatorIn(state: string | undefined) {
  return ROW_OPERATORS.find((operator) => operator === state);
}

/** The first, the middle or the last of the values. */
export function boundValueAt(values: readonly string[], place: BoundPlace): string | undefined {
  return values.at({ first: 0, middle: Math.floor(values.length / 2), last: -1 }[place]);
}

/** Number of pages of a selection under the limit `small`. */
const PAGES_OF_SMALL = 3;

/** Number of pages of the whole list under the limits `exact` and `rest`. */
const PAGES_OF_WHOLE_LIST = 5;

/**
 * The limit of a context. `small` gives about three pages of the selection; `exact` and `rest` give at most five pages of the whole
 * list, the last one full or not.
 * @param rows number of selected rows; undefined if unknown
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

/** A limit for about three pages: odd in ascending order, even in descending order; 1 if the rows would fit on one page. */
function smallLimit(rows: number | undefined, order: string | undefined): number {
  const third = Math.max(Math.ceil((rows ?? 7 * PAGES_OF_SMALL) / PAGES_OF_SMALL), 2);
  const parity = { asc: 1 - (third % 2), desc: third % 2 }[order ?? ""] ?? 0;
  const limit = Math.min(third + parity, 100);
  return rows !== undefined && rows > 1 && rows <= limit ? 1 : limit;
}

/** The smallest limit under which the whole list has at most five pages, the last one full or not. */
function wholeLimit({ rows: { length: total }, complete }: Listing, fits: (rest: number) => boolean): number {
  const least = Math.min(100, Math.max(1, Math.ceil(total / PAGES_OF_WHOLE_LIST)));
  const limits = Array.from({ length: 101 - least }, (_, index) => least + index);
  return (complete ? limits.find((limit) => fits(total % limit)) : undefined) ?? 100;
}

/** The number of pages that are read of a list with filters. */
const PAGES_OF_FILTERS = 5;

/**
 * The page budget of a request. The whole list is read completely where its limit gives a handful of pages, and from standard on up to
 * 30 or 300 pages of one row: only there a row that is lost or repeated from the tenth page on is found. At smoke the second page of
 * other requests shows what the first link drops, and the page behind it whether the list ends there.
 */
export function pageBudget(
  { size, rows }: Listing,
  { limit, order, filterCount }: PagePlan,
  selected?: number,
): number {
  if (filterCount === 0 && limit === 1 && order !== undefined && !isSmoke(size)) {
    return size.contexts === 1 ? 30 : 300;
  }
  if (filterCount === 0 && (limit === undefined || limit * 10 > rows.length)) {
    return Math.max(size.pages, 8);
  }
  const hasTwoPages = selected !== undefined && Math.ceil(selected / (limit ?? selected)) === 2;
  return !isSmoke(size) ? PAGES_OF_FILTERS : hasTwoPages ? 3 : 2;
}
