// §2.1, §4.1, §4.3, §4.4, §8: how what came of a list differs from what is due: rows, their order, pages and links
import {
  isRefusedList,
  keyOf,
  rowKeys,
  type ListRow,
  type PagedList,
} from "../../../engine/clauses/pagination.ts";
import { firstOutOfOrder, sortKeys, type SortKey } from "./ordering.ts";
import { type Violation, queryOf, type ApiResponse } from "../../../engine/model/exchange.ts";
import { present } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { isWanted, type FilterInUse } from "./lists.ts";
import { whyAnyOrder } from "./inconclusive.ts";
import { endDifferences, linkDifferences, limitDifferences } from "./links.ts";
import { furthest, firstMisplaced, misplacedBehind } from "./order.ts";
import { pagesOfOtherTimes } from "./times.ts";
import {
  missingRows,
  pageBefore,
  pageInFrontOf,
  rowText,
  notTheList,
  placedRows,
  differencesOfList,
} from "./pages-read.ts";
import type { RowDifference, PagesRead } from "./pages-read.ts";

/** What can be wrong, each with how it is found; only what is sure is found. */
export const ROW_DIFFERENCES = {
  /** A row that a filter on it leaves out, or that is not due though the list had it before; a later page of another time. */
  stray: (pagesRead) => [...strayDifferences(pagesRead), ...pagesOfOtherTimes(pagesRead)],
  /** A row that is due is on no page, where the pages were read to their end; or the largest pages lack one. */
  gap: gaps,
  /** A row comes twice. */
  repeat: repeatedRows,
  /** A row is out of order, by each key that sorts the whole list both ways. */
  order: ({ pagedList, keys = [], plan: { order } }: PagesRead) =>
    order === undefined ? [] : differencesOfList(firstMisplaced(pagedList, keys, order)),
  /** A row behind a page in order is out of order, by the keys of that page. */
  seam: seamDifferences,
  /** Another row is due here, by the selection and the keys of the list. */
  next: nextDifferences,
  /** A page has too many rows. */
  limit: limitDifferences,
  /** Links lead from the last page with rows to empty pages alone; or, behind pages with links, next is neither link nor null. */
  end: endDifferences,
  /** A link leads back, to no page of the list, or on without end. */
  link: linkDifferences,
  /** No list comes for one filter that is sent alone. */
  refused: ({ pagedList, plan }: PagesRead) =>
    plan.selecting === 1 && isRefusedList(pagedList)
      ? differencesOfList(...notTheList(pagedList, "a well-formed filter is refused"))
      : [],
  /** No list comes, though each parameter alone gets one. */
  together: ({ pagedList, singles }: PagesRead) => {
    const message = "parameters that are each served alone get an error together, at every try";
    const violations = singles === undefined ? [] : notTheList(pagedList, message);
    return differencesOfList(
      ...violations.map((violation) => ({ ...violation, ...present({ beside: singles }) })),
    );
  },
} as const satisfies Readonly<Record<string, (pagesRead: PagesRead) => readonly RowDifference[]>>;

export type DifferenceKind = keyof typeof ROW_DIFFERENCES;

/** Rows that a filter leaves out, and rows that the parameters do not select together. */
function strayDifferences(pagesRead: PagesRead): readonly RowDifference[] {
  const { pagedList, plan, selection, ambiguous = [] } = pagesRead;
  const { identity } = pagedList;
  // Rows that came since are no strangers (interpretation 18): the list tells which were there.
  const expectedRows =
    selection && pagesRead.listed && rowKeys([...selection, ...ambiguous, ...newRows(pagesRead)], identity);
  const isLeftOut = (used: FilterInUse, row: ListRow): boolean => isWanted(used, row) === false;
  const onFirst = plan.filters.filter((used) => pagedList.pages[0]?.rows.some((row) => isLeftOut(used, row)));
  return placedRows(pagedList).flatMap(({ row, page, pointer, response }) => {
    const at = (member: string, expected: string, sure: Pick<Violation, "decisive"> = {}): Violation => ({
      ...sure,
      message: page === 0 ? "a row is shown that the request does not select" : STRAY_BEHIND,
      pointer: `${pointer}/${member}`,
      expected,
      actual: cutValue(row[member]),
      rowFault: { kind: "stray" },
      response,
      beside: pageBefore(pagedList, page),
    });
    const left = plan.filters.filter((used) => isLeftOut(used, row));
    const isSurplus = left.length === 0 && expectedRows?.has(keyOf(row, identity)) === false;
    const surplus = isSurplus ? [at(identity, "rows that each parameter alone selects too")] : [];
    return [
      ...left.map((used) => {
        const { filter, operator, bound } = used;
        const asked = `${filter.field} ${operator === "none" ? "eq" : operator} ${bound}`;
        const violation = at(filter.field, asked, { decisive: true });
        return { violation, page, filter, isOnFirst: onFirst.includes(used) };
      }),
      ...surplus.map((violation) => ({ violation, page })),
    ];
  });
}

const STRAY_BEHIND = "a row behind links.next is not selected by the request";

/** Rows that nothing showed before: they may have come since (interpretation 18). */
export function newRows({ pagedList, listed = pagedList.rows, selection = [] }: PagesRead) {
  const known = rowKeys([...listed, ...selection], pagedList.identity);
  return pagedList.rows.filter((row) => !known.has(keyOf(row, pagedList.identity)));
}

