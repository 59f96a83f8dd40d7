// §2.1, §4.3, §4.4: the bounds of one filter that are sent, and the rows of the list that it selects
import * as fc from "fast-check";
import type { CaseSource } from "../../../engine/clauses/clause.ts";
import type { RequestSender, Query, Inconclusive } from "../../../engine/model/exchange.ts";
import {
  compareTexts,
  filterValue,
  shardAndRealm,
  shiftedId,
  shortId,
  type Operator,
} from "../../../engine/model/compare.ts";
import { present } from "../../../engine/model/model.ts";
import { isRefusedList, pagesFor, pagedList } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke } from "../../../engine/clauses/size.ts";
import { idsElsewhere } from "../../../generators/near.ts";
import { namedCases, uniqueValues, type NamedCase } from "../../../generators/cases.ts";
import { listAt, sortedIds, boundValues, type FilterInUse, type RowFilter } from "./lists.ts";
import { FEW_DIFFERENT, whyStopped, whyTooLong, whyListUnread } from "./inconclusive.ts";
import { type PagesRead } from "./pages-read.ts";
import { expectedRows, requestSelection, wholeListRows } from "./expected-rows.ts";
import { refusedElsewhere, inconclusive } from "../requests/check-results.ts";
import { homeOf, queryFrom, unusedIds } from "../requests/ordinary.ts";

const BOTH_ORDERS = ["asc", "desc"] as const;

/**
 * Bounds that distinguish the operators, for requests with this filter alone: values of rows, and values next to, between and
 * far from values of rows. Smoke sends the first bound. For ne, which selects nearly the whole list, there is one.
 */
export function boundsOf(list: Listing, filter: RowFilter, operator: Operator): CaseSource<FilterInUse> {
  const values = boundValues(list.rows, filter);
  const has = (value: string): boolean => values.includes(value);
  const towards = operator.startsWith("l") ? values.slice(0, 12) : values.slice(-12);
  const isId = filter.field === filter.identity;
  const elsewhere = /^(none|gte)/.test(operator) ? "another realm" : "another shard";
  const far = isId ? idsElsewhere(values[Math.floor(values.length / 2)] ?? "") : [];
  const farAway = /^(none|eq|g)/.test(operator)
    ? far.find(({ name }) => name === elsewhere)?.value
    : undefined;
  const bounds = namedCases({
    ...(operator === "eq" ? { [elsewhere]: farAway } : {}),
    // The number is negative as a signed 32-bit integer.
    "a value above 31 bits": operator === "gt" && isId ? unusedIds(values)[1] : undefined,
    ...(/^(eq|gt)$/.test(operator) ? { "a value below all rows": filter.lowest } : {}),
    // Few rows lie beyond the fifth value from an end. For ne a value that is a prefix of another reveals a comparison of prefixes.
    "a value of a row":
      (operator === "ne" ? prefixValue(values) : undefined) ??
      (/^(l|ne)/.test(operator) ? values.slice(0, 5).at(-1) : values.slice(-5)[0]),
    ...(operator === "eq"
      ? { "the beginning of the value of a row": unusedPrefix(filter, values) }
      : {
          "a value between rows": towards
            .map(filter.after)
            .find((value) => filter.isBound(value) && !has(value)),
        }),
    "a value that sorts differently as text": trickyBound(towards, operator) ?? trickyBound(values, operator),
    [elsewhere]: farAway,
    "a value below all rows": filter.lowest,
    "a value above all rows": values.slice(-1).map(filter.after).find(filter.isBound),
    "the highest value": operator === "eq" ? filter.highest : undefined,
    "a value with the same lowest 32 bits as a row":
      operator === "eq" ? valueWith32Bits(filter, values) : undefined,
  });
  const sent = uniqueValues(operator === "ne" ? bounds.slice(0, 1) : bounds);
  const used = ({ name, value }: NamedCase<string>) => ({ name, value: { filter, operator, bound: value } });
  // The bounds are sent alternately without an order and with each order; ne is sent with both orders. A service may implement
  // the combinations separately.
  const isBesideBoth = operator === "ne" && !isSmoke(list.size);
  const orders = isBesideBoth ? BOTH_ORDERS : [undefined, ...BOTH_ORDERS];
  // At lower levels the contexts already send values of rows.
  const isChance = list.size.contexts > 1 && operator !== "ne" && towards.length > 0;
  return {
    boundaries: (isBesideBoth ? [...sent, ...sent] : sent).map(used).map(({ name, value }, at) => {
      const order = orders[at % orders.length];
      return { name: order === undefined ? name : `${name}, in order ${order}`, value: { ...value, order } };
    }),
    ...(isChance
      ? { middle: fc.constantFrom(...towards).map((value) => used({ name: "a value of a row", value })) }
      : {}),
  };
}

