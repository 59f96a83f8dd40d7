// §4.1: a paged list over a list, its places, and what is known of the rows that it should show
import type { Violation, Query, ApiResponse, Inconclusive } from "../../../engine/model/exchange.ts";
import { wholeResponse, isObject } from "../../../engine/message/classify.ts";
import type { Material } from "../../../engine/clauses/prerequisites.ts";
import type { Direction, SortKey } from "./ordering.ts";
import { type ListRow, type PagedList, keyOf, rowsMember } from "../../../engine/clauses/pagination.ts";
import type { FilterInUse, RowFilter } from "./lists.ts";
import { countOf, present } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";

/** A paged list to make: its first request, and what it should show. */
export interface PagePlan {
  readonly query: Query;
  /** Rows requested per page; absent: as many as the target likes. */
  readonly limit?: number | undefined;
  /** Absent: the default order, which the contract does not name. */
  readonly order?: Direction | undefined;
  /** The filters whose meaning shows in the rows. */
  readonly filters: readonly FilterInUse[];
  /** How many parameters select rows: those filters, and others. */
  readonly selecting: number;
}

/** A paged list that was made, and the rows that the whole list says it should hold. */
export interface PagesRead {
  readonly plan: PagePlan;
  readonly pagedList: PagedList;
  /** What the parameters select together, from what each of them shows alone; absent where that is not known. */
  readonly selection?: readonly ListRow[] | undefined;
  /** Rows of which a filter reads nothing, so that they may be due: the clause on that field checks it. */
  readonly ambiguous?: readonly ListRow[];
  /** The largest pages of the whole list, where it shows other rows. */
  readonly large?: PagedList;
  /** The parameters may select fewer rows than each of them alone does. */
  readonly atMost?: boolean;
  /** Ways in which the whole list is sorted. */
  readonly keys?: readonly SortKey[];
  /** Why the rows of the selection are not known. */
  readonly unread?: Inconclusive | undefined;
  /** The whole list, as it was found: rows that came later are no strangers (interpretation 18). */
  readonly listed?: readonly ListRow[];
  /** The rows without the filters of the plan: a response that does not depend on a filter shows them. */
  readonly whole?: readonly ListRow[] | undefined;
  /** The list has no further pages, however long it is: a search by name. */
  readonly unpaged?: boolean;
  /** The pages that show the rows of the selection. */
  readonly sources?: readonly RowSource[];
  /** The responses to each parameter alone, where the first answer to all of them is no list. */
  readonly singles?: readonly ApiResponse[] | undefined;
  /** Names of the parameters, and why the others have none. */
  readonly names?: Material["names"];
  readonly unnamed?: Material["unnamed"];
}

export interface RowDifference {
  readonly violation: Violation;
  /** Number of the page that shows it, from 0. */
  readonly page: number;
  /** The filter that leaves the row out. */
  readonly filter?: RowFilter;
  /** A row is missing where one page ends and the next begins: pages are to blame, and not the filter that was sent. */
  readonly isBetweenPages?: boolean;
  /** The first page has a row that this filter leaves out: a link is not to blame. */
  readonly isOnFirst?: boolean;
}

/** Differences that no single page shows. */
export const differencesOfList = (
  ...violations: readonly (Violation | undefined)[]
): readonly RowDifference[] =>
  violations.filter((violation) => violation !== undefined).map((violation) => ({ violation, page: 0 }));

/** Whether a page behind the first shows a row: without one, nothing there was tested. */
export const showsBehind = ({ pages }: PagedList): boolean =>
  pages.slice(1).some(({ rows }) => rows.length > 0);

/** Pages that are shown of a paged list, its last ones. */
const PAGES_SHOWN = 3;

type PlacedRow = ReturnType<typeof placedRows>[number];

/** The rows of a paged list, each with its page, by number from 0, and its place there. */
export function placedRows({ pages }: Pick<PagedList, "pages">) {
  return pages.flatMap(({ rows, response }, page) =>
    rows.map((row, index) => ({ row, response, page, pointer: `/${rowsMember(response)}/${index}` })),
  );
}

