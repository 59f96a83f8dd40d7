// §2.1, §4.3, §4.4: bounds of one filter, and its selection from the rows of the list
import * as fc from "fast-check";
import type { CaseSource } from "../../../engine/clauses/clause.ts";
import type { RequestSender, Query, Inconclusive } from "../../../engine/model/exchange.ts";
import {
  integerText,
  compareIds,
  compareTexts,
  filterValue,
  ROW_OPERATORS,
  shiftedId,
  type Operator,
} from "../../../engine/model/compare.ts";
import { present } from "../../../engine/model/model.ts";
import { isRefusedList, pagesFor, pagedList, type ListRow } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { idsElsewhere } from "../../../generators/near.ts";
import { namedCases, uniqueValues, type NamedCase } from "../../../generators/cases.ts";
import { formats } from "../../../generators/formats.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import {
  isWanted,
  listAt,
  otherPaths,
  sortedIds,
  boundValues,
  type FilterInUse,
  type RowFilter,
} from "./lists.ts";
import { FEW_DIFFERENT, whyStopped, whyTooLong, whyListUnread } from "./inconclusive.ts";
import { type PagesRead } from "./pages-read.ts";
import { requestSelection } from "./base-rows.ts";
import { refusedElsewhere, inconclusive } from "../requests/check-results.ts";
import { homeOf, queryFrom, unusedIds } from "../requests/ordinary.ts";

function selectedRows(rows: readonly ListRow[], used: FilterInUse): readonly ListRow[] {
  return rows.filter((row) => isWanted(used, row) === true);
}

/** The most revealing bounds of each operator, which are sent first. */
const REVEALING_BOUNDS: Readonly<Record<Operator, readonly string[]>> = {
  none: ["a value of a row"],
  eq: ["another shard", "below all"],
  ne: ["the highest value"],
  gt: ["above 31 bits", "below all"],
  gte: ["a value of a row"],
  lt: ["a value of a row"],
  lte: ["a value of a row"],
};

const BOTH_ORDERS = [undefined, "asc", "desc"] as const;

/**
 * Bounds that distinguish the operators, each for the filter alone: values of rows, values next to them and between them. The most
 * revealing bounds come first. Bounds that select more than a page are dropped if another bound selects fewer rows.
 */
export function boundsOf(list: Listing, filter: RowFilter, operator: Operator): CaseSource<FilterInUse> {
  const values = boundValues(list.rows, filter);
  const has = (value: string): boolean => values.includes(value);
  const towards = operator.startsWith("l") ? values.slice(0, 12) : values.slice(-12);
  const isId = filter.field === filter.identity;
  const elsewhere = /^(none|gte)/.test(operator) ? "another realm" : "another shard";
  const between = towards.map(filter.after).find((value) => filter.isBound(value) && !has(value));
  const far = isId ? idsElsewhere(values[Math.floor(values.length / 2)] ?? "") : [];
  const boundaries = namedCases({
    // Few rows lie beyond the fifth value from an end. For ne a value that is a prefix of another reveals a comparison of prefixes.
    "a value of a row":
      (operator === "ne" ? prefixValue(values) : undefined) ??
      (/^(l|ne)/.test(operator) ? values.slice(0, 5).at(-1) : values.slice(-5)[0]),
    ...(operator === "eq"
      ? { "the beginning of a value": unusedPrefix(filter, values) }
      : { "a value between rows": between }),
    "a value that text would sort elsewhere": trickyBound(towards, operator) ?? trickyBound(values, operator),
    [elsewhere]: /^(none|eq|g)/.test(operator)
      ? far.find(({ name }) => name === elsewhere)?.value
      : undefined,
    "below all": filter.lowest,
    "above all": values.slice(-1).map(filter.after).find(filter.isBound),
    // The number is negative as a signed 32-bit integer.
    "above 31 bits": operator === "gt" && isId ? unusedIds(values)[1] : undefined,
    "a value of a row in 32 bits": operator === "eq" ? valueWith32Bits(filter, values) : undefined,
  });
  // ne selects nearly the whole list, on many pages: one bound is enough.
  const bounds = operator === "ne" ? boundaries.slice(0, 1) : boundaries;
  const used = ({ name, value }: NamedCase<string>) => ({ name, value: { filter, operator, bound: value } });
  // At lower levels the contexts already send values of rows.
  const isChance = list.size.contexts > 1 && operator !== "ne" && towards.length > 0;
  const showing = REVEALING_BOUNDS[operator].flatMap((wanted) =>
    bounds.filter(({ name }) => name === wanted),
  );
  const sent = affordableBounds(uniqueValues([...showing, ...bounds]), list, filter, operator);
  return {
    // In turn without an order and beside each order: a service may implement the combinations separately.
    boundaries: sent.map(used).map(({ name, value }, at) => {
      const order =
        operator === "ne" && list.size.contexts > 0
          ? againstDefault(list)
          : BOTH_ORDERS[at % BOTH_ORDERS.length];
      return { name, value: { ...value, order } };
    }),
    ...(isChance
      ? { middle: fc.constantFrom(...towards).map((value) => used({ name: "a value of a row", value })) }
      : {}),
  };
}

