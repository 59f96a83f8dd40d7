// §4.3, §4.4: the filters of a context, with bounds that leave some rows
import { compareIds, OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import { keyOf, type ListRow } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import type { Context } from "../../../generators/covering.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { contextsOf } from "./contexts.ts";
import { isWanted, valuesOf, type FilterInUse, type RowFilter } from "./lists.ts";

/** The filters that show in rows. Each bound is a value of the rows that those before it select, so that some are left. */
export function filtersIn(
  list: Listing,
  context: Context,
  ground: { readonly rows: readonly ListRow[] },
): readonly FilterInUse[] {
  let left = ground.rows;
  const { filters } = contextsOf(list);
  const sent = Object.entries(filters).filter(([factor]) => context[factor] !== "absent");
  const isBeside = sent.length > 1;
  // What a time selects beside an id is open (reading 17).
  const isAtTime = (context["timestamp"] ?? "absent") !== "absent";
  const isAlone = !isAtTime && sent.filter(([, { row }]) => row !== undefined).length === 1;
  return Object.entries(filters).flatMap(([factor, { bound: place, row: filter }]) => {
    const operator = operatorIn(context[factor]);
    if (operator === undefined || filter === undefined) {
      return [];
    }
    const values =
      isAlone && operator === "eq" && context[place] !== "middle"
        ? valuesOf(leftOut(list, ground.rows), filter)
        : boundsNearTheEnd(left, filter, operator, list, context);
    const bound =
      valueAt(isBeside ? leavingSome(values, operator) : values, context[place]) ??
      valueAt(valuesOf(list.rows, filter), context[place]);
    const used = { filter, operator, bound: bound ?? filter.lowest };
    left = left.filter((row) => isWanted(used, row) !== false);
    return [used];
  });
}

/** Rows that other parameters leave out: an equal row is shown where those are not heard. All rows where there are none. */
function leftOut({ rows, identity }: Listing, ground: readonly ListRow[]): readonly ListRow[] {
  const shown = new Set(ground.map((row) => keyOf(row, identity)));
  const others = rows.filter((row) => !shown.has(keyOf(row, identity)));
  return others.length > 0 ? others : rows;
}

/** How many values a filter may select, by limit, so that a few pages show all rows; other limits show most lists whole. */
const MOST_SELECTED: Readonly<Record<string, number>> = { "1": 3, "2": 4, "3": 4, "4": 4, absent: 60 };

/**
 * Values to be bounds, such that few rows are selected and the walk sees the last of them; for ne, such that
 * the row left out is due on one of the first pages. Under an operator of equality every value will do.
 */
function boundsNearTheEnd(
  rows: readonly ListRow[],
  filter: RowFilter,
  operator: Operator,
  { identity }: Listing,
  { limit = "", order }: Context,
): readonly string[] {
  const few = MOST_SELECTED[limit] ?? rows.length;
  const values = valuesOf(rows, filter);
  if (operator === "ne") {
    const known = rows.filter(
      (row) => ENTITY_ID.test(String(row[identity])) && filter.read(row) !== undefined,
    );
    const byIdentity = known.toSorted((a, b) => compareIds(String(a[identity]), String(b[identity])));
    return valuesOf(order === "desc" ? byIdentity.slice(-3) : byIdentity.slice(0, 3), filter);
  }
  const ends: Readonly<Record<string, readonly string[]>> = {
    l: values.slice(0, few),
    g: values.slice(-few),
  };
  return ends[operator.charAt(0)] ?? values;
}

/** The values without the one that would select nothing: no row is below the first (lt), or above the last (gt). */
export function leavingSome(values: readonly string[], operator: Operator | undefined): readonly string[] {
  const some = operator === "lt" ? values.slice(1) : operator === "gt" ? values.slice(0, -1) : values;
  return some.length > 0 ? some : values;
}

export function operatorIn(state: string | undefined) {
  return OPERATORS.find((operator) => operator === state);
}

/** The first, the middle or the last of the values. */
export function valueAt(values: readonly string[], state = ""): string | undefined {
  return values.at({ middle: Math.floor(values.length / 2), last: -1 }[state] ?? 0);
}
