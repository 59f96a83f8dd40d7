// §2.1, §4.1, §4.3, §4.4: the rows that some parameters select, from what each of them shows alone; filters compared with one another
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
import { describe, isSuccess } from "../../../engine/message/classify.ts";
import {
  isRefusedList,
  keyOf,
  rowKeys,
  type ListRow,
  type PagedList,
  pagesFor,
  pagedList,
} from "../../../engine/clauses/pagination.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
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
 * The rows that the hidden parameters select, and whether these are all of them. A parameter is hidden where
 * no member of a row shows for sure what it means: account.id of tokens, publicKey, timestamp, and a name, whose case of
 * letters is open (interpretation 8).
 */
export interface BaseRows {
  readonly rows: readonly ListRow[];
  readonly complete: boolean;
  /** Why they are not all known. */
  readonly unread?: Inconclusive | undefined;
  /** They may be fewer. */
  readonly atMost?: boolean;
  /** The pages that show them. */
  readonly sources: readonly RowSource[];
}

/** The responses to each parameter alone; inconclusive where one is refused alone too: its own clauses check that. */
export async function sendSingles(
  t: RequestSender,
  list: Listing,
  query: Query,
): Promise<readonly ApiResponse[] | Inconclusive> {
  const alone = query.length === 0 ? [query] : query.map((parameter) => [parameter]);
  const responses = await t.all(alone.map((one) => list.request(one)));
  const refused = responses.find((response) => !isSuccess(response));
  return refused ? inconclusive(`a parameter alone gives no list: ${describe(refused)}`, refused) : responses;
}

/**
 * Asks for each hidden parameter alone, and takes the rows that all of them show. Under a timestamp filter
 * requests all of them at once, for the rows then differ from those of the list.
 */
export async function sendBaseRequests(
  t: RequestSender & ListSource,
  hidden: Query,
): Promise<BaseRows | Inconclusive | Pick<PagesRead, "pagedList" | "singles">> {
  const { list, material } = t;
  const time = material.names["timestamp"];
  const atTime = hidden.some(([name]) => name === time);
  const groups = atTime ? [hidden] : hidden.map((parameter) => [parameter]);
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
      return whyStopped(part, "a part of the list cannot be read");
    }
    if (atTime && part.rows.length === 0) {
      return inconclusive("the request selects no rows at that time", part.pages[0]?.response);
    }
    const text = searchTextIn(group, material);
    const longest =
      text === undefined ? undefined : await longestSearch(t, list, material.names["name"] ?? "");
    const whole = part.end === "null" && isWholeSearch(part, list, longest);
    // A service may cut a search (interpretation 16): then the names of the whole list say which rows are due.
    const isCut = !whole && list.complete && text !== undefined;
    const rows = (isCut ? list.rows : rowsOnce(part)).filter((row) => nameHoldsText(row, text));
    const complete = baseRows.complete && (whole || isCut);
    // Whether a name matches in another case of letters is unspecified: such a row may be due.
    const isSure = rows.every(({ name }) => typeof name !== "string" || name.includes(text ?? ""));
    const atMost = baseRows.atMost === true || (isCut && !isSure);
    const unread =
      baseRows.unread ??
      (part.end === "null" ? undefined : whyStopped(part, "a part of the list was not read to its end"));
    const sources = [part, ...baseRows.sources];
    baseRows = {
      rows: atTime ? rows : sharedRows(baseRows, rows, list.identity),
      complete,
      unread,
      atMost,
      sources,
    };
  }
  return baseRows;
}

/** The text that a request searches for. */
const searchTextIn = (group: Query, { names }: Material): string | undefined =>
  group.find(([name]) => name === names["name"])?.[1];

/** Whether the name of a row has the text that is searched for, in any case of letters. */
const nameHoldsText = ({ name }: ListRow, text: string | undefined): boolean =>
  text === undefined || typeof name !== "string" || holdsText(name, text);

/** A search by name has one page: all of its rows came where they are fewer than the `longest` search has, or all of the list. */
function isWholeSearch({ rows }: PagedList, list: Listing, longest: number | undefined): boolean {
  const hasAll = list.complete && rows.length === list.rows.length;
  return longest === undefined || hasAll || rows.length < longest;
}

/** The rows that are in both; only `others` where the ground is not known whole. */
function sharedRows(baseRows: BaseRows, others: readonly ListRow[], identity: string): readonly ListRow[] {
  const known = rowKeys(baseRows.rows, identity);
  return baseRows.complete ? others.filter((row) => known.has(keyOf(row, identity))) : others;
}

/** Pages of a usual size that hold as much as one of the largest. */
const USUAL_IN_LARGEST = 4;

/** Paged lists what a query selects, in the largest pages; in usual ones where the query is refused beside their limit. */
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

/** Selections can be compared where all were read to the end; a refused one is a violation: its filter is well-formed. */
function checkReadable(pagedLists: readonly PagedList[]): CheckResult {
  const unread = pagedLists.find(({ end }) => end !== "null");
  if (unread === undefined) {
    return [];
  }
  return isRefusedList(unread)
    ? notTheList(unread, "a well-formed filter is refused")
    : whyStopped(unread, "a list was not read to its end");
}

/** Every row of some selections is in this one too. A refused one fails; inconclusive where one is not read to its end. */
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

/** Every row of a selection is in one of the others. A refused one fails; inconclusive where one is not read to its end. */
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

/** A selection holds the same rows as some others together; a refused one is a violation. */
export function checkEqual(selected: PagedList, model: readonly PagedList[], message: string): CheckResult {
  return firstViolation(
    () => checkWithin(selected, model, message),
    () => checkHolds(selected, model, message),
  );
}

export function checkEmpty(selected: PagedList, message: string): readonly Violation[] {
  const rowFault = { kind: "stray" } as const;
  const shown = placedRows(selected).slice(0, 1);
  return shown.map(({ row, pointer, response }) => {
    return { message, pointer, expected: "no row", actual: cutValue(row), rowFault, response };
  });
}