/** Each row where it first comes: a row that comes again is no matter of the order. */
export function placedOnce(pagedList: Pick<PagedList, "pages" | "identity">): readonly PlacedRow[] {
  const seen = new Set<unknown>();
  return placedRows(pagedList).filter(({ row }) => {
    const key = keyOf(row, pagedList.identity) ?? row;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The rows of a paged list, each once. */
export const rowsOnce = (pagedList: Pick<PagedList, "pages" | "identity">): readonly ListRow[] =>
  placedOnce(pagedList).map(({ row }) => row);

/** The answer to the page in front of one, by number from 0; none in front of the first. */
export const pageBefore = ({ pages }: Pick<PagedList, "pages">, page: number): readonly ApiResponse[] =>
  pages.slice(Math.max(page - 1, 0), page).map(({ response }) => response);

/** The first response of each walk, to be shown beside another one. */
export function firstResponses(pagedLists: readonly PagedList[]): readonly ApiResponse[] {
  return pagedLists.flatMap(({ pages }) => pages.slice(0, 1).map(({ response }) => response));
}

/** The first response of a paged list is not the list, though it had to be. */
export function notTheList({ pages }: PagedList, message: string): readonly Violation[] {
  return pages.slice(0, 1).map(({ response }) => wholeResponse(response, message, "status 200 and the list"));
}

export function rowText(row: ListRow, identity: string): string {
  return `the row with ${identity} ${cutValue(row[identity])}`;
}

function placeIn({ row, pointer, response }: PlacedRow, identity: string) {
  return { pointer: `${pointer}/${identity}`, actual: cutValue(row[identity]), response };
}

/** The answer to the page in front of a row that is the first of its page: what is between them is on neither. */
export function pageInFrontOf(
  { pages }: Pick<PagedList, "pages">,
  place: PlacedRow,
): Pick<Violation, "beside"> {
  const before = pages[place.page - 1];
  return before === undefined || !place.pointer.endsWith("/0") ? {} : { beside: [before.response] };
}

/** Every row of a paged list that is not among the allowed ones, at its place. */
export function strayRows(
  pagedList: PagedList,
  message: string,
  allowed: ReadonlySet<unknown>,
  expected: string,
  beside: readonly ApiResponse[] = [],
): readonly Violation[] {
  const { identity } = pagedList;
  const wrong = placedRows(pagedList).filter(({ row }) => !allowed.has(keyOf(row, identity)));
  const rowFault = { kind: "stray" } as const;
  return wrong.map((place) => ({ message, expected, ...placeIn(place, identity), rowFault, beside }));
}

/** Pages that show rows: of a paged list, or of the whole list. */
export type RowSource = Pick<PagedList, "pages">;

/** The response that shows a row, among the pages of some sources. */
function rowShownIn(sources: readonly RowSource[], row: ListRow, identity: string): ApiResponse | undefined {
  const key = keyOf(row, identity);
  const pages = sources.flatMap((source) => source.pages);
  return pages.find(({ rows }) => rows.some((other) => keyOf(other, identity) === key))?.response;
}

/**
 * Every row that is due and that no page of a paged list has, at the place where it should stand: beside the row that comes next. Where
 * that begins a page, the row is lost between two pages, and both are shown. `sources` have the rows that are due: the response
 * that shows the missing row is named and shown too.
 */
export function missingRows(
  pagedList: PagedList,
  message: string,
  expectedRows: readonly ListRow[],
  sources: readonly RowSource[] = [],
): readonly Violation[] {
  const { identity } = pagedList;
  const came = placedRows(pagedList);
  const byKey = new Map(came.map(({ row }, index) => [keyOf(row, identity), index] as const));
  const placeOf = (row: ListRow): number | undefined => byKey.get(keyOf(row, identity));
  const all = [...new Map(expectedRows.map((row) => [keyOf(row, identity), row] as const)).values()];
  const known = all.map(placeOf).filter((place) => place !== undefined);
  const turned = (known[0] ?? 0) > (known.at(-1) ?? 0);
  const order = turned ? all.toReversed() : all;
  const places = turned ? known.toReversed() : known;
  // One row that came tells no direction.
  const isSorted = places.every((place, at) => place > (places[at - 1] ?? -1));
  const inOrder = byKey.size === came.length && places.length !== 1 && isSorted;
  const violations: Violation[] = [];
  let next: number | undefined;
  for (const row of order.toReversed()) {
    const place = placeOf(row);
    if (place === undefined) {
      const { beside: front = [], ...where } = inOrder
        ? missingAt(pagedList, row, came, next)
        : missingAnywhere(pagedList, row);
      const shown = rowShownIn(sources, row, identity);
      const expected = shown ? `${where.expected}, as ${shown.request.target} shows it` : where.expected;
      violations.push({ message, ...where, expected, beside: shown ? [...front, shown] : front });
    }
    next = place ?? next;
  }
  return turned ? violations : violations.toReversed();
}

/** Of rows that came in no order, or in another one behind a link, none tells where a row should stand. */
function missingAnywhere({ identity, pages }: PagedList, row: ListRow): Omit<Violation, "message"> {
  const response = pages.at(-1)?.response;
  const rowFault = { kind: "gap", row: cutValue(row[identity]) } as const;
  const expected = `${rowText(row, identity)} on one of the pages`;
  const member = response === undefined ? "" : rowsMember(response);
  const actual = `${countOf(pages.flatMap(({ rows }) => rows).length, "other row")} on ${countOf(pages.length, "page")}`;
  const beside = pages.slice(-PAGES_SHOWN, -1).map((page) => page.response);
  return { pointer: `/${member}`, actual, expected, rowFault, beside, ...present({ response }) };
}

function missingAt(
  { identity, pages }: PagedList,
  row: ListRow,
  came: readonly PlacedRow[],
  next: number | undefined,
): Omit<Violation, "message"> {
  const rowFault = { kind: "gap", row: cutValue(row[identity]) } as const;
  const words = rowText(row, identity);
  const behind = next === undefined ? undefined : came[next];
  if (behind !== undefined) {
    const expected = `${words} in front of this one`;
    return { expected, rowFault, ...placeIn(behind, identity), ...pageInFrontOf({ pages }, behind) };
  }
  const last = came.at(-1);
  const empty = last && pages[last.page + 1]?.response;
  if (last !== undefined && empty !== undefined) {
    const place = { pointer: `/${rowsMember(empty)}`, actual: "no row", expected: `${words} on this page` };
    return { ...place, rowFault, response: empty, beside: [last.response] };
  }
  if (last !== undefined) {
    const expected = `${words} behind this one`;
    return { expected, rowFault, ...placeIn(last, identity) };
  }
  const response = pages[0]?.response;
  if (response === undefined) {
    return { pointer: "", actual: "absent", expected: words };
  }
  const member = rowsMember(response);
  const { value } = response.body;
  const actual = cutValue(isObject(value) ? value[member] : value);
  return { pointer: `/${member}`, actual, expected: words, rowFault, response };
}