/** Rows of the selection that are on no page, where it is known and was read to its end; the same of larger pages. */
export function gaps({
  pagedList,
  plan,
  selection,
  unpaged,
  atMost,
  large,
  sources,
}: PagesRead): readonly RowDifference[] {
  const isRead = pagedList.end === "null" && unpaged !== true && atMost !== true;
  if (!isRead || selection === undefined) {
    return [];
  }
  const message = `a row ${plan.selecting === 0 ? "of the list" : "that the request selects"} is on no page`;
  const lost = missingRows(pagedList, message, selection, sources);
  return [
    ...lost.map((violation) => ({
      violation,
      page: 0,
      isBetweenPages: isBetweenPages(violation, pagedList),
    })),
    ...differencesOfList(
      ...(large?.end === "null"
        ? missingRows(large, "a row is missing with larger pages", pagedList.rows, [pagedList])
        : []),
    ),
  ];
}

/** Whether a row is missing in front of the first row of a further page, or behind a page that has no room for a further row. */
function isBetweenPages({ pointer, response }: Violation, { pages }: PagedList): boolean {
  const page = pages.findIndex((one) => one.response === response);
  const rows = pages[page]?.rows.length ?? 0;
  const [, , index] = pointer.split("/");
  const sent = new Set(queryOf(response?.request.target ?? "").values());
  const isFull = sent.has(String(rows)) || sent.has(String(rows + 1));
  return page > 0 && (index === undefined || index === "0") ? true : isFull && index === String(rows - 1);
}

export function repeatedRows({ pagedList }: PagesRead): readonly RowDifference[] {
  const { identity } = pagedList;
  const seen = new Map<unknown, ApiResponse>();
  return placedRows(pagedList).flatMap(({ row, response, pointer, page }) => {
    // Rows without one are the matter of the clause on that field.
    const key = keyOf(row, identity) ?? row;
    const before = seen.get(key);
    seen.set(key, response);
    const expected = `each row once; this one already came with ${before?.url}`;
    const rowFault = { kind: "repeat", row: cutValue(row[identity]) } as const;
    const violation = {
      message: "a row comes twice",
      pointer,
      expected,
      actual: cutValue(row),
      rowFault,
      response,
    };
    return before === undefined ? [] : [{ violation: { ...violation, beside: [before] }, page }];
  });
}

/** Ways in which the pages of a paged list may be sorted: a part of a list may be equal in the key that sorts the whole. */
export function sortKeysOf({ pagedList, plan, keys = [] }: PagesRead): readonly SortKey[] {
  return keys.length === 0 && plan.selecting === 0 && pagedList.end === "null"
    ? sortKeys(pagedList.rows)
    : keys;
}

/** A page behind the first is out of order, by a key that sorts the first: the link lost the order. */
function seamDifferences(pagesRead: PagesRead): readonly RowDifference[] {
  const { pagedList, plan } = pagesRead;
  const [first] = pagedList.pages;
  if (first === undefined || plan.order === undefined || whyAnyOrder(pagedList.rows) !== undefined) {
    return [];
  }
  const { order } = plan;
  const keys = sortKeysOf(pagesRead).filter((key) => firstOutOfOrder(first.rows, key, order) === undefined);
  return differencesOfList(misplacedBehind(pagedList, keys, order));
}

/** The first row that stands where another one is due, by the key under which that is furthest behind. */
function nextDifferences(pagesRead: PagesRead): readonly RowDifference[] {
  const { pagedList, plan, keys = [], selection, ambiguous = [], atMost } = pagesRead;
  const { identity } = pagedList;
  const isKnown = plan.order !== undefined && keys.length > 0 && atMost !== true && ambiguous.length === 0;
  if (
    !isKnown ||
    selection === undefined ||
    newRows(pagesRead).length > 0 ||
    repeatedRows(pagesRead).length > 0
  ) {
    return [];
  }
  const sign = plan.order === "asc" ? 1 : -1;
  const expectedBy = (key: SortKey): readonly ListRow[] =>
    selection.toSorted((a, b) => sign * key.compare(a, b));
  // Rows of equal keys may change places.
  const firstOther = (key: SortKey): number | undefined => {
    const expectedRows = expectedBy(key);
    const index = pagedList.rows.findIndex((row, at) => {
      const wanted = expectedRows[at];
      return wanted === undefined || key.compare(row, wanted) !== 0;
    });
    return index === -1 ? undefined : index;
  };
  const place = furthest(keys, firstOther);
  const row = place && placedRows(pagedList)[place.at];
  if (place === undefined || row === undefined) {
    return [];
  }
  const expectedRows = expectedBy(place.key)[place.at];
  const isElsewhere = expectedRows && rowKeys(pagedList.rows, identity).has(keyOf(expectedRows, identity));
  // What stands here is wrong because no row is due, or because the one that is due comes elsewhere, or nowhere.
  const kind = expectedRows === undefined ? "stray" : isElsewhere === true ? "order" : "gap";
  return differencesOfList({
    message: `the rows are not the next ones of the selection under ${plan.order}`,
    pointer: `${row.pointer}/${identity}`,
    expected:
      expectedRows === undefined
        ? "no row"
        : `${rowText(expectedRows, identity)} (sorted by ${place.key.name})`,
    actual: cutValue(row.row[identity]),
    rowFault: { kind, ...(expectedRows === undefined ? {} : { row: cutValue(expectedRows[identity]) }) },
    response: row.response,
    ...pageInFrontOf(pagedList, row),
  });
}