/** The order opposite to the default order, as the ends of the list show it. */
function againstDefault({ rows, identity }: Listing): FilterInUse["order"] {
  const ids = rows.map((row) => integerText(row[identity])).filter((id) => ENTITY_ID.test(id));
  const [first = "", last = first] = [ids[0], ids.at(-1)];
  return first !== last && compareIds(first, last) < 0 ? "desc" : "asc";
}

/** A value that no row has and that is a prefix of the value of a row. */
const unusedPrefix = ({ isBound }: RowFilter, values: readonly string[]): string | undefined =>
  values.map((value) => value.slice(0, -1)).find((value) => isBound(value) && !values.includes(value));

/** The value of a row that is a prefix of the value of another row. */
function prefixValue(values: readonly string[]): string | undefined {
  const texts = values.toSorted(compareTexts);
  return texts.find((text, at) => texts[at + 1]?.startsWith(text));
}

/**
 * The bound that the acceptance clause sends for an operator: one request serves both clauses. Empty if the bound is an id without
 * shard and realm, and the known ids are of several shards or realms.
 */
export function acceptedBound(
  list: Listing,
  filter: RowFilter,
  operator: Operator,
  known: readonly string[],
): readonly NamedCase<FilterInUse>[] {
  const format = filter.field === filter.identity ? formats.entityIdFilter : formats.balanceFilter;
  const path = list.request([]).target.split("/");
  const home = homeOf([...sortedIds(list), ...known, ...path]) ?? "";
  return format
    .valid()
    .boundaries.map(({ name, value }) => ({
      name,
      text: value,
      withoutUserHeaders: value.slice(value.indexOf(":") + 1),
    }))
    .filter(({ text, withoutUserHeaders }) => text === filterValue(operator, withoutUserHeaders))
    .slice(0, list.size.contexts === 0 ? 0 : 1)
    .map(({ name, text, withoutUserHeaders }) => {
      const bound = filter.isBound(withoutUserHeaders) ? withoutUserHeaders : home + withoutUserHeaders;
      return { name, value: { filter, operator, bound, text } };
    })
    .filter(({ value }) => filter.isBound(value.bound));
}

/** A filter on the list at another path, with a bound from the middle of the values of that list. */
export interface Elsewhere {
  readonly filter: RowFilter;
  readonly operator: Operator;
  readonly path: string;
}

/** The requests for other paths: for the one operator that the seed picks, otherwise none. */
export function filtersElsewhere(
  list: Listing,
  filter: RowFilter,
  operator: Operator,
  seed: number,
): readonly NamedCase<Elsewhere>[] {
  const isOfIt = ROW_OPERATORS[Math.abs(seed) % ROW_OPERATORS.length] === operator;
  const paths = isOfIt ? otherPaths(list) : [];
  return paths.map((path) => ({ name: path, value: { filter, operator, path } }));
}

