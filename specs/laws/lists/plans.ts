// §4.1: which walks are made over a list
import * as fc from "fast-check";
import { filterValue } from "../../../engine/model/compare.ts";
import type { Asker } from "../../../engine/model/exchange.ts";
import { keyOf, walk, type ListRow } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import type { Cases, Named } from "../../../generators/cases.ts";
import type { Direction } from "../../../engine/clauses/ordering.ts";
import { IDENTITY, listNameOf, sortedIds, type FilterInUse } from "./lists.ts";
import { queryFrom } from "../requests/ordinary.ts";
import { isPlanned, unreadList, type Walked, type WalkPlan } from "./walked.ts";

/** Rows that a filtered window of the list holds: few, so that it is walked to its end at any limit. */
const WINDOW = 4;

/** The walks over a list: several limits, both orders, with and without a filter, full and short last pages. */
export function walkPlans(list: Listing): Cases<WalkPlan> {
  const last = sortedIds(list).at(-1);
  const whole = wholeLimits(list);
  const [high, low, single] = windowsOf(list);
  const beyond =
    last === undefined
      ? []
      : [planOf(list, 5, "asc", { filter: IDENTITY[listNameOf(list)], operator: "gt", bound: last })];
  const boundaries = [
    planOf(list, 100, "asc"),
    ...beyond,
    planOf(list, 100, "desc"),
    ...[1, 2, WINDOW].map((limit) => planOf(list, limit, "desc", high)),
    ...[2, 3].map((limit) => planOf(list, limit, "asc", low)),
    planOf(list, 1, "asc", single),
    planOf(list, undefined, undefined),
    ...whole,
  ];
  const middle = fc
    .record({
      limit: fc.integer({ min: Math.min(2 * smallestLimit(list), 100), max: 100 }),
      order: fc.constantFrom<Direction[]>("asc", "desc"),
    })
    .map(({ limit, order }) => planOf(list, limit, order));
  return { boundaries, middle };
}

/** A plan in the names of the target; what it has no name for is left out. */
function planOf(
  { names }: Listing,
  limit: number | undefined,
  order: Direction | undefined,
  window?: FilterInUse,
): Named<WalkPlan> {
  const filters = names.filter === undefined || window === undefined ? [] : [window];
  const size = names.limit === undefined ? undefined : limit;
  const direction = names.order === undefined ? undefined : order;
  // Order first, as in other requests for this walk: equal requests are sent once.
  const query = queryFrom(
    [names.order, direction],
    [names.limit, size?.toString()],
    ...filters.map(({ operator, bound }) => [names.filter, filterValue(operator, bound)] as const),
  );
  const name = query.map(([key, value]) => `${key}=${value}`).join(", ");
  return { name: name || "without parameters", value: { query, filters, limit: size, order: direction } };
}

/** Filters that leave about {@link WINDOW} rows at the end of the list, at its beginning, and one in its middle. */
function windowsOf(list: Listing): readonly FilterInUse[] {
  const ids = sortedIds(list);
  const low = ids[Math.min(WINDOW, ids.length) - 1];
  const high = ids[Math.max(ids.length - WINDOW, 0)];
  const middle = ids[Math.floor(ids.length / 2)];
  if (low === undefined || high === undefined || middle === undefined) {
    return [];
  }
  const filter = IDENTITY[listNameOf(list)];
  return [
    { filter, operator: "gte", bound: high },
    { filter, operator: "lte", bound: low },
    { filter, operator: "eq", bound: middle },
  ];
}

/** Walks over the whole list: with a limit that leaves a rest, and with one that fills the last page exactly. */
function wholeLimits(list: Listing): readonly Named<WalkPlan>[] {
  const total = list.rows.length;
  if (!list.complete || total < 2) {
    return [];
  }
  const least = smallestLimit(list);
  const limits = Array.from({ length: 101 - least }, (_, index) => least + index);
  const rest = limits.find((limit) => limit > least && total % limit !== 0);
  const exact = limits.find((limit) => total % limit === 0);
  return [
    ...(rest === undefined ? [] : [planOf(list, rest, "desc")]),
    ...(exact === undefined ? [] : [planOf(list, exact, "asc")]),
  ];
}

/** The smallest limit with which the whole list still fits into a handful of pages. */
function smallestLimit(list: Listing): number {
  return Math.min(100, Math.max(1, Math.ceil(list.rows.length / 5)));
}

/** Pages that are walked without any parameter. */
const USUAL_PAGES = 4;

/**
 * Pages that are walked where the whole list is not known: what a filter selects may still end within them.
 */
const PAGES_OF_ENDLESS = 8;

/**
 * Makes the walk of a plan, with a few pages more than the rows need; where rows differ, also in the largest
 * pages.
 */
export async function walkPlan(t: Asker, list: Listing, plan: WalkPlan): Promise<Walked> {
  const expected = list.complete ? list.rows.filter((row) => isPlanned(plan, row)) : undefined;
  const { pages: most } = list.size;
  const whole = plan.limit === undefined ? most : Math.ceil((expected?.length ?? 0) / plan.limit) + 4;
  const needed = expected === undefined ? PAGES_OF_ENDLESS : whole;
  // Without parameters a few pages are enough: contexts walk short lists to their end.
  const pages = plan.query.length === 0 ? USUAL_PAGES : Math.min(needed, Math.max(most, 6));
  const walked = await walk(t, { ...list.ask(plan.query), memo: true }, list.member, pages);
  const { identity } = list;
  if (expected === undefined || sameKeys(walked.rows, expected, identity)) {
    return { plan, identity, walk: walked, expected, unread: unreadList(list) };
  }
  const large = await walk(t, { ...list.ask(list.largest), memo: true }, list.member, most);
  return { plan, identity, walk: walked, expected, large };
}

function sameKeys(some: readonly ListRow[], others: readonly ListRow[], identity: string): boolean {
  const [a, b] = [some, others].map((rows) => new Set(rows.map((row) => keyOf(row, identity))));
  return a !== undefined && b !== undefined && a.size === b.size && [...a].every((key) => b.has(key));
}

/** Pages that a small limit cuts a selection into. */
export const PAGES = 3;

/** A limit for about three pages: odd upwards, even downwards. */
export function smallLimit(rows: number | undefined, order: string | undefined): number {
  const third = Math.max(Math.ceil((rows ?? 7 * PAGES) / PAGES), 2);
  const parity = { asc: 1 - (third % 2), desc: third % 2 }[order ?? ""] ?? 0;
  return Math.min(third + parity, 100);
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
