// §4.1, §4.3, §4.4, §8: pages with more rows than the limit, and wrong links
import { MOST_EMPTY_PAGES, isLink, isRowOf, resolveNext } from "../../../engine/clauses/pagination.ts";
import { rowsMember, type ListPage } from "../../../engine/clauses/pagination.ts";
import { isObject } from "../../../engine/message/classify.ts";
import { beforeQuery, type Violation, queryOf, type ApiResponse } from "../../../engine/model/exchange.ts";
import { countOf } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { notAListViolation, type Difference, type PagesRead } from "./pages-read.ts";

/** The limit of the first page is that of the request; the limit of any other page is that of the link to it (interpretation 15). */
export function limitDifferences({ pagedList: { pages }, plan, names }: PagesRead): readonly Difference[] {
  return pages.flatMap(({ response, rows }, page) => {
    const from = pages[page - 1];
    const most = from === undefined ? plan.limit : carriedLimit(from, names?.["limit"]);
    return limitViolations(response, rows.length, most, from).map((violation): Difference => {
      return { kind: "limit", violation, page };
    });
  });
}

/** The violation if there are more `rows` than `most`. `from`: the page whose link has the limit; absent: the request has it. */
export function limitViolations(
  response: ApiResponse,
  rows: number,
  most = Number.POSITIVE_INFINITY,
  from?: ListPage,
) {
  const violation: Violation = {
    message: `a page has more rows than the limit${from === undefined ? "" : " in the link to it"}`,
    pointer: `/${rowsMember(response)}`,
    expected: `at most ${countOf(most, "row")}`,
    actual: countOf(rows, "row"),
    rowFault: { kind: "limit" },
    decisive: true,
    response,
    ...(from === undefined ? {} : { compared: [from.response] }),
  };
  return rows > most ? [violation] : [];
}

/** The limit in the link of a page; undefined if the link has none from 1 to 999. */
export function carriedLimit({ next, response }: ListPage, name: string | undefined): number | undefined {
  const [link] = resolveNext(next, response);
  const query = queryOf(link?.target ?? "");
  const value = name === undefined ? undefined : query.getAll(name).at(-1);
  return value !== undefined && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined;
}

export const linkDifferences = (pagesRead: PagesRead): readonly Difference[] => [
  ...wrongEnds(pagesRead).map((violation) => ({ kind: "link", violation, page: 0, subkind: "end" }) as const),
  ...wrongLinks(pagesRead).map((violation) => ({ kind: "link", violation, page: 0 }) as const),
];

const linkViolation = (
  { next, response }: ListPage,
  message: string,
  expected: string,
  compared: readonly ApiResponse[] = [],
): Violation => ({ message, pointer: "/links/next", expected, actual: cutValue(next), response, compared });

/**
 * links.next of the last page has to be null. It is wrong if it leads only to empty pages although all expected rows were returned, or if
 * it is no link (false, the text null) although earlier pages have links. On a first page its type is unspecified (interpretation 15).
 */
function wrongEnds(pagesRead: PagesRead): readonly Violation[] {
  const { pages, end } = pagesRead.pagedList;
  const last = pages.findLastIndex(({ rows }) => rows.length > 0);
  const [before, page] = [pages[Math.max(last, 0)], pages.at(-1)];
  if (before === undefined || page === undefined || pages.length === 1) return [];
  const isEndless = end === "budget" && pages.length - 1 - last >= MOST_EMPTY_PAGES;
  const isEnd = (isEndless || end === "null" || end === "repeated") && isPastAll(pagesRead);
  if (last + 1 < pages.length && isEnd) {
    const compared = pages.slice(last + 1, last + 2).map(({ response }) => response);
    return [
      linkViolation(before, "links.next of the last page with rows leads to empty pages", "null", compared),
    ];
  }
  const isUnusual = end === "foreign" && isNoLink(page.next);
  return isUnusual
    ? [linkViolation(page, "links.next of the last page is neither null nor a link", "null")]
    : [];
}

/** Whether every expected row was returned; if these are unknown, whether the list ended, or no filter can make pages empty. */
function isPastAll({ pagedList, plan, selection, mayBeFewer }: PagesRead): boolean {
  const isEnded = pagedList.end !== "budget";
  return selection === undefined
    ? isEnded || plan.filterCount === 0
    : (isEnded && mayBeFewer === true) || selection.every(isRowOf(pagedList.rows, pagedList.identity));
}

/** A non-empty object may be a link: the type is unspecified (interpretation 15). */
function isNoLink(next: unknown): boolean {
  return !isLink(next) && !(isObject(next) && Object.keys(next).length > 0);
}

function wrongLinks({ pagedList, selection }: PagesRead): readonly Violation[] {
  const { pages, end, identity, rows } = pagedList;
  const [from, page] = [pages.at(-2), pages.at(-1)];
  if (page === undefined) return [];
  if (end === "repeated") {
    const message = "links.next leads to a page that was already read";
    return [linkViolation(page, message, "a page that was not read yet, or null")];
  }
  // Expected rows were returned twice. If other rows were returned, the list may have grown.
  const isPast = selection !== undefined && rows.length > selection.length;
  if (end === "budget" && isPast && rows.every(isRowOf(selection, identity))) {
    return [linkViolation(page, "links.next is not null after the last row", "null")];
  }
  const isSamePath = from !== undefined && beforeQuery(from.response.url) === beforeQuery(page.response.url);
  const message = "links.next does not lead to a page of the list";
  return end === "refused" && isSamePath
    ? notAListViolation({ ...pagedList, pages: [page] }, message).map((violation) => {
        return { ...violation, compared: [from.response] };
      })
    : [];
}