/** A value that no row has and that is a prefix of the value of a row. */
const unusedPrefix = ({ isBound }: RowFilter, values: readonly string[]): string | undefined =>
  values.map((value) => value.slice(0, -1)).find((value) => isBound(value) && !values.includes(value));

/** The value of a row that is a prefix of the value of another row. */
function prefixValue(values: readonly string[]): string | undefined {
  const texts = values.toSorted(compareTexts);
  return texts.find((text, at) => texts[at + 1]?.startsWith(text));
}

/** Reads a list at another path without a filter, on one page, and sends it the filter by eq with a value from the middle. */
export async function sendElsewhere(
  t: RequestSender,
  list: Listing,
  name: string,
  filter: RowFilter,
  path: string,
): Promise<PagesRead | Inconclusive> {
  const other = listAt(list, path);
  const { rows, ...whole } = await pagedList(t, other.request([]), 1);
  if (whole.end !== "null") {
    return whyStopped(whole, "the list was not read completely");
  }
  const values = boundValues(rows, filter);
  const bound = values[Math.floor(values.length / 2)];
  const used = { filter, operator: "eq", bound: bound ?? "" } as const;
  return values.length < 2
    ? inconclusive(FEW_DIFFERENT)
    : await sendFilter(t, { ...other, rows, pages: whole.pages, complete: true }, name, used);
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

/** A bound that selects other rows if values are compared as text: the next greater value is smaller as text. */
function trickyBound(values: readonly string[], operator: Operator): string | undefined {
  return /^[gl]/.test(operator) ? values.find((bound, at) => (values[at + 1] ?? bound) < bound) : undefined;
}

/**
 * A bound with one digit fewer than the shortest value of several digits, and a bound with one digit more than the longest value that
 * allows it. As text 999 is above 1000 and 10000 is below 9999: a service that compares values as text returns rows that such a
 * bound excludes, even if all values have the same number of digits. The digits of an id are the digits of its last part.
 */
export function boundsOfOtherWidths(
  values: readonly string[],
  { isBound }: Pick<RowFilter, "isBound">,
): readonly NamedCase<string>[] {
  const byWidth = values.toSorted((a, b) => shortId(a).length - shortId(b).length);
  const shortest = byWidth.find((value) => shortId(value).length > 1);
  const fewer = shortest && shardAndRealm(shortest) + "9".repeat(shortId(shortest).length - 1);
  const longer = byWidth.map((value) => `${shardAndRealm(value)}1${"0".repeat(shortId(value).length)}`);
  const bounds = { "a bound with fewer digits": fewer, "a bound with more digits": longer.findLast(isBound) };
  return Object.entries(bounds).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/**
 * The filters with each bound of another width: as a full id and, if all known ids have the same shard and realm, as a short id. At smoke
 * one bound for each of gt, gte, lt and lte, which few rows meet.
 */
export function filtersOfOtherWidths(
  list: Listing,
  filter: RowFilter,
  operator: Operator,
  known: readonly string[],
): readonly NamedCase<FilterInUse>[] {
  const isId = filter.field === filter.identity;
  const isShort = isId && homeOf([...sortedIds(list), ...known]) !== undefined;
  const all = boundsOfOtherWidths(boundValues(list.rows, filter), filter).flatMap(
    ({ name, value: bound }) => {
      const used: FilterInUse = { filter, operator, bound };
      const short = {
        name: `${name}, without shard and realm`,
        value: { ...used, text: filterValue(operator, shortId(bound)) },
      };
      return [...(isShort ? [short] : []), { name, value: used }];
    },
  );
  if (!isSmoke(list.size)) {
    return all;
  }
  const isInequality = /^[gl]/.test(operator);
  const metByFewRows = operator.startsWith("l") ? all.slice(0, 1) : all.slice(-1);
  return isInequality ? metByFewRows : [];
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
      ? requestSelection(t, list, sent, isSmoke(list.size) ? 1 : pagesFor(list))
      : pagedList(t, list.request(sent), 1);
  const ordered = [...alone, ...queryFrom([list.names.order, used.order])];
  const first = await request(ordered);
  const isAlone = isRefusedList(first) && ordered.length > 1;
  const pagesRead = isAlone ? await request(alone) : first;
  const [page] = pagesRead.pages;
  const isShown = boundValues(list.rows, used.filter).includes(used.bound);
  if (page !== undefined && isRefusedList(pagesRead) && !isShown) {
    return refusedElsewhere(page.response);
  }
  const sent = isAlone ? { query: alone } : { query: ordered, ...present({ order: used.order }) };
  const unread = list.complete ? undefined : (whyListUnread(list) ?? whyTooLong());
  return {
    plan: { ...sent, filters: [used], filterCount: 1 },
    pagedList: pagesRead,
    // Rows of an incompletely read list are expected too.
    ...expectedRows({ ...wholeListRows(list), complete: true, unread }, [used]),
  };
}
