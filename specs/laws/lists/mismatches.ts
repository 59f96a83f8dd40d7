// §2.1, §4.1, §4.3, §4.4, §8: how what came of a list differs from what is due: rows, their order, pages and links
import {
  ENDLESS,
  isLink,
  isRefusedWalk,
  keyOf,
  keysOf,
  resolveNext,
  rowsMember,
  type ListRow,
  type Page,
} from "../../../engine/clauses/pagination.ts";
import { firstOutOfOrder, sortKeys, type SortKey } from "./ordering.ts";
import { isObject } from "../../../engine/message/classify.ts";
import { beforeQuery, type Finding, queryOf, type Reply } from "../../../engine/model/exchange.ts";
import { countOf, present } from "../../../engine/model/model.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { isWanted, type FilterInUse, type RowFilter } from "./lists.ts";
import { unlessShared } from "./doubts.ts";
import { furthest, misplaced, misplacedBehind } from "./order.ts";
import { pagesOfOtherTimes } from "./times.ts";
import { lostRows, pageBefore, pageInFront, told, notTheList, placedRows, type Walked } from "./walked.ts";

export interface Mismatch {
  readonly finding: Finding;
  /** Number of the page that shows it, from 0. */
  readonly page: number;
  /** The filter that leaves the row out. */
  readonly filter?: RowFilter;
  /** The first page has a row that this filter leaves out: a link is not to blame. */
  readonly isOnFirst?: boolean;
}

/** What can be wrong, each with how it is found; only what is sure is found. */
export const MISMATCHES = {
  /** A row that a filter on it leaves out, or that is not due though the list had it before; a later page of another time. */
  stray: (walked) => [...strays(walked), ...pagesOfOtherTimes(walked)],
  /** A row that is due is on no page, where the pages were read to their end; or the largest pages lack one. */
  gap: gaps,
  /** A row comes twice. */
  repeat: repeats,
  /** A row is out of order, by each key that sorts the whole list both ways. */
  order: ({ walk, keys = [], plan: { order } }: Walked) =>
    order === undefined ? [] : wholly(misplaced(walk, keys, order)),
  /** A row behind a page in order is out of order, by the keys of that page. */
  seam: seams,
  /** Another row is due here, by the selection and the keys of the list. */
  next: notNext,
  /** A page has too many rows. */
  limit: overfullPages,
  /** Links lead from the last page with rows to empty pages alone; or, behind pages with links, next is neither link nor null. */
  end: badEnds,
  /** A link leads back, to no page of the list, or on without end. */
  link: badLinks,
  /** No list comes for one filter that is sent alone. */
  refused: ({ walk, plan }: Walked) =>
    plan.selecting === 1 && isRefusedWalk(walk)
      ? wholly(...notTheList(walk, "a well-formed filter is refused"))
      : [],
  /** No list comes, though each parameter alone gets one. */
  together: ({ walk, singles }: Walked) => {
    const message = "parameters that are each served alone get an error together, at every try";
    const findings = singles === undefined ? [] : notTheList(walk, message);
    return wholly(...findings.map((finding) => ({ ...finding, ...present({ beside: singles }) })));
  },
} as const satisfies Readonly<Record<string, (walked: Walked) => readonly Mismatch[]>>;

export type Kind = keyof typeof MISMATCHES;

/** Differences that no single page shows. */
const wholly = (...findings: readonly (Finding | undefined)[]): readonly Mismatch[] =>
  findings.filter((finding) => finding !== undefined).map((finding) => ({ finding, page: 0 }));

/** Rows that a filter leaves out, and rows that the parameters do not select together. */
function strays(walked: Walked): readonly Mismatch[] {
  const { walk, plan, selection, doubtful = [] } = walked;
  const { identity } = walk;
  // Rows that came since are no strangers (reading 18): the list tells which were there.
  const due =
    selection && walked.listed && keysOf([...selection, ...doubtful, ...arrivals(walked)], identity);
  const isLeftOut = (used: FilterInUse, row: ListRow): boolean => isWanted(used, row) === false;
  const onFirst = plan.filters.filter((used) => walk.pages[0]?.rows.some((row) => isLeftOut(used, row)));
  return placedRows(walk).flatMap(({ row, page, pointer, reply }) => {
    const at = (member: string, expected: string, sure: Pick<Finding, "decisive"> = {}): Finding => ({
      ...sure,
      message: page === 0 ? "a row is shown that the request does not select" : STRAY_BEHIND,
      pointer: `${pointer}/${member}`,
      expected,
      actual: cut(row[member]),
      defect: { kind: "stray" },
      reply,
      beside: pageBefore(walk, page),
    });
    const left = plan.filters.filter((used) => isLeftOut(used, row));
    const isSurplus = left.length === 0 && due?.has(keyOf(row, identity)) === false;
    const surplus = isSurplus ? [at(identity, "rows that each parameter alone selects too")] : [];
    return [
      ...left.map((used) => {
        const { filter, operator, bound } = used;
        const asked = `${filter.field} ${operator === "none" ? "eq" : operator} ${bound}`;
        const finding = at(filter.field, asked, { decisive: true });
        return { finding, page, filter, isOnFirst: onFirst.includes(used) };
      }),
      ...surplus.map((finding) => ({ finding, page })),
    ];
  });
}

