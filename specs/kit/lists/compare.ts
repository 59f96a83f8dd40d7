// §2.1, §4.1, §4.3, §4.4, §8: compares the pages of a list with the rows, order and sizes that its request must return
import {
  isRefusedList,
  isRowOf,
  keyOf,
  type ListPage,
  type ListRow,
  type PagedList,
} from "../../../engine/clauses/pagination.ts";
import { firstMisplaced, firstOutOfOrder, furthest, sortKeys, type SortKey } from "./sort-keys.ts";
import { compareTimestamps, filterSelects, type Operator } from "../../../engine/model/compare.ts";
import { type Violation, type ApiResponse } from "../../../engine/model/exchange.ts";
import { memoizeByObject, present } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { memberText } from "../records/records.ts";
import { filterIn } from "../requests/recorded.ts";
import { isWanted } from "./lists.ts";
import { whyAnyOrder } from "./inconclusive.ts";
import { linkDifferences, limitDifferences } from "./links.ts";
import { missingDifferences } from "./missing-rows.ts";
import {
  pageBefore,
  pageInFrontOf,
  rowText,
  notTheList,
  placedRows,
  selectedRow,
  type Difference,
  type ExpectedPages,
  type PagesRead,
} from "./pages-read.ts";

/**
 * All differences between pages and what their request must return. Only certain differences are reported: with incomplete
 * knowledge of the expected rows or their order there are fewer. The differences of a kind are in the order of the pages.
 */
export const compare = (pages: PagedList, expected: ExpectedPages): readonly Difference[] =>
  differencesFrom(expected)(pages);

/** Computed once, because every clause over the pages selects its violations from the same differences. */
const differencesFrom = memoizeByObject((expected: ExpectedPages) =>
  memoizeByObject((pagedList: PagedList): readonly Difference[] => {
    const pagesRead = { ...expected, pagedList };
    return [
      ...refusals(pagesRead),
      ...strayDifferences(pagesRead),
      ...pagesOfOtherTimes(pagesRead),
      ...missingDifferences(pagesRead),
      ...repeatedRows(pagesRead),
      ...orderDifferences(pagesRead),
      ...nextDifferences(pagesRead),
      ...limitDifferences(pagesRead),
      ...linkDifferences(pagesRead),
    ];
  }),
);

/** A filter that is sent alone is refused, or parameters are refused together, although each of them is served alone. */
function refusals({ pagedList, plan, sentAlone }: PagesRead): readonly Difference[] {
  const message =
    sentAlone === undefined
      ? "a well-formed filter is refused"
      : "parameters that are accepted alone get an error together, at every attempt";
  return isRefusedList(pagedList) && (sentAlone !== undefined || plan.filterCount === 1)
    ? notTheList(pagedList, message).map((violation) => {
        return { kind: "refused", page: 0, violation: { ...violation, ...present({ beside: sentAlone }) } };
      })
    : [];
}