/** Requests another list without a filter, on one page, then with it: see {@link sendFilter}. */
export async function sendElsewhere(
  t: RequestSender,
  list: Listing,
  name: string,
  { filter, operator, path }: Elsewhere,
): Promise<PagesRead | Inconclusive> {
  const other = listAt(list, path);
  const { rows, ...whole } = await pagedList(t, other.request([]), 1);
  if (whole.end !== "null") {
    return whyStopped(whole, "the list was not read completely");
  }
  const values = boundValues(rows, filter);
  const bound = values[Math.floor((values.length - (operator.startsWith("l") ? 1 : 0)) / 2)];
  return values.length < 2 || bound === undefined
    ? inconclusive(FEW_DIFFERENT)
    : await sendFilter(t, { ...other, rows, pages: whole.pages, complete: true }, name, {
        filter,
        operator,
        bound,
      });
}

const BITS_32 = 2n ** 32n;

/** A value whose lowest 32 bits are the value of a row: reveals a service that truncates numbers to 32 bits. */
function valueWith32Bits(
  { field, identity, isBound }: RowFilter,
  values: readonly string[],
): string | undefined {
  return values
    .map((value) => (field === identity ? shiftedId(value, BITS_32) : String(BigInt(value) + BITS_32)))
    .find((value) => isBound(value) && !values.includes(value));
}

/** Pages that the selection of one bound may have. */
const MOST_PAGES = 1;

/** The bounds whose selections have few pages; at least the bound with the smallest selection. */
function affordableBounds(
  bounds: readonly NamedCase<string>[],
  list: Listing,
  filter: RowFilter,
  operator: Operator,
): readonly NamedCase<string>[] {
  const costs = bounds.map((bound) => {
    const selected = selectedRows(list.rows, { filter, operator, bound: bound.value });
    return { bound, pages: selected.length / list.pageRows };
  });
  const least = Math.min(...costs.map(({ pages }) => pages));
  return costs.filter(({ pages }) => pages <= Math.max(MOST_PAGES, least)).map(({ bound }) => bound);
}

/** A bound that selects other rows if values are compared as text: the next greater value is smaller as text. */
function trickyBound(values: readonly string[], operator: Operator): string | undefined {
  return /^[gl]/.test(operator) ? values.find((bound, at) => (values[at + 1] ?? bound) < bound) : undefined;
}

/**
 * Sends a filter, beside an order or alone, and follows its pages to the end; reads one page at smoke, or if the text of the filter
 * is prescribed. The rows of the list that meet the filter are expected. Inconclusive if the filter is refused with a bound that no
 * row has: the acceptance clause checks that.
 */
export async function sendFilter(
  t: RequestSender,
  list: Listing,
  name: string,
  used: FilterInUse,
): Promise<PagesRead | Inconclusive> {
  const alone = queryFrom([name, used.text ?? filterValue(used.operator, used.bound)]);
  const request = (sent: Query) =>
    used.text === undefined
      ? requestSelection(t, list, sent, list.size.contexts === 0 ? 1 : pagesFor(list))
      : pagedList(t, list.request(sent), 1);
  const ordered = [...alone, ...queryFrom([list.names.order, used.order])];
  const first = await request(ordered);
  const isAlone = isRefusedList(first) && ordered.length > 1;
  const pagesRead = isAlone ? await request(alone) : first;
  const { filter, bound } = used;
  const [page] = pagesRead.pages;
  const isShown = boundValues(list.rows, filter).includes(bound);
  if (page !== undefined && isRefusedList(pagesRead) && !isShown) {
    return refusedElsewhere(page.response, filter.acceptance);
  }
  // In the order of the list, so that the place of a missing row can be reported. Rows of an incompletely read list are expected too.
  const selection = selectedRows(list.rows, used);
  const sent = isAlone ? { query: alone } : { query: ordered, ...present({ order: used.order }) };
  const plan = { ...sent, filters: [used], selecting: 1 };
  return {
    plan,
    pagedList: pagesRead,
    selection,
    sources: [list],
    whole: list.rows,
    ...(list.complete ? {} : { unread: whyListUnread(list) ?? whyTooLong() }),
  };
}
