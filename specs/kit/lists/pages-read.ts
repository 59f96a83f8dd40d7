// §4.1: a paged list as it was read, its expected rows, and the places of missing and stray rows
import type { Violation, Query, ApiResponse, Inconclusive } from "../../../engine/model/exchange.ts";
import { wholeResponse, isObject } from "../../../engine/message/classify.ts";
import type { ListInputs } from "../../../engine/clauses/prerequisites.ts";
import type { Direction, SortKey } from "./ordering.ts";
import { type ListRow, type PagedList, keyOf, rowsMember } from "../../../engine/clauses/pagination.ts";
import type { FilterInUse, RowFilter } from "./lists.ts";
import { countOf, present } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";

/** The first request of a paged list, and the effects of its parameters. */
export interface PagePlan {
  readonly query: Query;
  /** Rows per page that are requested; absent: the default page size. */
  readonly limit?: number | undefined;
  /** Absent: the default order, which is unspecified. */
  readonly order?: Direction | undefined;
  /** The unambiguous filters. */
  readonly filters: readonly FilterInUse[];
  /** The number of parameters that select rows: unambiguous and opaque filters. */
  readonly selecting: number;
}

/** A paged list that was read, with its expected rows. */
export interface PagesRead {
  readonly plan: PagePlan;
  readonly pagedList: PagedList;
  /** The expected rows, from the selections of each parameter alone; absent if unknown. */
  readonly selection?: readonly ListRow[] | undefined;
  /** Rows without a value that a filter can compare: they may be expected. The clause on that field checks them. */
  readonly ambiguous?: readonly ListRow[];
  /** The whole list in the largest pages, read again because the pages show rows that the list lacked. */
  readonly large?: PagedList;
  /** The parameters may select fewer rows than the expected ones. */
  readonly atMost?: boolean;
  /** The keys that sort the whole list. */
  readonly keys?: readonly SortKey[];
  /** Why the expected rows are incomplete. */
  readonly unread?: Inconclusive | undefined;
  /** The rows of the whole list as discovery read it: rows that were added later are no violation (interpretation 18). */
  readonly listed?: readonly ListRow[];
  /** The expected rows without the unambiguous filters: a service that ignores a filter returns them. */
  readonly whole?: readonly ListRow[] | undefined;
  /** The list has a single page, as a search by name has. */
  readonly unpaged?: boolean;
  /** The pages that show the expected rows. */
  readonly sources?: readonly RowSource[];
  /** The responses to each parameter alone, if the request with all parameters is refused. */
  readonly singles?: readonly ApiResponse[] | undefined;
  /** The known names of the parameters, and why the others have none. */
  readonly names?: ListInputs["names"];
  readonly unnamed?: ListInputs["unnamed"];
}

export interface RowDifference {
  readonly violation: Violation;
  /** Index of the page that shows the difference. */
  readonly page: number;
  /** The filter that excludes the row. */
  readonly filter?: RowFilter;
  /** The row is missing between two pages: the pagination is the cause and not the filter. */
  readonly isBetweenPages?: boolean;
  /** The first page has a row that the filter excludes: the link is not the cause. */
  readonly isOnFirst?: boolean;
}

/** The differences of violations that concern the list and not one page. */
export const differencesOfList = (
  ...violations: readonly (Violation | undefined)[]
): readonly RowDifference[] =>
  violations.filter((violation) => violation !== undefined).map((violation) => ({ violation, page: 0 }));

/** Whether a page behind the first has a row, without which the links were not tested. */
export const showsBehind = ({ pages }: PagedList): boolean =>
  pages.slice(1).some(({ rows }) => rows.length > 0);

/** Number of pages, from the end, that a violation shows as evidence. */
const PAGES_SHOWN = 3;

type PlacedRow = ReturnType<typeof placedRows>[number];

/** The rows of a paged list, each with the index of its page, its response and its JSON pointer. */
export function placedRows({ pages }: Pick<PagedList, "pages">) {
  return pages.flatMap(({ rows, response }, page) =>
    rows.map((row, index) => ({ row, response, page, pointer: `/${rowsMember(response)}/${index}` })),
  );
}

/** The first occurrence of each row: repeated rows are reported by another clause and not as out of order. */
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

/** The response with the page before the page of this index; empty for the first page. */
export const pageBefore = ({ pages }: Pick<PagedList, "pages">, page: number): readonly ApiResponse[] =>
  pages.slice(Math.max(page - 1, 0), page).map(({ response }) => response);

/** The first response of each paged list, as evidence beside another response. */
export function firstResponses(pagedLists: readonly PagedList[]): readonly ApiResponse[] {
  return pagedLists.flatMap(({ pages }) => pages.slice(0, 1).map(({ response }) => response));
}

/** The violation of a paged list whose first response is not a list. */
export function notTheList({ pages }: PagedList, message: string): readonly Violation[] {
  return pages.slice(0, 1).map(({ response }) => wholeResponse(response, message, "status 200 and the list"));
}

export function rowText(row: ListRow, identity: string): string {
  return `the row with ${identity} ${cutValue(row[identity])}`;
}

function placeIn({ row, pointer, response }: PlacedRow, identity: string) {
  return { pointer: `${pointer}/${identity}`, actual: cutValue(row[identity]), response };
}

/** The previous page as evidence, if the row is the first of its page: the violation is between both pages. */
export function pageInFrontOf(
  { pages }: Pick<PagedList, "pages">,
  place: PlacedRow,
): Pick<Violation, "beside"> {
  const before = pages[place.page - 1];
  return before === undefined || !place.pointer.endsWith("/0") ? {} : { beside: [before.response] };
}

/** The violations of the rows of a paged list whose keys are not allowed. */
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

/** Pages that show expected rows. */
export type RowSource = Pick<PagedList, "pages">;

/** The response among the sources that shows a row. */
function rowShownIn(sources: readonly RowSource[], row: ListRow, identity: string): ApiResponse | undefined {
  const key = keyOf(row, identity);
  const pages = sources.flatMap((source) => source.pages);
  return pages.find(({ rows }) => rows.some((other) => keyOf(other, identity) === key))?.response;
}

/**
 * The violations of expected rows that are on no page. Each is placed at the row that should follow the missing row; if that row begins
 * a page, the row is missing between two pages, and both are evidence. If the rows are in no recognisable order, the violation concerns
 * the whole list.
 * @param expectedRows in the order of the whole list, or its reverse
 * @param sources the pages that show the expected rows; the response with the missing row is named and added as evidence
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
  // A single row does not show a direction.
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

/** The violation of a missing row in a list without a recognisable order, which does not show where the row belongs. */
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
