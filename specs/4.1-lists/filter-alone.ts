// §2.1, §4.3, §4.4: one filter as the only filter of a request: its bounds, and the pages that it returns
import { idsInOtherShards } from "../../generators/near.ts";
import * as kit from "../kit/kit.ts";

/** One order per case in turn (undefined: none): a service may implement the filter separately for each order. */
export const FILTER_ORDERS = [undefined, "asc", "desc"] as const;

/**
 * The value of a row as bound, so that an inequality selects few rows: the fifth lowest for lt, lte and no operator, the fifth highest for
 * gt, gte and eq. For ne, if possible, a value with which another one begins (0.0.12 and 0.0.123): a service that compares only beginnings
 * omits both rows. Undefined if no row has a value.
 */
export function rowBound(
  { rows }: kit.Listing,
  filter: kit.RowFilter,
  operator: kit.Operator,
): string | undefined {
  const values = kit.boundValues(rows, filter);
  const texts = operator === "ne" ? values.toSorted(kit.compareTexts) : [];
  const beginning = texts.find((text, at) => texts[at + 1]?.startsWith(text));
  return beginning ?? (/^[ln]/.test(operator) ? values.slice(0, 5).at(-1) : values.slice(-5)[0]);
}

type Bounds = Readonly<Record<string, string | undefined>>;

/** Under one of these orders, a service that ignores ne returns the excluded row in the first half of the list. */
export const NE_ORDERS = ["asc", "desc"] as const;

/**
 * Cases that send one filter, perhaps with an order; smoke sends the first one. With the lowest or the highest value of the rows, an
 * inequality selects only the rows with that value, no row, or all other rows.
 */
export function boundsOf(
  list: kit.Listing,
  filter: kit.RowFilter,
  operator: kit.Operator,
): readonly kit.NamedCase<kit.FilterInUse>[] {
  if (operator === "ne") return boundsOfNe(list, filter);
  const values = kit.boundValues(list.rows, filter);
  const others = kit.isEquality(operator) ? nearMisses : valuesBetween;
  const bounds: Bounds = {
    ...others(filter, values, operator),
    "a value of a row": rowBound(list, filter, operator),
    "the lowest value": filter.lowest,
    "the highest value": filter.highest,
    ...(/^(?:gte?|lt)$/.test(operator) ? { "the highest value of the rows": values.at(-1) } : {}),
    ...(/^(?:lte?|gt)$/.test(operator) ? { "the lowest value of the rows": values[0] } : {}),
  };
  // A strict filter with this bound excludes the row that would come first in this order.
  const [first, excluded] =
    operator === "lt" ? (["desc", values.at(-1)] as const) : (["asc", values[0]] as const);
  const isStrict = operator === "lt" || operator === "gt";
  return kit.uniqueValues(kit.namedCases(bounds)).map(({ name, value: bound }, at) => {
    const order = isStrict && bound === excluded ? first : FILTER_ORDERS[at % FILTER_ORDERS.length];
    const value = { filter, operator, bound, order };
    return { name: order === undefined ? name : `${name}, in order ${order}`, value };
  });
}

/** The value of a row in each order, and the lowest and the highest value, which a service may treat specially. */
function boundsOfNe(list: kit.Listing, filter: kit.RowFilter): readonly kit.NamedCase<kit.FilterInUse>[] {
  const { lowest, highest } = filter;
  const ofRow = rowBound(list, filter, "ne");
  const extreme = (name: string, bound: string, text: string) => {
    // The acceptance clause sends the same text.
    return { name, value: { filter, operator: "ne", bound, text: kit.filterValue("ne", text) } } as const;
  };
  return [
    ...(ofRow === undefined ? [] : NE_ORDERS).map((order) => {
      const value = { filter, operator: "ne", bound: ofRow ?? "", order } as const;
      return { name: `a value of a row, in order ${order}`, value };
    }),
    extreme("the lowest value", lowest, kit.shortId(lowest)),
    extreme("the highest value", highest, highest),
  ];
}

const BITS_32 = 2n ** 32n;

const firstUnused = ({ isBound }: kit.RowFilter, values: readonly string[], candidates: readonly string[]) =>
  candidates.find((value) => isBound(value) && !values.includes(value));

