// §4.1: which walks are made over a list
import * as fc from "fast-check";
import { compareIds, selects, type Operator } from "../../engine/compare.ts";
import type { Query } from "../../engine/call.ts";
import type { Asking } from "../../engine/exchange.ts";
import { oncePer } from "../../engine/memo.ts";
import { keyOf, walk, type ListRow, type Walk } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import type { Cases, Named } from "../../generators/cases.ts";
import type { Direction } from "../../engine/sort-keys.ts";

/** A walk to make: its first request, and what it should show. */
export interface WalkPlan {
  readonly query: Query;
  /** Rows asked for per page; absent: as many as the target likes. */
  readonly limit?: number;
  /** Absent: the default order, which the document does not name. */
  readonly order?: Direction;
  /** The filter on the identity of the rows, if there is one. */
  readonly filter?: { readonly operator: Operator; readonly bound: string };
}

/** A walk that was made, and the rows that the whole list says it should hold. */
export interface Walked {
  readonly plan: WalkPlan;
  readonly identity: string;
  readonly walk: Walk;
  /** Absent where the whole list is not known. */
  readonly expected?: readonly ListRow[];
  /** The same rows in the largest pages, to be shown beside it; absent where both hold the same. */
  readonly large?: Walk;
}

/** Rows that a filtered window of the list holds: few, so that it is walked to its end at any limit. */
const WINDOW = 6;

/** The walks over a list: several limits, both orders, with and without a filter, full and short last pages. */
export function walkPlans(list: Listing): Cases<WalkPlan> {
  const ids = sortedIds(list);
  const [rest, exact] = wholeLimits(list);
  const windows = windowsOf(ids);
  const boundaries = [
    planOf(list, 100, "asc"),
    planOf(list, 100, "desc"),
    ...windows.flatMap((filter, index) =>
      [1, 2, 3, 4, WINDOW]
        .slice(0, index === 0 ? 5 : 3)
        .map((limit) => planOf(list, limit, index === 0 ? "desc" : "asc", filter)),
    ),
    planOf(list, undefined, undefined),
    ...ids.slice(-1).map((bound) => planOf(list, 5, "asc", { operator: "gt", bound })),
    ...(rest === undefined ? [] : [planOf(list, rest, "desc")]),
    ...(exact === undefined ? [] : [planOf(list, exact, "asc")]),
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
  filter?: WalkPlan["filter"],
): Named<WalkPlan> {
  const parts = [
    names.limit === undefined || limit === undefined ? {} : { limit },
    names.order === undefined || order === undefined ? {} : { order },
    names.filter === undefined || filter === undefined ? {} : { filter },
  ] as const;
  const [{ limit: size }, { order: direction }, { filter: window }] = parts;
  const query: Query = [
    ...(names.limit === undefined || size === undefined ? [] : [[names.limit, String(size)] as const]),
    ...(names.order === undefined || direction === undefined ? [] : [[names.order, direction] as const]),
    ...(names.filter === undefined || window === undefined
      ? []
      : [[names.filter, `${window.operator}:${window.bound}`] as const]),
  ];
  const name = query.map(([key, value]) => `${key}=${value}`).join(", ");
  return { name: name === "" ? "without parameters" : name, value: Object.assign({ query }, ...parts) };
}

/** Filters, to be walked towards their bound, that leave about {@link WINDOW} rows, at either end and in the middle of the list. */
function windowsOf(ids: readonly string[]): readonly NonNullable<WalkPlan["filter"]>[] {
  const low = ids[Math.min(WINDOW, ids.length) - 1];
  const high = ids[Math.max(ids.length - WINDOW, 0)];
  const middle = ids[Math.floor(ids.length / 2)];
  if (low === undefined || high === undefined || middle === undefined) {
    return [];
  }
  return [
    { operator: "gte", bound: high },
    { operator: "lte", bound: low },
    { operator: "eq", bound: middle },
  ];
}

/** Limits for walks over the whole list: one that leaves a rest, one that fills the last page exactly. */
function wholeLimits(list: Listing): readonly number[] {
  const total = list.rows.length;
  if (!list.complete || total < 2) {
    return [];
  }
  const least = smallestLimit(list);
  const exact = Array.from({ length: 100 }, (_, index) => index + 1).find(
    (limit) => limit >= least && total % limit === 0,
  );
  const rest = Array.from({ length: 100 }, (_, index) => index + 1).find(
    (limit) => limit > least && total % limit !== 0,
  );
  return [rest, exact].filter((limit) => limit !== undefined);
}

/** The smallest limit with which the whole list still fits into a handful of pages. */
function smallestLimit(list: Listing): number {
  return Math.min(100, Math.max(1, Math.ceil(list.rows.length / 8)));
}

/** The ids of the rows, lowest first. */
export const sortedIds: (list: Listing) => readonly string[] = oncePer((list) =>
  list.rows
    .map((row) => row[list.identity])
    .filter((id) => typeof id === "string")
    .filter((id) => ENTITY_ID.test(id))
    .toSorted(compareIds),
);

/** Makes the walk of a plan. It may take a few pages more than the rows need, and no more. */
export function* walkPlan(list: Listing, plan: WalkPlan): Asking<Walked> {
  const expected = list.complete ? list.rows.filter((row) => isPlanned(plan, row, list.identity)) : undefined;
  const { pages: most } = list.size;
  const needed =
    expected === undefined || plan.limit === undefined ? most : Math.ceil(expected.length / plan.limit) + 4;
  const pages = Math.min(needed, Math.max(most, 6));
  const walked = yield* walk({ ...list.ask(plan.query), memo: true }, list.member, pages);
  const { identity } = list;
  if (expected === undefined || sameKeys(walked.rows, expected, identity)) {
    return { plan, identity, walk: walked, ...(expected === undefined ? {} : { expected }) };
  }
  const large = yield* walk({ ...list.ask(list.largest), memo: true }, list.member, most);
  return { plan, identity, walk: walked, expected, large };
}

/** Whether a row belongs to the walk of a plan. */
export function isPlanned({ filter }: WalkPlan, row: ListRow, identity: string): boolean {
  const id = row[identity];
  if (filter === undefined || typeof id !== "string" || !ENTITY_ID.test(id)) {
    return true; // its table row judges an id of another form
  }
  return selects(filter.operator, compareIds(id, filter.bound));
}

function sameKeys(some: readonly ListRow[], others: readonly ListRow[], identity: string): boolean {
  const [a, b] = [some, others].map((rows) => new Set(rows.map((row) => keyOf(row, identity))));
  return a !== undefined && b !== undefined && a.size === b.size && [...a].every((key) => b.has(key));
}
