// §2.1, §4.1, §4.3, §4.4, §8: the differences between the pages of a list and the expected rows, order, sizes and links
import {
  isRefusedList,
  keyOf,
  rowKeys,
  type ListPage,
  type ListRow,
  type PagedList,
} from "../../../engine/clauses/pagination.ts";
import { firstOutOfOrder, sortKeys, type SortKey } from "./ordering.ts";
import {
  compareTimestamps,
  filterSelects,
  ROW_OPERATORS,
  type Operator,
} from "../../../engine/model/compare.ts";
import { type Violation, queryOf, type ApiResponse } from "../../../engine/model/exchange.ts";
import { present } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { memberText } from "../records/records.ts";
import { isWanted, type FilterInUse } from "./lists.ts";
import { whyAnyOrder } from "./inconclusive.ts";
import { endDifferences, linkDifferences, limitDifferences } from "./links.ts";
import { furthest, firstMisplaced, misplacedBehind } from "./order.ts";
import {
  missingRows,
  pageBefore,
  pageInFrontOf,
  rowText,
  notTheList,
  placedRows,
  rowsOnNoPage,
  differencesOfList,
} from "./pages-read.ts";
import type { RowDifference, PagesRead } from "./pages-read.ts";

/** The kinds of differences, each with its detection. Only certain differences are reported. */
export const ROW_DIFFERENCES = {
  /** A row that a filter excludes, a row of the list that is not expected, or a later page of another time. */
  stray: (pagesRead) => [...strayDifferences(pagesRead), ...pagesOfOtherTimes(pagesRead)],
  /** An expected row is on no page of a list that was read to its end, or the largest pages lack a row. */
  gap: gaps,
  /** A row is returned twice. */
  repeat: repeatedRows,
  /** A row is out of order under every key that sorts the whole list in both orders. */
  order: ({ pagedList, keys = [], plan: { order } }: PagesRead) =>
    order === undefined ? [] : differencesOfList(firstMisplaced(pagedList, keys, order)),
  /** A row behind the first page is out of order under the keys that sort the first page. */
  seam: seamDifferences,
  /** Another row is expected at this place, by the expected rows and the keys of the list. */
  next: nextDifferences,
  /** A page has more rows than its limit. */
  limit: limitDifferences,
  /** links.next of the last page with rows leads only to empty pages, or is neither a link nor null. */
  end: endDifferences,
  /** A link leads to an earlier page, to no page of the list, or on without end. */
  link: linkDifferences,
  /** A filter that is sent alone is refused. */
  refused: ({ pagedList, plan }: PagesRead) =>
    plan.selecting === 1 && isRefusedList(pagedList)
      ? differencesOfList(...notTheList(pagedList, "a well-formed filter is refused"))
      : [],
  /** The request is refused, although each of its parameters is served alone. */
  together: ({ pagedList, singles }: PagesRead) => {
    const message = "parameters that are accepted alone get an error together, at every attempt";
    const violations = singles === undefined ? [] : notTheList(pagedList, message);
    return differencesOfList(
      ...violations.map((violation) => ({ ...violation, ...present({ beside: singles }) })),
    );
  },
} as const satisfies Readonly<Record<string, (pagesRead: PagesRead) => readonly RowDifference[]>>;

export type DifferenceKind = keyof typeof ROW_DIFFERENCES;

