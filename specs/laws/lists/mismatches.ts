// §2.1, §4.1, §4.3, §4.4, §8: how what came of a list differs from what is due: rows, their order, pages and links
import { isRefusedWalk, keyOf, keysOf, type ListRow, type Walk } from "../../../engine/clauses/pagination.ts";
import { firstOutOfOrder, sortKeys, type SortKey } from "./ordering.ts";
import { type Finding, queryOf, type Reply } from "../../../engine/model/exchange.ts";
import { present } from "../../../engine/model/model.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { isWanted, type FilterInUse } from "./lists.ts";
import { unlessShared } from "./doubts.ts";
import { badEnds, badLinks, overfullPages } from "./links.ts";
import { furthest, misplaced, misplacedBehind } from "./order.ts";
import { pagesOfOtherTimes } from "./times.ts";
import { lostRows, pageBefore, pageInFront, told, notTheList, placedRows, wholly } from "./walked.ts";
import type { Mismatch, Walked } from "./walked.ts";

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
export function gaps({
  walk,
  plan,
  selection,
  unpaged,
  atMost,
  large,
  sources,
}: Walked): readonly Mismatch[] {
  const isRead = walk.end === "null" && unpaged !== true && atMost !== true;
  if (!isRead || selection === undefined) {
    return [];
  }
  const message = `a row ${plan.selecting === 0 ? "of the list" : "that the request selects"} is on no page`;
  const lost = lostRows(walk, message, selection, sources);
  return [
    ...lost.map((finding) => ({ finding, page: 0, isBetweenPages: isBetweenPages(finding, walk) })),
    ...wholly(
      ...(large?.end === "null"
        ? lostRows(large, "a row is missing with larger pages", walk.rows, [walk])
        : []),
    ),
  ];
}

/** Whether a row is missing in front of the first row of a further page, or behind a page that has no room for a further row. */
function isBetweenPages({ pointer, reply }: Finding, { pages }: Walk): boolean {
  const page = pages.findIndex((one) => one.reply === reply);
  const rows = pages[page]?.rows.length ?? 0;
  const [, , index] = pointer.split("/");
  const sent = new Set(queryOf(reply?.ask.target ?? "").values());
  const isFull = sent.has(String(rows)) || sent.has(String(rows + 1));
  return page > 0 && (index === undefined || index === "0") ? true : isFull && index === String(rows - 1);
}

export function repeats({ walk }: Walked): readonly Mismatch[] {
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
  if (!isKnown || selection === undefined || arrivals(walked).length > 0 || repeats(walked).length > 0) {
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
