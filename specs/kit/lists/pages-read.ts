// §4.1: a paged list as it was read, its expected rows, and the places of missing and stray rows
import { withoutOrigin } from "../../../engine/model/exchange.ts";
import type { ApiResponse, Inconclusive, Query, Violation } from "../../../engine/model/exchange.ts";
import { wholeResponse } from "../../../engine/message/classify.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import type { Direction, SortKey } from "./order.ts";
import type { Dependency } from "../../../engine/model/reason.ts";
import { inconclusive } from "../requests/check-results.ts";
import { isRowOf, keyOf, rowsMember, stopOf } from "../../../engine/clauses/pagination.ts";
import type { ListEnd, ListPage, ListRow, PagedList } from "../../../engine/clauses/pagination.ts";
import type { FilterInUse, RowFilter } from "./lists.ts";
import { countOf, memoizeByObject, present, shortened, uniqueBy } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/fields.ts";

export interface PagePlan {
  readonly query: Query;
  /** Absent: the default page size. */
  readonly limit?: number | undefined;
  /** Absent: the default order, which is unspecified. */
  readonly order?: Direction | undefined;
  /** The unambiguous filters. */
  readonly filters: readonly FilterInUse[];
  /** The number of all parameters but the limit and the order. */
  readonly filterCount: number;
}

export interface PagesRead {
  readonly plan: PagePlan;
  readonly pagedList: PagedList;
  /** The expected rows; absent if unknown. */
  readonly selection?: readonly ListRow[] | undefined;
  /** Rows without a value that a filter can compare, which may be returned or not. The clause on that field checks them. */
  readonly ambiguous?: readonly ListRow[];
  readonly baseRows?: readonly ListRow[] | undefined;
  /** The pages that show the expected rows. */
  readonly sources?: readonly RowSource[];
  /** Why the expected rows are incomplete. */
  readonly unread?: Inconclusive | undefined;
  /** The parameters may select fewer rows than the expected ones. */
  readonly mayBeFewer?: boolean;
  /** A search by name has a single page. */
  readonly unpaged?: boolean;
  /** The whole list as discovery read it: rows that were added later are no violation (interpretation 18). */
  readonly listed?: readonly ListRow[];
  /** The whole list in the largest pages, read again if the pages show rows that the list lacked. */
  readonly largePages?: PagedList;
  /** The keys that sort the whole list in both orders (`requestSortKeys`); empty or absent if no order was sent, or no key is certain. */
  readonly keys?: readonly SortKey[];
  /** If the request is refused: the responses to requests with one of its parameters each. */
  readonly sentAlone?: readonly ApiResponse[] | undefined;
  readonly names?: ListInputs["names"];
  readonly unnamed?: ListInputs["unnamed"];
}

/**
 * A difference between pages and what they must show, with its kind and perhaps a subkind:
 * - `stray`: a filter excludes a row, a row is not expected, or a later page is of another time;
 * - `missing`: an expected row is on no page of a list that was read to its end, or the largest pages lack a row; `cutOff`: links.next of a
 * full page is null, and every missing row belongs after that page;
 * - `repeated`: a row is returned twice;
 * - `order`: a row is out of order under every possible key; `inPage`: within a later page; `next`: another row is expected at its place;
 * - `limit`: a page has more rows than its limit;
 * - `link`: a link leads to an earlier page, to no page of the list, or past the last row; `end`: links.next of the last page with rows
 * leads only to empty pages, or is neither a link nor null;
 * - `refused`: the request is refused.
 */
export interface Difference {
  readonly kind: "stray" | "missing" | "repeated" | "order" | "limit" | "link" | "refused";
  readonly violation: Violation;
  /** Index of the page that shows the difference; 0 if it concerns the whole list. */
  readonly page: number;
  readonly filter?: RowFilter;
  /** The missing row belongs at the end of a page, of which there are several, or one that is full: pages may have lost it. */
  readonly mayBeLost?: boolean;
  readonly subkind?: "inPage" | "next" | "end" | "cutOff";
}

type PlacedRow = ReturnType<typeof placedRows>[number];

type PagesOfList = Pick<PagedList, "pages" | "identity">;

/** Each row with the index of its page, its response and its JSON pointer. */
export const placedRows = memoizeByObject(({ pages }: Pick<PagedList, "pages">) =>
  pages.flatMap(({ rows, response }, page) =>
    rows.map((row, index) => ({ row, response, page, pointer: `/${rowsMember(response)}/${index}` })),
  ),
);

/** Only the first occurrence of each row: another clause reports repeated rows. */
export const placedOnce = memoizeByObject((pagedList: PagesOfList): readonly PlacedRow[] =>
  uniqueBy(placedRows(pagedList), ({ row }) => keyOf(row, pagedList.identity) ?? row),
);

export const rowsOnce = (pagedList: PagesOfList): readonly ListRow[] =>
  placedOnce(pagedList).map(({ row }) => row);

/** The response with the previous page; empty for the first page. */
export const pageBefore = ({ pages }: Pick<PagedList, "pages">, page: number): readonly ApiResponse[] =>
  pages.slice(Math.max(page - 1, 0), page).map(({ response }) => response);

export function firstResponses(pagedLists: readonly PagedList[]): readonly ApiResponse[] {
  return pagedLists.flatMap(({ pages }) => pages.slice(0, 1).map(({ response }) => response));
}

/** The violation of a paged list whose first response is not a list. */
export function notAListViolation({ pages }: PagedList, message: string): readonly Violation[] {
  return pages.slice(0, 1).map(({ response }) => wholeResponse(response, message, "status 200 and the list"));
}