/** Rows that a filter excludes, and rows that are not expected. */
function strayDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, selection, ambiguous = [] } = pagesRead;
  const { identity } = pagedList;
  // Rows that were added since the list was read are no violation (interpretation 18).
  const isAllowed =
    selection && pagesRead.listed
      ? isRowOf([...selection, ...ambiguous, ...newRows(pagesRead)], identity)
      : () => true;
  return placedRows(pagedList).flatMap(({ row, page, pointer, response }) => {
    const place = page === 0 ? "a row" : "a row on a later page";
    const stray = (problem: string, member: string, expected: string): Violation => ({
      message: `${place} ${problem}`,
      pointer: `${pointer}/${member}`,
      expected,
      actual: cutValue(row[member]),
      rowFault: { kind: "stray" },
      response,
      beside: pageBefore(pagedList, page),
    });
    const excluding = plan.filters.filter((used) => isWanted(used, row) === false);
    const isSurplus = excluding.length === 0 && !isAllowed(row);
    // The row does not show the value of the filter: other responses do not have the row.
    const surplus = isSurplus
      ? [stray("is not one of the expected rows", identity, selectedRow(pagesRead))]
      : [];
    return [
      ...excluding.map(({ filter, operator, bound }): Difference => {
        const violation = stray(
          "does not match the request",
          filter.field,
          `a value ${OPERATOR_WORDS[operator]} ${bound}`,
        );
        return { kind: "stray", violation: { ...violation, decisive: true }, page, filter };
      }),
      ...surplus.map((violation): Difference => ({ kind: "stray", violation, page })),
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

/** Rows that neither the list nor the expected rows have: they may have been added since (interpretation 18). */
export function newRows({ pagedList, listed = pagedList.rows, selection = [] }: PagesRead) {
  const isKnown = isRowOf([...listed, ...selection], pagedList.identity);
  return pagedList.rows.filter((row) => !isKnown(row));
}

function repeatedRows({ pagedList }: PagesRead): readonly Difference[] {
  const { identity } = pagedList;
  const seen = new Map<unknown, ApiResponse>();
  return placedRows(pagedList).flatMap(({ row, response, pointer, page }) => {
    // The clause on the identity field checks rows without one.
    const key = keyOf(row, identity) ?? row;
    const before = seen.get(key);
    seen.set(key, response);
    const violation = before && {
      message: "a row is returned twice",
      pointer,
      expected: `each row once; this row was already returned by ${before.url}`,
      actual: cutValue(row),
      rowFault: { kind: "repeat", row: cutValue(row[identity]) } as const,
      response,
      beside: [before],
    };
    return violation === undefined ? [] : [{ kind: "repeated", violation, page }];
  });
}

/** The keys by which the pages may be sorted. Not used for selections: their rows may be equal in the key that sorts the list. */
export function sortKeysOf({ pagedList, plan, keys = [] }: PagesRead): readonly SortKey[] {
  return keys.length === 0 && plan.filterCount === 0 && pagedList.end === "null"
    ? sortKeys(pagedList.rows)
    : keys;
}

/**
 * The first row that is out of order under every key. If a key sorts the first page, the row is on a later page, and its link has lost
 * the order: each later page is compared by itself too, because a row that was returned before counts only there.
 */
function orderDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, keys = [] } = pagesRead;
  const { pages } = pagedList;
  const { order } = plan;
  const [first] = pages;
  if (first === undefined || order === undefined) {
    return [];
  }
  const possibleKeys = sortKeysOf(pagesRead);
  const keysOfFirst = possibleKeys.filter((key) => firstOutOfOrder(first.rows, key, order) === undefined);
  // Where no key is certain, only a change of the order behind the first page is a violation.
  if (keys.length === 0 && (keysOfFirst.length === 0 || whyAnyOrder(pagedList.rows) !== undefined)) {
    return [];
  }
  const listKeys = keysOfFirst.length > 0 ? keysOfFirst : possibleKeys;
  const inList = [firstMisplaced(pagedList, listKeys, order)].filter((violation) => violation !== undefined);
  return [
    ...inList.map((violation): Difference => {
      const page = pages.findIndex(({ response }) => response === violation.response);
      return { kind: "order", violation, page };
    }),
    ...pages.flatMap((one, page): readonly Difference[] => {
      const violation = firstMisplaced({ ...pagedList, pages: [one], rows: one.rows }, keysOfFirst, order);
      const beside = [first.response];
      return page === 0 || violation === undefined
        ? []
        : [{ kind: "order", violation: { ...violation, beside }, page, subkind: "inPage" }];
    }),
  ];
}

/** The first row at a place where another row is expected, under the key for which that place is furthest from the start. */
function nextDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, keys = [], selection, ambiguous = [], mayBeFewer } = pagesRead;
  const { identity } = pagedList;
  const isOrderKnown = plan.order !== undefined && keys.length > 0;
  const areRowsKnown = mayBeFewer !== true && ambiguous.length === 0 && newRows(pagesRead).length === 0;
  if (!isOrderKnown || !areRowsKnown || selection === undefined || repeatedRows(pagesRead).length > 0) {
    return [];
  }
  const sign = plan.order === "asc" ? 1 : -1;
  const sortedBy = (key: SortKey) => selection.toSorted((a, b) => sign * key.compare(a, b));
  // Rows with equal keys are interchangeable.
  const firstUnexpected = (key: SortKey): number | undefined => {
    const sorted = sortedBy(key);
    const isExpected = (row: ListRow, wanted: ListRow | undefined): boolean =>
      wanted !== undefined && key.compare(row, wanted) === 0;
    const index = pagedList.rows.findIndex((row, at) => !isExpected(row, sorted[at]));
    return index === -1 ? undefined : index;
  };
  const place = furthest(keys, firstUnexpected);
  const actual = place && placedRows(pagedList)[place.at];
  if (place === undefined || actual === undefined) {
    return [];
  }
  const wanted = sortedBy(place.key)[place.at];
  const isElsewhere = wanted && isRowOf(pagedList.rows, identity)(wanted);
  const { row, page, pointer, response } = actual;
  const violation: Violation = {
    message: `the page does not have the next matching rows in ${plan.order === "desc" ? "descending" : "ascending"} order`,
    pointer: `${pointer}/${identity}`,
    expected: wanted ? `${rowText(wanted, identity)} (sorted by ${place.key.name})` : "no row",
    actual: cutValue(row[identity]),
    // No row is expected here, or the expected row is at another place, or missing.
    rowFault: wanted
      ? { kind: isElsewhere === true ? "order" : "gap", row: cutValue(wanted[identity]) }
      : { kind: "stray" },
    response,
    ...pageInFrontOf(pagedList, actual),
  };
  return [{ kind: "order", violation, page, subkind: "next" }];
}

/** The timestamp member of a page; undefined if it is malformed. */
function pageTime({ response }: ListPage): string | undefined {
  const time = memberText(response, "timestamp");
  return time !== undefined && TIMESTAMP_PATTERN.test(time) ? time : undefined;
}

/**
 * Pages of a time that the filter excludes, behind a first page of a time that it selects: the rows of both times may be equal, so that
 * only the timestamp reveals a link that drops the filter. The first page alone proves nothing, because the contract does not relate
 * the timestamp member to the filter; nor does a page without rows, whose timestamp may be that of the request.
 */
function pagesOfOtherTimes({ pagedList, plan, names }: PagesRead): readonly Difference[] {
  const { pages } = pagedList;
  const [, sent = ""] = plan.query.find(([name]) => name === names?.["timestamp"]) ?? [];
  const [operator, bound] = filterIn(sent);
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
    return shown.rows.length > 0 && isSelected(time) === false ? [{ kind: "stray", violation, page }] : [];
  });
}
