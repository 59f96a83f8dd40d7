// §4.1, §4.3, §4.4, §8: pages with too many rows, and links that lead where they must not
import {
  ENDLESS,
  isLink,
  keyOf,
  keysOf,
  resolveNext,
  rowsMember,
  type Page,
} from "../../../engine/clauses/pagination.ts";
import { isObject } from "../../../engine/message/classify.ts";
import { beforeQuery, type Finding, queryOf, type Reply } from "../../../engine/model/exchange.ts";
import { countOf } from "../../../engine/model/model.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { notTheList, wholly, type Mismatch, type Walked } from "./walked.ts";

/** Pages with more rows than were asked for; behind the first, than the link says that led there (reading 15). */
export function overfullPages({ walk: { pages }, plan, names }: Walked): readonly Mismatch[] {
  return pages.flatMap(({ reply, rows }, page) => {
    const from = pages[page - 1];
    const most = from === undefined ? plan.limit : carriedLimit(from, names?.["limit"]);
    return overfull(reply, rows.length, most, from).map((finding) => ({ finding, page }));
  });
}

export function overfull(reply: Reply, rows: number, most = Number.POSITIVE_INFINITY, from?: Page) {
  const where = from === undefined ? "a page" : "a page behind a link";
  const finding: Finding = {
    message: `${where} holds more rows than the limit${from === undefined ? "" : " in the link"}`,
    pointer: `/${rowsMember(reply)}`,
    expected: `at most ${countOf(most, "row")}`,
    actual: countOf(rows, "row"),
    defect: { kind: "limit" },
    decisive: true,
    reply,
    ...(from === undefined ? {} : { beside: [from.reply] }),
  };
  return rows > most ? [finding] : [];
}

/** The limit that the link of a page has, if any. */
export function carriedLimit({ next, reply }: Page, name: string | undefined): number | undefined {
  const [link] = resolveNext(next, reply);
  const query = queryOf(link?.target ?? "");
  const value = name === undefined ? undefined : query.getAll(name).at(-1);
  return value !== undefined && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined;
}

/** A link of a page that is not as it has to be. */
function linkOf({ next, reply }: Page, message: string, expected: string): Finding {
  return { message, pointer: "/links/next", expected, actual: cut(next), reply };
}

/**
 * The last page says so: next is null. It is not a link that leads to empty pages alone, all rows that are due being shown, nor,
 * behind pages with links, what can be no link, such as false or the text null: of a first page its type is open (reading 15).
 */
export function badEnds(walked: Walked): readonly Mismatch[] {
  const { pages, end } = walked.walk;
  const last = pages.findLastIndex(({ rows }) => rows.length > 0);
  const before = pages[Math.max(last, 0)];
  const isEndless = end === "budget" && pages.length - 1 - last >= ENDLESS;
  const isEnd = (isEndless || /^(null|repeated)$/.test(end)) && isPastAll(walked);
  if (last + 1 < pages.length && pages.length > 1 && isEnd) {
    const message = "links.next of the last page with rows leads only to empty pages";
    const beside = pages.slice(last + 1, last + 2).map(({ reply }) => reply);
    return before === undefined ? [] : wholly({ ...linkOf(before, message, "null"), beside });
  }
  const page = pages.at(-1);
  const message = "links.next of the last page is neither null nor a link like those before";
  const isOdd = end === "foreign" && pages.length > 1 && page !== undefined && isNoLink(page.next);
  return isOdd ? wholly(linkOf(page, message, "null")) : [];
}

/** Whether every row that is due came; where these are not known, an end is enough, and without one, no filter: it makes empty pages legal. */
function isPastAll({ walk, plan, selection, atMost }: Walked): boolean {
  const came = keysOf(walk.rows, walk.identity);
  const isEnded = walk.end !== "budget";
  return selection === undefined
    ? isEnded || plan.selecting === 0
    : (isEnded && atMost === true) || selection.every((row) => came.has(keyOf(row, walk.identity)));
}

/** What cannot lead to a page; an object may, though the links before were text: the type is open (reading 15). */
function isNoLink(next: unknown): boolean {
  return !isLink(next) && !(isObject(next) && Object.keys(next).length > 0);
}

/** A link leads back, still on behind the last row, or to no page of the list. */
export function badLinks({ walk, selection }: Walked): readonly Mismatch[] {
  const { pages, end } = walk;
  const [from, page] = [pages.at(-2), pages.at(-1)];
  if (page === undefined) {
    return [];
  }
  if (end === "repeated") {
    const message = "links.next leads back to a page that was read before";
    return wholly(linkOf(page, message, "a page not yet read, or null"));
  }
  // A new row would mean that the list grew: more may be to come.
  const known = keysOf(selection ?? [], walk.identity);
  const isPast = selection !== undefined && walk.rows.length > selection.length;
  if (end === "budget" && isPast && walk.rows.every((row) => known.has(keyOf(row, walk.identity)))) {
    return wholly(linkOf(page, "links.next is still not null behind the last row", "null"));
  }
  const isSamePath = from !== undefined && beforeQuery(from.reply.url) === beforeQuery(page.reply.url);
  const message = "links.next leads to no page of the list";
  return end === "refused" && isSamePath
    ? wholly(
        ...notTheList({ ...walk, pages: [page] }, message).map((finding) => ({
          ...finding,
          beside: [from.reply],
        })),
      )
    : [];
}
