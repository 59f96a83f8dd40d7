// §4.1, §4.3, §4.4, §8: pages with too many rows, and links that lead where they must not
import {
  ENDLESS,
  isLink,
  keyOf,
  rowKeys,
  resolveNext,
  rowsMember,
  type ListPage,
} from "../../../engine/clauses/pagination.ts";
import { isObject } from "../../../engine/message/classify.ts";
import { beforeQuery, type Violation, queryOf, type ApiResponse } from "../../../engine/model/exchange.ts";
import { countOf } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { notTheList, differencesOfList, type RowDifference, type PagesRead } from "./pages-read.ts";

/** Pages with more rows than were asked for; behind the first, than the link says that led there (interpretation 15). */
export function limitDifferences({ pagedList: { pages }, plan, names }: PagesRead): readonly RowDifference[] {
  return pages.flatMap(({ response, rows }, page) => {
    const from = pages[page - 1];
    const most = from === undefined ? plan.limit : carriedLimit(from, names?.["limit"]);
    return limitViolations(response, rows.length, most, from).map((violation) => ({ violation, page }));
  });
}

export function limitViolations(
  response: ApiResponse,
  rows: number,
  most = Number.POSITIVE_INFINITY,
  from?: ListPage,
) {
  const where = from === undefined ? "a page" : "a page behind a link";
  const violation: Violation = {
    message: `${where} holds more rows than the limit${from === undefined ? "" : " in the link"}`,
    pointer: `/${rowsMember(response)}`,
    expected: `at most ${countOf(most, "row")}`,
    actual: countOf(rows, "row"),
    rowFault: { kind: "limit" },
    decisive: true,
    response,
    ...(from === undefined ? {} : { beside: [from.response] }),
  };
  return rows > most ? [violation] : [];
}

/** The limit that the link of a page has, if any. */
export function carriedLimit({ next, response }: ListPage, name: string | undefined): number | undefined {
  const [link] = resolveNext(next, response);
  const query = queryOf(link?.target ?? "");
  const value = name === undefined ? undefined : query.getAll(name).at(-1);
  return value !== undefined && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined;
}

/** A link of a page that is not as it has to be. */
function linkViolation({ next, response }: ListPage, message: string, expected: string): Violation {
  return { message, pointer: "/links/next", expected, actual: cutValue(next), response };
}

/**
 * The last page says so: next is null. It is not a link that leads to empty pages alone, all rows that are due being shown, nor,
 * behind pages with links, what can be no link, such as false or the text null: of a first page its type is open (interpretation 15).
 */
export function endDifferences(pagesRead: PagesRead): readonly RowDifference[] {
  const { pages, end } = pagesRead.pagedList;
  const last = pages.findLastIndex(({ rows }) => rows.length > 0);
  const before = pages[Math.max(last, 0)];
  const isEndless = end === "budget" && pages.length - 1 - last >= ENDLESS;
  const isEnd = (isEndless || /^(null|repeated)$/.test(end)) && isPastAll(pagesRead);
  if (last + 1 < pages.length && pages.length > 1 && isEnd) {
    const message = "links.next of the last page with rows leads only to empty pages";
    const beside = pages.slice(last + 1, last + 2).map(({ response }) => response);
    return before === undefined
      ? []
      : differencesOfList({ ...linkViolation(before, message, "null"), beside });
  }
  const page = pages.at(-1);
  const message = "links.next of the last page is neither null nor a link like those before";
  const isUnusual = end === "foreign" && pages.length > 1 && page !== undefined && isNoLink(page.next);
  return isUnusual ? differencesOfList(linkViolation(page, message, "null")) : [];
}

/** Whether every row that is due came; where these are not known, an end is enough, and without one, no filter: it makes empty pages legal. */
function isPastAll({ pagedList, plan, selection, atMost }: PagesRead): boolean {
  const came = rowKeys(pagedList.rows, pagedList.identity);
  const isEnded = pagedList.end !== "budget";
  return selection === undefined
    ? isEnded || plan.selecting === 0
    : (isEnded && atMost === true) || selection.every((row) => came.has(keyOf(row, pagedList.identity)));
}

/** What cannot lead to a page; an object may, though the links before were text: the type is open (interpretation 15). */
function isNoLink(next: unknown): boolean {
  return !isLink(next) && !(isObject(next) && Object.keys(next).length > 0);
}

/** A link leads back, still on behind the last row, or to no page of the list. */
export function linkDifferences({ pagedList, selection }: PagesRead): readonly RowDifference[] {
  const { pages, end } = pagedList;
  const [from, page] = [pages.at(-2), pages.at(-1)];
  if (page === undefined) {
    return [];
  }
  if (end === "repeated") {
    const message = "links.next leads back to a page that was read before";
    return differencesOfList(linkViolation(page, message, "a page not yet read, or null"));
  }
  // A new row would mean that the list grew: more may be to come.
  const known = rowKeys(selection ?? [], pagedList.identity);
  const isPast = selection !== undefined && pagedList.rows.length > selection.length;
  if (
    end === "budget" &&
    isPast &&
    pagedList.rows.every((row) => known.has(keyOf(row, pagedList.identity)))
  ) {
    return differencesOfList(linkViolation(page, "links.next is still not null behind the last row", "null"));
  }
  const isSamePath = from !== undefined && beforeQuery(from.response.url) === beforeQuery(page.response.url);
  const message = "links.next leads to no page of the list";
  return end === "refused" && isSamePath
    ? differencesOfList(
        ...notTheList({ ...pagedList, pages: [page] }, message).map((violation) => ({
          ...violation,
          beside: [from.response],
        })),
      )
    : [];
}