/** Rows that a filter excludes, and rows that are not expected. */
function strayDifferences(pagesRead: PagesRead): readonly RowDifference[] {
  const { pagedList, plan, selection, ambiguous = [] } = pagesRead;
  const { identity } = pagedList;
  // Rows that were added since the list was read are no violation (interpretation 18).
  const expectedRows =
    selection && pagesRead.listed && rowKeys([...selection, ...ambiguous, ...newRows(pagesRead)], identity);
  const isLeftOut = (used: FilterInUse, row: ListRow): boolean => isWanted(used, row) === false;
  const onFirst = plan.filters.filter((used) => pagedList.pages[0]?.rows.some((row) => isLeftOut(used, row)));
  return placedRows(pagedList).flatMap(({ row, page, pointer, response }) => {
    const at = (member: string, expected: string, sure: Pick<Violation, "decisive"> = {}): Violation => ({
      ...sure,
      message: page === 0 ? "a row does not match the request" : STRAY_BEHIND,
      pointer: `${pointer}/${member}`,
      expected,
      actual: cutValue(row[member]),
      rowFault: { kind: "stray" },
      response,
      beside: pageBefore(pagedList, page),
    });
    const left = plan.filters.filter((used) => isLeftOut(used, row));
    const isSurplus = left.length === 0 && expectedRows?.has(keyOf(row, identity)) === false;
    const surplus = isSurplus ? [at(identity, "a row that each parameter alone returns too")] : [];
    return [
      ...left.map((used) => {
        const { filter, operator, bound } = used;
        const expected = `a value ${OPERATOR_WORDS[operator]} ${bound}`;
        const violation = at(filter.field, expected, { decisive: true });
        return { violation, page, filter, isOnFirst: onFirst.includes(used) };
      }),
      ...surplus.map((violation) => ({ violation, page })),
    ];
  });
}

/** The words for an operator, before the bound. */
export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  none: "equal to",
  eq: "equal to",
  ne: "other than",
  gt: "above",
  gte: "at or above",
  lt: "below",
  lte: "at or below",
};

const STRAY_BEHIND = "a row on a later page does not match the request";

/** Rows that neither the list nor the expected rows have: they may have been added since (interpretation 18). */
export function newRows({ pagedList, listed = pagedList.rows, selection = [] }: PagesRead) {
  const known = rowKeys([...listed, ...selection], pagedList.identity);
  return pagedList.rows.filter((row) => !known.has(keyOf(row, pagedList.identity)));
}

/** Expected rows that are on no page of a list that was read to its end, and rows that its largest pages lack. */
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
  const { rows, identity } = pagedList;
  const shown = rowKeys(rows, identity);
  const ends = endsOfPages(pagedList);
  const isAtEnd = (row: ListRow | undefined): boolean => row !== undefined && ends.has(keyOf(row, identity));
  const has = (row: ListRow): boolean => shown.has(keyOf(row, identity));
  const missing = rowsOnNoPage(pagedList, selection);
  // The rows beside it that were returned: if one of them begins or ends a page, the row belongs between pages.
  const isBetweenPages = (row: ListRow | undefined): boolean => {
    const at = row === undefined ? 0 : selection.indexOf(row);
    return isAtEnd(selection.slice(at + 1).find(has)) || isAtEnd(selection.slice(0, at).findLast(has));
  };
  return [
    ...missingRows(pagedList, message, missing, sources).map((violation, at) => {
      return { violation, page: 0, mayBeLost: isBetweenPages(missing[at]) };
    }),
    ...differencesOfList(
      ...(large?.end === "null"
        ? missingRows(large, "a row is missing on larger pages", pagedList.rows, [pagedList])
        : []),
    ),
  ];
}

/** The keys of the rows at the ends of pages that may lose rows: there are several, or one that is full or lacks one row to be full. */
function endsOfPages({ pages, identity }: PagedList): ReadonlySet<unknown> {
  const [first, ...others] = pages;
  const values = [...queryOf(first?.response.request.target ?? "").values()];
  const rows = first?.rows.length ?? 0;
  const mayLose = others.length > 0 || values.includes(String(rows)) || values.includes(String(rows + 1));
  const ends = mayLose ? pages.flatMap((page) => [page.rows[0], page.rows.at(-1)]) : [];
  return new Set(ends.map((row) => row && keyOf(row, identity)));
}

