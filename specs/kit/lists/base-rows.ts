// §2.1, §4.1, §4.3, §4.4: the rows that opaque filters select together, and comparisons of selections
import {
  type RequestSender,
  type Query,
  type ApiResponse,
  type Inconclusive,
  isInconclusive,
  type ApiRequest,
  type Violation,
  type CheckResult,
} from "../../../engine/model/exchange.ts";
import { describeResponse, isSuccess } from "../../../engine/message/classify.ts";
import {
  isRefusedList,
  keyOf,
  rowKeys,
  type ListRow,
  type PagedList,
  pagesFor,
  pagedList,
} from "../../../engine/clauses/pagination.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { inconclusive, firstViolation } from "../requests/check-results.ts";
import { whyStopped, whyListUnread } from "./inconclusive.ts";
import type { ListSource } from "./lists.ts";
import { holdsText, longestSearch } from "./name-search.ts";
import {
  type RowSource,
  type PagesRead,
  missingRows,
  rowsOnce,
  strayRows,
  firstResponses,
  notTheList,
  placedRows,
} from "./pages-read.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";

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

/** The responses to each parameter alone. Inconclusive if one is refused alone as well: the acceptance clauses check that. */
export async function sendSingles(
  t: RequestSender,
  list: Listing,
  query: Query,
): Promise<readonly ApiResponse[] | Inconclusive> {
  const alone = query.length === 0 ? [query] : query.map((parameter) => [parameter]);
  const responses = await t.all(alone.map((one) => list.request(one)));
  const refused = responses.find((response) => !isSuccess(response));
  return refused
    ? inconclusive(`a parameter alone gives no list: ${describeResponse(refused)}`, refused)
    : responses;
}

/**
 * Sends each opaque filter alone and intersects the results. If one of them is a timestamp, sends all of them in one request instead:
 * the rows of a past time differ from the rows of the list.
 */
export async function sendBaseRequests(
  t: RequestSender & ListSource,
  opaque: Query,
): Promise<BaseRows | Inconclusive | Pick<PagesRead, "pagedList" | "singles">> {
  const { list, material } = t;
  const time = material.names["timestamp"];
  const atTime = opaque.some(([name]) => name === time);
  const groups = atTime ? [opaque] : opaque.map((parameter) => [parameter]);
  let baseRows: BaseRows = atTime
    ? { rows: [], complete: true, sources: [] }
    : { rows: list.rows, complete: list.complete, unread: whyListUnread(list), sources: [list] };
  for (const group of groups) {
    const part = await requestSelection(t, list, group);
    const singles = isRefusedList(part) && group.length > 1 ? await sendSingles(t, list, group) : undefined;
    if (singles !== undefined) {
      return isInconclusive(singles) ? singles : { pagedList: part, singles };
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
    const whole = part.end === "null" && isWholeSearch(part, list, longest);
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

/** Whether a search by name is untruncated: it has every row of the list, or fewer rows than the longest search has. */
function isWholeSearch({ rows }: PagedList, list: Listing, longest: number | undefined): boolean {
  const hasAll = list.complete && rows.length === list.rows.length;
  return longest === undefined || hasAll || rows.length < longest;
}

/** The rows that are in both; all of `others` if the base rows are incomplete. */
function sharedRows(baseRows: BaseRows, others: readonly ListRow[], identity: string): readonly ListRow[] {
  const known = rowKeys(baseRows.rows, identity);
  return baseRows.complete ? others.filter((row) => known.has(keyOf(row, identity))) : others;
}

/** Pages of the usual size (25 rows) that hold as many rows as one of the largest (100 rows). */
const USUAL_IN_LARGEST = 4;

/** Reads the rows that a query selects, in the largest pages, or without a limit if the query is refused beside one. */
export async function requestSelection(
  t: RequestSender,
  list: Listing,
  query: Query,
  pages = pagesFor(list),
): Promise<PagedList> {
  const recordingSender = (sent: Query): ApiRequest => ({ ...list.request(sent), gateways: "steady" });
  const pagesRead = await pagedList(t, recordingSender([...query, ...list.largest]), pages);
  return isRefusedList(pagesRead) && list.largest.length > 0
    ? await pagedList(t, recordingSender(query), pages * USUAL_IN_LARGEST)
    : pagesRead;
}

/** Whether selections can be compared: inconclusive if one was not read to its end; a refusal of its valid filter is a violation. */
function checkReadable(pagedLists: readonly PagedList[]): CheckResult {
  const unread = pagedLists.find(({ end }) => end !== "null");
  if (unread === undefined) {
    return [];
  }
  return isRefusedList(unread)
    ? notTheList(unread, "a well-formed filter is refused")
    : whyStopped(unread, "a list was not read completely");
}

/** Checks that a selection contains every row of the others. See {@link checkReadable} for refused and unread selections. */
export function checkHolds(
  selected: PagedList,
  expectedLists: readonly PagedList[],
  message: string,
): CheckResult {
  const rows = expectedLists.flatMap((other) => other.rows);
  return firstViolation(
    () => checkReadable([selected, ...expectedLists]),
    () => missingRows(selected, message, rows, expectedLists),
  );
}

/** Checks that every row of a selection is in one of the others. See {@link checkReadable} for refused and unread selections. */
export function checkWithin(
  selected: PagedList,
  allowed: readonly PagedList[],
  message: string,
): CheckResult {
  const { identity } = selected;
  const keys = rowKeys(
    allowed.flatMap(({ rows }) => rows),
    identity,
  );
  const expected = `a row whose ${identity} the other ${allowed.length === 1 ? "request gets" : "requests get"} too`;
  return firstViolation(
    () => checkReadable([selected, ...allowed]),
    () => strayRows(selected, message, keys, expected, firstResponses(allowed)),
  );
}

/** Checks that a selection has the same rows as the others together. */
export function checkEqual(selected: PagedList, model: readonly PagedList[], message: string): CheckResult {
  return firstViolation(
    () => checkWithin(selected, model, message),
    () => checkHolds(selected, model, message),
  );
}

/** Checks that a selection has no row. */
export function checkEmpty(selected: PagedList, message: string): readonly Violation[] {
  const rowFault = { kind: "stray" } as const;
  const shown = placedRows(selected).slice(0, 1);
  return shown.map(({ row, pointer, response }) => {
    return { message, pointer, expected: "no row", actual: cutValue(row), rowFault, response };
  });
}
