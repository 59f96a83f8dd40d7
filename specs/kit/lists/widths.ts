// §2.1, §4.3, §4.4: bounds with fewer and with more digits than the values of the rows
import { filterValue, shardAndRealm, shortId, type Operator } from "../../../engine/model/compare.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import type { NamedCase } from "../../../generators/cases.ts";
import { homeOf } from "../requests/ordinary.ts";
import { sortedIds, boundValues, type FilterInUse, type RowFilter } from "./lists.ts";

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
        name: `${name}, short`,
        value: { ...used, text: filterValue(operator, shortId(bound)) },
      };
      return [...(isShort ? [short] : []), { name, value: used }];
    },
  );
  const hardlyMet = operator.startsWith("l") ? all.slice(0, 1) : all.slice(-1);
  return list.size.contexts > 0 ? all : /^[gl]/.test(operator) ? hardlyMet : [];
}