function repeatedRows({ pagedList }: PagesRead): readonly RowDifference[] {
  const { identity } = pagedList;
  const seen = new Map<unknown, ApiResponse>();
  return placedRows(pagedList).flatMap(({ row, response, pointer, page }) => {
    // The clause on the identity field checks rows without one.
    const key = keyOf(row, identity) ?? row;
    const before = seen.get(key);
    seen.set(key, response);
    const expected = `each row once; this one already came with ${before?.url}`;
    const rowFault = { kind: "repeat", row: cutValue(row[identity]) } as const;
    const violation = {
      message: "a row is returned twice",
      pointer,
      expected,
      actual: cutValue(row),
      rowFault,
      response,
    };
    return before === undefined ? [] : [{ violation: { ...violation, beside: [before] }, page }];
  });
}

/** The keys by which the pages may be sorted. Not used for selections: their rows may be equal in the key that sorts the list. */
export function sortKeysOf({ pagedList, plan, keys = [] }: PagesRead): readonly SortKey[] {
  return keys.length === 0 && plan.selecting === 0 && pagedList.end === "null"
    ? sortKeys(pagedList.rows)
    : keys;
}

/** Rows behind the first page that are out of order under the keys that sort the first page: the link lost the order. */
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

/** The first row at a place where another row is expected, under the key for which that place is furthest from the start. */
function nextDifferences(pagesRead: PagesRead): readonly RowDifference[] {
  const { pagedList, plan, keys = [], selection, ambiguous = [], atMost } = pagesRead;
  const { identity } = pagedList;
  const isKnown = plan.order !== undefined && keys.length > 0 && atMost !== true && ambiguous.length === 0;
  const isOther = newRows(pagesRead).length > 0 || repeatedRows(pagesRead).length > 0;
  if (!isKnown || selection === undefined || isOther) {
    return [];
  }
  const sign = plan.order === "asc" ? 1 : -1;
  const expectedBy = (key: SortKey): readonly ListRow[] =>
    selection.toSorted((a, b) => sign * key.compare(a, b));
  // Rows with equal keys are interchangeable.
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
  // No row is expected here, or the expected row is at another place, or missing.
  const kind = expectedRows === undefined ? "stray" : isElsewhere === true ? "order" : "gap";
  return differencesOfList({
    message: `the page does not have the next matching rows in ${plan.order} order`,
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

/** The timestamp member of a page; undefined if it is malformed. */
function pageTime({ response }: ListPage): string | undefined {
  const time = memberText(response, "timestamp");
  return time !== undefined && TIMESTAMP_PATTERN.test(time) ? time : undefined;
}

/**
 * Pages of a time that the filter excludes, behind a first page of a time that it selects: the rows of both times may be equal, so that
 * only the timestamp reveals a link that drops the filter. The first page alone proves nothing, because the contract does not relate
 * the timestamp member to the filter.
 */
function pagesOfOtherTimes({ pagedList, plan, names }: PagesRead) {
  const { pages } = pagedList;
  const [, sent = ""] = plan.query.find(([name]) => name === names?.["timestamp"]) ?? [];
  const operator = ROW_OPERATORS.find((word) => sent.startsWith(`${word}:`)) ?? "none";
  const bound = sent.slice(sent.indexOf(":") + 1);
  const isSelected = (time: string | undefined): boolean | undefined =>
    time === undefined ? undefined : filterSelects(operator, compareTimestamps(time, bound));
  const [first] = pages;
  if (first === undefined || !TIMESTAMP_PATTERN.test(bound) || isSelected(pageTime(first)) !== true) {
    return [];
  }
  return pages.flatMap((shown, page) => {
    const time = pageTime(shown);
    const violation: Violation = {
      message: "a later page has a timestamp that does not match the request",
      pointer: "/timestamp",
      expected: `timestamp ${sent}`,
      actual: cutValue(time),
      rowFault: { kind: "stray" },
      response: shown.response,
      beside: pageBefore(pagedList, page),
    };
    return isSelected(time) === false ? [{ violation, page }] : [];
  });
}