/** Values that no row has, but that a wrong comparison, such as one of 32 bits, finds equal to the value of a row. */
function nearMisses(filter: kit.RowFilter, values: readonly string[], operator: kit.Operator): Bounds {
  const unused = (change: (value: string) => string, from = values) =>
    firstUnused(filter, values, from.map(change));
  const step = operator === "eq" ? -1n : 1n;
  return {
    ...idsElsewhere(values),
    "the beginning of the value of a row": unused((value) => value.slice(0, -1)),
    "a value with the same lowest 32 bits as a row": unused((value) => filter.shifted(value, BITS_32)),
    // A comparison of rounded numbers finds high neighbours equal.
    "a value next to a high one": unused((value) => filter.shifted(value, step), values.toReversed()),
  };
}

const idsElsewhere = (values: readonly string[]): Bounds =>
  Object.fromEntries(idsInOtherShards(kit.middleOf(values) ?? "").map(({ name, value }) => [name, value]));

function valuesBetween(filter: kit.RowFilter, values: readonly string[], operator: kit.Operator): Bounds {
  const isBelow = operator.startsWith("l");
  const { fewer, more } = valuesOfOtherWidths(values, filter);
  // The step goes to the side where an operator that is off by one wrongly returns or omits the row.
  const step = operator === "gt" || operator === "lte" ? -1n : 1n;
  const nearEnd = isBelow ? values.slice(0, 12) : values.slice(-12);
  const shifted = nearEnd.map((value) => filter.shifted(value, step));
  // Smoke sends only the first bound: the one that fewer rows meet.
  const widths = isBelow
    ? { "a value with fewer digits": fewer, "a value with more digits": more }
    : { "a value with more digits": more, "a value with fewer digits": fewer };
  // lte with an id in another shard or realm selects the same rows as lt.
  return {
    ...widths,
    "a value between rows": firstUnused(filter, values, shifted),
    ...(operator === "lte" ? {} : idsElsewhere(values)),
  };
}

/**
 * `fewer`: one digit fewer than the shortest value of several digits; `more`: one digit more than the longest value for which that is a
 * valid bound. As text 999 is above 1000 and 10000 is below 9999: a service that compares values as text returns rows that such a bound
 * excludes. The digits of an id are those of its last part.
 */
export function valuesOfOtherWidths(values: readonly string[], { isBound }: Pick<kit.RowFilter, "isBound">) {
  const byWidth = values.toSorted((a, b) => kit.shortId(a).length - kit.shortId(b).length);
  const shortest = byWidth.find((value) => kit.shortId(value).length > 1);
  const longer = byWidth.map(
    (value) => `${kit.shardAndRealm(value)}1${"0".repeat(kit.shortId(value).length)}`,
  );
  return {
    fewer: shortest && kit.shardAndRealm(shortest) + "9".repeat(kit.shortId(shortest).length - 1),
    more: longer.findLast(isBound),
  };
}

/**
 * Sends a filter with its order, or alone if that is refused, and follows its pages to the end; reads one page at smoke, or if the text of
 * the filter is prescribed. Inconclusive if the filter is refused with a bound that no row has: the acceptance clause checks that.
 */
export async function sendFilter(
  t: kit.RequestSender,
  list: kit.Listing,
  name: string,
  used: kit.FilterInUse,
): Promise<kit.PagesRead | kit.Inconclusive> {
  const alone = kit.queryFrom([name, used.text ?? kit.filterValue(used.operator, used.bound)]);
  const request = (sent: kit.Query) =>
    used.text === undefined
      ? kit.requestSelection(t, list, sent, kit.isSmoke(list.size) ? { pages: 1 } : {})
      : kit.pagedList(t, list.request(sent), 1);
  const ordered = [...alone, ...kit.queryFrom([list.names.order, used.order])];
  const first = await request(ordered);
  const isAlone = kit.isRefusedList(first) && ordered.length > 1;
  const pagesRead = isAlone ? await request(alone) : first;
  const [page] = pagesRead.pages;
  const isShown = kit.boundValues(list.rows, used.filter).includes(used.bound);
  if (page !== undefined && kit.isRefusedList(pagesRead) && !isShown)
    return kit.refusedElsewhere(page.response);
  const sent = isAlone ? { query: alone } : { query: ordered, ...kit.present({ order: used.order }) };
  const unread = list.complete ? undefined : (kit.whyListUnread(list) ?? kit.whyTooLong());
  return {
    plan: { ...sent, filters: [used], filterCount: 1 },
    pagedList: pagesRead,
    // The known rows of an incomplete list are expected too; `unread`: why there may be others.
    ...kit.expectedRows({ ...kit.wholeListRows(list), complete: true, unread }, [used]),
  };
}
