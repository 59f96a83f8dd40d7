// §2.1, §4.3, §4.4: what a filter selects, against the rows found without it
import * as fc from "fast-check";
import type { ClauseId, Given } from "../../engine/clause.ts";
import { filterValue, selects, type Comparison, type Operator } from "../../engine/compare.ts";
import { wholeAnswer } from "../../engine/classify.ts";
import type { Asking, Finding, Judgement } from "../../engine/exchange.ts";
import { cut } from "../../engine/inspect.ts";
import { oncePer } from "../../engine/memo.ts";
import { pagesFor, walk, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing, ParameterKey } from "../../engine/world.ts";
import { idsElsewhere } from "../../generators/near.ts";
import type { Named } from "../../generators/cases.ts";
import { refusedElsewhere } from "./verdicts.ts";
import { lostRows } from "./differences.ts";
import { placedRows } from "./walks.ts";

/** A filter whose meaning can be seen in the rows: a member of theirs is compared to a bound. */
export interface RowFilter {
  readonly endpoint: "tokens" | "tokenBalances";
  readonly list: "tokens" | "balances";
  readonly key: ParameterKey;
  /** Member of a row that is compared. */
  readonly field: string;
  readonly identity: string;
  readonly compare: Comparison;
  /** The member as the filter would write it; undefined where it cannot be compared. */
  readonly read: (row: ListRow) => string | undefined;
  /** Whether a value of a row can be sent as a bound. */
  readonly isBound: (value: string) => boolean;
  /** The value next to a bound, for bounds that no row has. */
  readonly after: (bound: string) => string;
  /** Below whatever a row may have. */
  readonly lowest: string;
  /** The clause on what the filter accepts. */
  readonly acceptance: ClauseId;
}

/** A filter in use: its operator and bound, and what came. */
export interface Filtered {
  readonly operator: Operator;
  readonly bound: string;
  readonly walk: Walk;
  readonly list: Pick<Listing, "rows" | "complete">;
}

/** A row with the value that a filter compares. */
interface Compared {
  readonly row: ListRow;
  readonly value: string;
}

/** The rows that a filter can compare, lowest value first; by filter and list. */
const comparedRows = oncePer((filter: RowFilter) =>
  oncePer(({ rows }: Filtered["list"]): readonly Compared[] =>
    rows
      .flatMap((row) => {
        const value = filter.read(row);
        return value === undefined ? [] : [{ row, value }];
      })
      .toSorted((a, b) => filter.compare(a.value, b.value)),
  ),
);

/** The values of the rows that can be sent as bounds, each once, lowest first; by filter and list. */
const valuesOf = oncePer((filter: RowFilter) =>
  oncePer((list: Filtered["list"]): readonly string[] => {
    const values = new Set(comparedRows(filter)(list).map(({ value }) => value));
    return [...values].filter(filter.isBound);
  }),
);