/** The previous page if the row is the first of its page: the violation is between both pages. */
export const pageBeforeRow = (list: Pick<PagedList, "pages">, { page, pointer }: PlacedRow) =>
  pointer.endsWith("/0") ? pageBefore(list, page) : [];

export function strayRows(
  pagedList: PagedList,
  message: string,
  allowed: readonly ListRow[],
  expected: string,
  compared: readonly ApiResponse[] = [],
): readonly Violation[] {
  const { identity } = pagedList;
  const isAllowed = isRowOf(allowed, identity);
  const wrong = placedRows(pagedList).filter(({ row }) => !isAllowed(row));
  const common = { message, expected, rowFault: { kind: "stray" }, compared } as const;
  return wrong.map(({ row, pointer, response }) => {
    return { ...common, pointer: `${pointer}/${identity}`, actual: cutValue(row[identity]), response };
  });
}

export type RowSource = Pick<PagedList, "pages">;

/** An expected row in words, and the response among the sources that shows it. */
export function expectedRow(sources: readonly RowSource[], row: ListRow, identity: string) {
  const key = keyOf(row, identity);
  const page = sources
    .flatMap(({ pages }) => pages)
    .find(({ rows }) => rows.some((other) => keyOf(other, identity) === key));
  const words = `the row with ${identity} ${cutValue(row[identity])}`;
  return page === undefined
    ? { words, shownBy: [] }
    : { words: `${words}, as ${withoutOrigin(page.response.url)} shows it`, shownBy: [page.response] };
}

export function rowsOnNoPage(
  { identity, rows }: Pick<PagedList, "identity" | "rows">,
  expectedRows: readonly ListRow[],
): readonly ListRow[] {
  const isReturned = isRowOf(rows, identity);
  const byKey = new Map(expectedRows.map((row) => [keyOf(row, identity), row]));
  return [...byKey.values()].filter((row) => !isReturned(row));
}

/** A violation for each expected row that is on no page. `sources`: the pages that show the expected rows; one of them is evidence. */
export function missingRows(
  pagedList: PagedList,
  message: string,
  expectedRows: readonly ListRow[],
  sources: readonly RowSource[] = [],
): readonly Violation[] {
  return rowsOnNoPage(pagedList, expectedRows).map((row) => missingRow(pagedList, message, row, sources));
}

/** `evidence`: the pages that are reported with the violation, which points to the last of them. */
export function missingRow(
  { identity, pages }: PagedList,
  message: string,
  row: ListRow,
  sources: readonly RowSource[] = [],
  evidence: readonly ListPage[] = pages.slice(-3),
): Violation {
  const responses = evidence.map(({ response }) => response);
  const response = responses.at(-1);
  const { words, shownBy } = expectedRow(sources, row, identity);
  return {
    message,
    pointer: response === undefined ? "" : `/${rowsMember(response)}`,
    expected: words,
    actual: pages.length === 1 ? "not on the page" : `on none of ${countOf(pages.length, "page")}`,
    rowFault: { kind: "gap", row: cutValue(row[identity]) },
    compared: [...responses.slice(0, -1), ...shownBy],
    ...present({ response }),
  };
}

/** For example `a row that is also returned for token.id=0.0.9 alone`. */
export function selectedRow({ plan, names = {} }: PagesRead): string {
  const filters = plan.query.filter(([name]) => name !== names["limit"] && name !== names["order"]);
  const [[name, value] = []] = filters;
  return filters.length === 1 && value !== undefined
    ? `a row that is also returned for ${name}=${shortened(value, 80)} alone`
    : "a row that is also returned for each parameter alone";
}

/** Rows that neither the list nor the expected rows have may have been added since (interpretation 18). */
export function newRows({ pagedList, listed = pagedList.rows, selection = [] }: PagesRead) {
  const isKnown = isRowOf([...listed, ...selection], pagedList.identity);
  return pagedList.rows.filter((row) => !isKnown(row));
}

/** The reason is `what`, followed by the link or the response at which the paged list ended. */
export function whyStopped(
  pagedList: Pick<PagedList, "pages" | "end">,
  what: string,
  known: Partial<Inconclusive> = {},
): Inconclusive {
  const { text, by } = stopOf(pagedList);
  const dependsOn: readonly Dependency[] =
    by === undefined || pagedList.end === "refused"
      ? []
      : [{ endpoint: by.request.endpoint, needs: "links" }];
  const unread = { code: "listNotRead", dependsOn } as const;
  const byEnd: Partial<Record<ListEnd, Partial<Inconclusive>>> = {
    null: {},
    budget: READ_FURTHER,
    // The form of a link is unspecified (interpretation 15).
    foreign: { ...unread, remedy: { kind: "nothing" } },
  };
  return inconclusive(`${what}: ${text}`, by, { ...(byEnd[pagedList.end] ?? unread), ...known });
}

/** A service may return only a part of the rows that a search by name finds (interpretation 16). */
export const whySearchCut = ({ pages }: PagedList): Inconclusive =>
  inconclusive("the service may return only a part of the tokens that it finds by name", pages[0]?.response, {
    code: "unspecified",
  });

const READ_FURTHER = { code: "pageLimit" } as const;

export const whyListUnread = ({ stop }: Pick<Listing, "stop">): Inconclusive | undefined =>
  stop && whyStopped(stop, "the list was not read completely");

export const whyTooLong = (): Inconclusive =>
  inconclusive("the list has more pages than the level reads for this request", undefined, READ_FURTHER);

/** Inconclusive because the level reads too few pages of the list, or because no link leads to its end. */
export const whyNotWhole = (pagedList: PagedList): Inconclusive =>
  pagedList.end === "budget" || pagedList.end === "null"
    ? whyTooLong()
    : whyStopped(pagedList, "the list was not read completely");
