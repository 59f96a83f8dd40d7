// §2.1, §4.1, §4.3, §4.4: the rows that a request must return
import {
  type RequestSender,
  type Query,
  type ApiResponse,
  type Inconclusive,
  isInconclusive,
  type ApiRequest,
} from "../../../engine/model/exchange.ts";
import { describeResponse, isSuccess } from "../../../engine/message/classify.ts";
import {
  isRefusedList,
  isRowOf,
  type ListRow,
  type PagedList,
  pagesFor,
  pagedList,
} from "../../../engine/clauses/pagination.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { inconclusive } from "../requests/check-results.ts";
import { whyStopped, whyListUnread } from "./inconclusive.ts";
import { isWanted, type FilterInUse, type ListSource } from "./lists.ts";
import { holdsText, longestSearch } from "./name-search.ts";
import { type RowSource, type ExpectedPages, type PagesRead, rowsOnce, rowsOnNoPage } from "./pages-read.ts";

/**
 * The rows that the opaque filters of a request select. A filter is opaque if no field of a row shows for certain whether the
 * filter selects it: account.id of tokens, publicKey, timestamp, and a name, whose letter case is unspecified (interpretation 8).
 */
export interface BaseRows {
  readonly rows: readonly ListRow[];
  readonly complete: boolean;
  /** Why the rows are incomplete. */
  readonly unread?: Inconclusive | undefined;
  /** The pages that show the rows. */
  readonly sources: readonly RowSource[];
}

/** The base rows of a request without opaque filters: those of the whole list. */
export const wholeListRows = (list: Listing): BaseRows => {
  return { rows: list.rows, complete: list.complete, unread: whyListUnread(list), sources: [list] };
};

/**
 * The rows that a request must return: the base rows that every unambiguous filter selects. A row whose value cannot be compared may be
 * returned or omitted.
 */
export function expectedRows(
  { rows, complete, unread, sources }: BaseRows,
  filters: readonly FilterInUse[],
): Pick<ExpectedPages, "selection" | "ambiguous" | "baseRows" | "unread" | "sources"> {
  const possible = rows.filter((row) => filters.every((used) => isWanted(used, row) !== false));
  const isAmbiguous = (row: ListRow): boolean => filters.some((used) => isWanted(used, row) === undefined);
  const known = complete
    ? { selection: possible.filter((row) => !isAmbiguous(row)), baseRows: rows }
    : { selection: undefined };
  return { ...known, ambiguous: possible.filter(isAmbiguous), unread, sources };
}

/** The responses to each parameter alone. Inconclusive if one is refused alone as well: the acceptance clauses check that. */
export async function sendEachAlone(
  t: RequestSender,
  list: Listing,
  query: Query,
): Promise<readonly ApiResponse[] | Inconclusive> {
  const alone = query.length === 0 ? [query] : query.map((parameter) => [parameter]);
  const responses = await t.all(alone.map((one) => list.request(one)));
  const refused = responses.find((response) => !isSuccess(response));
  return refused
    ? inconclusive(
        `a parameter that is sent alone does not return a list: ${describeResponse(refused)}`,
        refused,
      )
    : responses;
}

/**
 * Sends each opaque filter alone and intersects the results. If one of them is a timestamp, sends all of them in one request instead:
 * the rows of a past time differ from the rows of the list.
 */
export async function sendBaseRequests(
  t: RequestSender & ListSource,
  opaque: Query,
): Promise<BaseRows | Inconclusive | Pick<PagesRead, "pagedList" | "sentAlone">> {
  const { list, material } = t;
  const time = material.names["timestamp"];
  const atTime = opaque.some(([name]) => name === time);
  const groups = atTime ? [opaque] : opaque.map((parameter) => [parameter]);
  let baseRows: BaseRows = atTime ? { rows: [], complete: true, sources: [] } : wholeListRows(list);
  for (const group of groups) {
    const part = await requestSelection(t, list, group);
    const sentAlone =
      isRefusedList(part) && group.length > 1 ? await sendEachAlone(t, list, group) : undefined;
    if (sentAlone !== undefined) {
      return isInconclusive(sentAlone) ? sentAlone : { pagedList: part, sentAlone };
    }
    if (part.end === "refused") {
      return whyStopped(part, "a part of the list could not be read");
    }
    if (atTime && part.rows.length === 0) {
      return inconclusive("no row matches the request at that time", part.pages[0]?.response);
    }
    const text = searchTextIn(group, material);
    const longest =
      text === undefined ? undefined : await longestSearch(t, list, material.names["name"] ?? "");
    const whole = part.end === "null" && isWholeSearch(part, list, text, longest);
    // A service may truncate a search (interpretation 16): then the expected rows are unknown.
    const rows = rowsOnce(part).filter((row) => nameHoldsText(row, text));
    const complete = baseRows.complete && whole;
    const unread =
      baseRows.unread ??
      (part.end === "null" ? undefined : whyStopped(part, "a part of the list was not read completely"));
    const sources = [part, ...baseRows.sources];
    baseRows = {
      rows: atTime ? rows : sharedRows(baseRows, rows, list.identity),
      complete,
      unread,
      sources,
    };
  }
  return baseRows;
}

/** The text that a request searches for. */
const searchTextIn = (group: Query, { names }: ListInputs): string | undefined =>
  group.find(([name]) => name === names["name"])?.[1];

/** Whether the name of a row contains the search text, in any letter case. */
const nameHoldsText = ({ name }: ListRow, text: string | undefined): boolean =>
  text === undefined || typeof name !== "string" || holdsText(name, text);

/** Whether a search is untruncated: it has every row of the list that contains the text, or fewer rows than the longest search. */
function isWholeSearch(
  { rows }: PagedList,
  list: Listing,
  text: string | undefined,
  longest: number | undefined,
): boolean {
  const hasAll =
    list.complete && list.rows.filter((row) => nameHoldsText(row, text)).every(isRowOf(rows, list.identity));
  return longest === undefined || hasAll || rows.length < longest;
}

/** The rows of `others` that are base rows; all of them if the base rows are incomplete. */
function sharedRows(baseRows: BaseRows, others: readonly ListRow[], identity: string): readonly ListRow[] {
  return baseRows.complete ? others.filter(isRowOf(baseRows.rows, identity)) : others;
}

/** The number of rows on a page of the list without parameters, if expected rows are on no page that was read without a limit. */
export const usualRowsOf = async (
  t: RequestSender,
  list: Listing,
  pagesRead: PagedList,
  selection: readonly ListRow[] = [],
): Promise<number | undefined> =>
  pagesRead.end === "null" && rowsOnNoPage(pagesRead, selection).length > 0
    ? (await pagedList(t, { ...list.request([]), gateways: "steady" }, 1)).pages[0]?.rows.length
    : undefined;

/** Four pages of the usual size (25 rows) have as many rows as one page of the maximum size (100 rows). */
const USUAL_IN_LARGEST = 4;

/** Reads the rows that a query selects, in the largest pages, or without a limit if the query is refused beside one. */
export async function requestSelection(
  t: RequestSender,
  list: Listing,
  query: Query,
  pages = pagesFor(list),
): Promise<PagedList> {
  const requestFor = (sent: Query): ApiRequest => ({ ...list.request(sent), gateways: "steady" });
  const pagesRead = await pagedList(t, requestFor([...query, ...list.largest]), pages);
  return isRefusedList(pagesRead) && list.largest.length > 0
    ? await pagedList(t, requestFor(query), pages * USUAL_IN_LARGEST)
    : pagesRead;
}
