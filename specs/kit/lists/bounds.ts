// §2.1, §4.3, §4.4: the bounds of the filters of a context, the limits of pages, and how many pages are read
import { compareIds, integerText, ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import { isRowOf, type ListRow } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke } from "../../../engine/clauses/size.ts";
import type { ParameterContext } from "../../../generators/covering.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { contextsOf } from "./contexts.ts";
import { selectsRow, sortedValues, type FilterInUse, type RowFilter } from "./lists.ts";
import type { PagePlan } from "./pages-read.ts";

export const middleOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(values.length / 2)];

export const isEquality = (operator: Operator): boolean => operator === "eq" || operator === "none";

/**
 * The unambiguous filters of a context, each with a bound chosen from the base rows that the filters before it select.
 * @param baseRows the rows that the opaque filters of the context select
 */
export function filtersIn(
  list: Listing,
  context: ParameterContext,
  baseRows: { readonly rows: readonly ListRow[] },
): readonly FilterInUse[] {
  let selectedRows = baseRows.rows;
  return Object.entries(contextsOf(list).filters).flatMap(([factor, filter]) => {
    const operator = operatorIn(context[factor]);
    if (operator === undefined || filter === undefined) return [];
    const bound = chosenBound(list, context, { filter, operator }, selectedRows) ?? filter.lowest;
    const used = { filter, operator, bound };
    selectedRows = selectedRows.filter((row) => selectsRow(used, row) !== false);
    return [used];
  });
}

/**
 * The bound of one filter; undefined if no row has a value. The bound for equality comes from an excluded row, if the request has no limit
 * and no timestamp (a service that ignores the other parameters returns that row), or else from `extremeRows`. Without these, and for other
 * operators, the bound comes from a selected row, or else from any row of the list.
 */
function chosenBound(
  list: Listing,
  context: ParameterContext,
  { filter, operator }: Pick<FilterInUse, "filter" | "operator">,
  selectedRows: readonly ListRow[],
): string | undefined {
  const { limit = "absent", timestamp = "absent" } = context;
  const isPlain = [limit, timestamp].every((state) => state === "absent");
  const boundOf = (rows: readonly ListRow[]) => boundIn(list, context, filter, operator, rows);
  const boundOfEquality = (): string | undefined => {
    const isSelected = isRowOf(selectedRows, list.identity);
    const excluded = isPlain ? list.rows.filter((row) => !isSelected(row)) : [];
    return boundOf(excluded) ?? boundOf(extremeRows(list, context, filter, selectedRows));
  };
  return (
    (isEquality(operator) ? boundOfEquality() : undefined) ?? boundOf(selectedRows) ?? boundOf(list.rows)
  );
}

/** The row with the lowest (for lt and lte, the highest) value of the other filter, if there is one, such as a balance of zero. */
function extremeRows(list: Listing, context: ParameterContext, filter: RowFilter, rows: readonly ListRow[]) {
  const others = Object.entries(contextsOf(list).filters).flatMap(([factor, other]) => {
    const operator = other === undefined || other === filter ? undefined : operatorIn(context[factor]);
    return other === undefined || operator === undefined ? [] : [{ other, operator }];
  });
  return others.slice(0, 1).flatMap(({ other, operator }) => {
    const extreme = sortedValues(rows, other).at(operator.startsWith("l") ? -1 : 0);
    return rows.filter((row) => other.read(row) === extreme).slice(0, 1);
  });
}

/** Index of the row that ne excludes on pages of one row: if one of the first four links drops the filter, the fifth page has the row. */
const INDEX_AFTER_FOUR_LINKS = 4;

const pagesOfSelection = ({ size }: Listing): number => (isSmoke(size) ? 2 : 3);

/** More rows than a page of the usual size (25 rows) has. */
const MOST_WITHOUT_LIMIT = 30;