/** Index of the first row that is not before the bound, or, with `past`, of the first one behind it. */
function placeOf(rows: readonly Compared[], { compare }: RowFilter, bound: string, past: boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const comparison = compare(rows[middle]?.value ?? bound, bound);
    if (comparison < 0 || (past && comparison === 0)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The rows of a list that a filter selects. They are sorted, so that few of them are compared. */
function selectedRows(
  list: Filtered["list"],
  filter: RowFilter,
  operator: Operator,
  bound: string,
): readonly Compared[] {
  const rows = comparedRows(filter)(list);
  const from = placeOf(rows, filter, bound, false);
  const to = placeOf(rows, filter, bound, true);
  return [
    ...(selects(operator, -1) ? rows.slice(0, from) : []),
    ...(selects(operator, 0) ? rows.slice(from, to) : []),
    ...(selects(operator, 1) ? rows.slice(to) : []),
  ];
}

/** Bounds that tell the operators apart: values that rows have, values between, values outside. */
export function boundsOf(list: Listing, filter: RowFilter, operator: Operator): Given<string> {
  const values = valuesOf(filter)(list);
  const has = (value: string): boolean => values.includes(value);
  const towards = operator.startsWith("l") ? values.slice(0, 12) : values.slice(-12);
  const low = filter.lowest;
  const high = values.slice(-1).map(filter.after).filter(filter.isBound);
  const at = (index: number, name: string): Named<string>[] =>
    values[index] === undefined ? [] : [{ name, value: values[index] }];
  const between = towards.map(filter.after).find((value) => filter.isBound(value) && !has(value));
  const tricky = trickyBound(towards, operator) ?? trickyBound(values, operator);
  const boundaries = [
    ...at(
      // For ne a low one beside the highest: whatever the default order, one of them is on a later page.
      /^(l|ne)/.test(operator) ? Math.min(4, values.length - 1) : Math.max(values.length - 5, 0),
      "a value of a row",
    ),
    ...at(values.length - 1, "the highest value"),
    ...at(0, "the lowest value"),
    ...(between === undefined ? [] : [{ name: "a value between rows", value: between }]),
    ...(tricky === undefined ? [] : [{ name: "a value that text would sort elsewhere", value: tricky }]),
    ...(/^(none|eq|gt)/.test(operator) ? elsewhere(filter, values) : []),
    { name: "below all", value: low },
    ...high.map((value) => ({ name: "above all", value })),
  ];
  const middle = fc
    .constantFrom(...(towards.length === 0 ? [low] : towards))
    .map((value) => ({ name: "a value of a row", value }));
  const few = operator === "ne" ? boundaries.filter(({ name }) => !SAME_FOR_NE.has(name)) : boundaries;
  return {
    boundaries: affordable(unique(few), list, filter, operator),
    ...(operator === "ne" ? {} : { middle }),
  };
}

/** The id of a row in another shard: shard and realm are part of an id. */
function elsewhere(filter: RowFilter, values: readonly string[]): readonly Named<string>[] {
  const id = values[Math.floor(values.length / 2)];
  return filter.field === filter.identity && id !== undefined ? idsElsewhere(id).slice(0, 1) : [];
}

/** Pages that one bound may cost, where there are cheaper ones. */
const DEAR = 4;

/** The bounds without those that select more pages than the clause is worth; at least the cheapest one. */
function affordable(
  bounds: readonly Named<string>[],
  list: Listing,
  filter: RowFilter,
  operator: Operator,
): readonly Named<string>[] {
  const costs = bounds.map((bound) => {
    return { bound, pages: selectedRows(list, filter, operator, bound.value).length / list.pageRows };
  });
  const least = Math.min(...costs.map(({ pages }) => pages));
  return costs.filter(({ pages }) => pages <= Math.max(DEAR, least)).map(({ bound }) => bound);
}

/** Bounds that select all rows under ne, as another one does: each costs a walk over the whole list. */
const SAME_FOR_NE = new Set(["the lowest value", "below all", "a value between rows"]);

function unique(named: readonly Named<string>[]): readonly Named<string>[] {
  return named.filter(({ value }, index) => named.findIndex((other) => other.value === value) === index);
}

/** A bound that selects other rows when values are compared as text. */
function trickyBound(values: readonly string[], operator: Operator): string | undefined {
  if (!/^[gl]/.test(operator)) {
    return undefined;
  }
  return values.find((bound, at) =>
    values.some((value, index) => index !== at && index > at !== value > bound),
  );
}

/** Sends a filter and walks to the end of what it selects. */
export function* askFilter(list: Listing, name: string, operator: Operator, bound: string): Asking<Filtered> {
  const first = list.ask([[name, filterValue(operator, bound)], ...list.largest]);
  const walked = yield* walk({ ...first, memo: true }, list.member, pagesFor(list));
  return { operator, bound, walk: walked, list };
}

/** Every row that comes is selected, and every row of the whole list that is selected comes. */
export function judgeFiltered(filtered: Filtered, filter: RowFilter): Judgement {
  const { walk: walked, operator, bound, list } = filtered;
  const [first] = walked.pages;
  if (first === undefined || (walked.end === "refused" && walked.pages.length === 1)) {
    const expected = "status 200 and the list";
    const own = list.rows.length === 0 || valuesOf(filter)(list).includes(bound);
    return first === undefined
      ? []
      : own
        ? [wholeAnswer(first.reply, "a well-formed filter is refused", expected)]
        : refusedElsewhere(first.reply, filter.acceptance);
  }
  const wrong = wronglySelected(filtered, filter);
  if (wrong.length > 0) {
    return wrong;
  }
  if (!list.complete || walked.end !== "null") {
    return walked.rows.length > 0
      ? []
      : { undecided: "the list is longer than this level walks", cause: "data" };
  }
  if (list.rows.length === 0) {
    return { undecided: "the list has no rows to select from", cause: "data" };
  }
  const message = `a row that the filter selects (${operator}) is left out`;
  const { identity } = filter;
  const due = new Set(selectedRows(list, filter, operator, bound).map(({ row }) => row));
  // In the order of the list, which shows where each of them should stand.
  return lostRows(
    { walk: walked, identity, message },
    list.rows.filter((row) => due.has(row)),
  );
}

function wronglySelected({ walk: walked, operator, bound }: Filtered, filter: RowFilter): readonly Finding[] {
  return placedRows(walked)
    .filter(({ row }) => isSelected(filter, operator, row, bound) === false)
    .map(({ row, reply, pointer }) => ({
      message: `a row that the filter (${operator}) leaves out is shown`,
      pointer: `${pointer}/${filter.field}`,
      expected: `${filter.field} ${operator === "none" ? "eq" : operator} ${bound}`,
      actual: cut(row[filter.field]),
      reply,
    }));
}

/** Undefined where the member cannot be compared: its table row judges that. */
export function isSelected(
  filter: RowFilter,
  operator: Operator,
  row: ListRow,
  bound: string,
): boolean | undefined {
  const value = filter.read(row);
  return value === undefined ? undefined : selects(operator, filter.compare(value, bound));
}