const STRAY_BEHIND = "a row behind links.next is not selected by the request";

/** Rows that nothing showed before: they may have come since (reading 18). */
export function arrivals({ walk, listed = walk.rows, selection = [] }: Walked) {
  const known = keysOf([...listed, ...selection], walk.identity);
  return walk.rows.filter((row) => !known.has(keyOf(row, walk.identity)));
}

/** Rows of the selection that are on no page, where it is known and was read to its end; the same of larger pages. */
function gaps({ walk, plan, selection, unpaged, atMost, large }: Walked): readonly Mismatch[] {
  const isRead = walk.end === "null" && unpaged !== true && atMost !== true;
  if (!isRead || selection === undefined) {
    return [];
  }
  const message = `a row ${plan.selecting === 0 ? "of the list" : "that the request selects"} is on no page`;
  return wholly(
    ...lostRows(walk, message, selection),
    ...(large?.end === "null" ? lostRows(large, "a row is missing with larger pages", walk.rows) : []),
  );
}

function repeats({ walk }: Walked): readonly Mismatch[] {
  const { identity } = walk;
  const seen = new Map<unknown, Reply>();
  return placedRows(walk).flatMap(({ row, reply, pointer, page }) => {
    // Rows without one are the matter of the clause on that field.
    const key = keyOf(row, identity) ?? row;
    const before = seen.get(key);
    seen.set(key, reply);
    const expected = `each row once; this one already came with ${before?.url}`;
    const defect = { kind: "repeat", row: cut(row[identity]) } as const;
    const finding = { message: "a row comes twice", pointer, expected, actual: cut(row), defect, reply };
    return before === undefined ? [] : [{ finding: { ...finding, beside: [before] }, page }];
  });
}

/** Ways in which the pages of a walk may be sorted: a part of a list may be equal in the key that sorts the whole. */
export function sortKeysOf({ walk, plan, keys = [] }: Walked): readonly SortKey[] {
  return keys.length === 0 && plan.selecting === 0 && walk.end === "null" ? sortKeys(walk.rows) : keys;
}

/** A page behind the first is out of order, by a key that sorts the first: the link lost the order. */
function seams(walked: Walked): readonly Mismatch[] {
  const { walk, plan } = walked;
  const [first] = walk.pages;
  if (first === undefined || plan.order === undefined || unlessShared(walk.rows) !== undefined) {
    return [];
  }
  const { order } = plan;
  const keys = sortKeysOf(walked).filter((key) => firstOutOfOrder(first.rows, key, order) === undefined);
  return wholly(misplacedBehind(walk, keys, order));
}

/** The first row that stands where another one is due, by the key under which that is furthest behind. */
function notNext(walked: Walked): readonly Mismatch[] {
  const { walk, plan, keys = [], selection, doubtful = [], atMost } = walked;
  const { identity } = walk;
  const isKnown = plan.order !== undefined && keys.length > 0 && atMost !== true && doubtful.length === 0;
  if (!isKnown || selection === undefined || arrivals(walked).length > 0) {
    return [];
  }
  const sign = plan.order === "asc" ? 1 : -1;
  const dueBy = (key: SortKey): readonly ListRow[] => selection.toSorted((a, b) => sign * key.compare(a, b));
  // Rows of equal keys may change places.
  const firstOther = (key: SortKey): number | undefined => {
    const due = dueBy(key);
    const index = walk.rows.findIndex((row, at) => {
      const wanted = due[at];
      return wanted === undefined || key.compare(row, wanted) !== 0;
    });
    return index === -1 ? undefined : index;
  };
  const place = furthest(keys, firstOther);
  const row = place && placedRows(walk)[place.at];
  if (place === undefined || row === undefined) {
    return [];
  }
  const due = dueBy(place.key)[place.at];
  const isElsewhere = due && keysOf(walk.rows, identity).has(keyOf(due, identity));
  // What stands here is wrong because no row is due, or because the one that is due comes elsewhere, or nowhere.
  const kind = due === undefined ? "stray" : isElsewhere === true ? "order" : "gap";
  return wholly({
    message: `the rows are not the next ones of the selection under ${plan.order}`,
    pointer: `${row.pointer}/${identity}`,
    expected: due === undefined ? "no row" : `${told(due, identity)} (sorted by ${place.key.name})`,
    actual: cut(row.row[identity]),
    defect: { kind, ...(due === undefined ? {} : { row: cut(due[identity]) }) },
    reply: row.reply,
    ...pageInFront(walk, row),
  });
}

/** Pages with more rows than were asked for; behind the first, than the link says that led there (reading 15). */
function overfullPages({ walk: { pages }, plan, names }: Walked): readonly Mismatch[] {
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
function badEnds(walked: Walked): readonly Mismatch[] {
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
function badLinks({ walk, selection }: Walked): readonly Mismatch[] {
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