/**
 * A bound from the values of `rows`; undefined if they have none. Equality: the value in the middle. An inequality selects half of the
 * values, but without a limit at most {@link MOST_WITHOUT_LIMIT}, with limit 1 as many as pages are read (gt and lt: none), and with limit
 * 100 up to 100. ne excludes the row that would be the second in the order of the request, or the fifth on ascending pages of one row.
 */
function boundIn(
  list: Listing,
  { limit = "absent", order }: ParameterContext,
  filter: RowFilter,
  operator: Operator,
  rows: readonly ListRow[],
): string | undefined {
  const values = sortedValues(rows, filter);
  if (operator === "ne") {
    const byId = rows
      .filter(
        (row) => ENTITY_ID.test(integerText(row[filter.identity])) && filter.isBound(filter.read(row) ?? ""),
      )
      .toSorted((a, b) => compareIds(integerText(a[filter.identity]), integerText(b[filter.identity])));
    const row = byId.at(order === "desc" ? -2 : limit === "1" ? INDEX_AFTER_FOUR_LINKS : 1) ?? byId[0];
    return row && filter.read(row);
  }
  if (isEquality(operator)) return middleOf(values);
  const isLeast = limit === "1" && !operator.endsWith("e");
  const most = isLeast ? 1 : { "1": pagesOfSelection(list), absent: MOST_WITHOUT_LIMIT }[limit];
  const half = Math.floor(values.length / 2) + 1;
  const few = limit === "100" ? Math.min(Number(limit), values.length) : Math.min(most ?? Infinity, half);
  return values.at(operator.startsWith("l") ? few - 1 : -few);
}

export const operatorIn = (state: string | undefined) => ROW_OPERATORS.find((operator) => operator === state);

/** For the states `exact` and `rest`, unless 100 rows a page need more pages. */
const PAGES_OF_WHOLE_LIST = 5;

/**
 * The limit for a state of this parameter; undefined for `absent`. `small`: the selection has two (smoke) or three pages, or pages of one
 * row if it would fit on one page. `exact`: the whole list has at most five pages, the last one full; `rest`: the last one not full. Any
 * other state is the limit itself.
 * @param rows number of selected rows, if known
 */
export function limitOf(list: Listing, state: string, rows = 21): number | undefined {
  const small = Math.min(Math.max(Math.ceil(rows / pagesOfSelection(list)), 2), 100);
  switch (state) {
    case "absent":
      return undefined;
    case "small":
      return rows > 1 && rows <= small ? 1 : small;
    case "exact":
      return wholeLimit(list, (rest) => rest === 0);
    case "rest":
      return wholeLimit(list, (rest) => rest > 0);
    default:
      return Number(state);
  }
}

/** The smallest limit with at most five pages of the whole list, the last with a number of rows (0: full) that `fits` accepts; else 100. */
function wholeLimit({ rows: { length: total }, complete }: Listing, fits: (rest: number) => boolean): number {
  const least = Math.min(100, Math.max(1, Math.ceil(total / PAGES_OF_WHOLE_LIST)));
  const limits = Array.from({ length: 101 - least }, (_, index) => least + index);
  return (complete ? limits.find((limit) => fits(total % limit)) : undefined) ?? 100;
}

/**
 * For the whole list in ascending pages of one row: 30 at standard, 300 at thorough, which reveal a row that is lost or repeated after many
 * pages. For the whole list without a limit or in at most ten pages: as many as the level allows, at least eight. Otherwise five; at smoke
 * two, which show what the first link drops, or three if the list has to end after two.
 * @param selected number of expected rows, if known
 */
export function pageBudget(
  { size, rows }: Listing,
  { limit, order, filterCount }: PagePlan,
  selected?: number,
): number {
  if (filterCount === 0 && limit === 1 && order === "asc" && !isSmoke(size)) {
    return size.contexts === 1 ? 30 : 300;
  }
  if (filterCount === 0 && (limit === undefined || limit * 10 > rows.length)) return Math.max(size.pages, 8);
  const hasTwoPages = selected !== undefined && Math.ceil(selected / (limit ?? selected)) === 2;
  return !isSmoke(size) ? 5 : hasTwoPages ? 3 : 2;
}
