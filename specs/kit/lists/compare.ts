// §2.1, §4.1, §4.3, §4.4, §8: compares the pages of a list with the rows, order and sizes that its request must return
import { isRefusedList, isRowOf, keyOf } from "../../../engine/clauses/pagination.ts";
import type { ListPage, ListRow, PagedList } from "../../../engine/clauses/pagination.ts";
import { nextDifferences, orderDifferences } from "./order.ts";
import { compareTimestamps, filterSelects, type Operator } from "../../../engine/model/compare.ts";
import { queryOf, type Violation, type ApiResponse, withoutOrigin } from "../../../engine/model/exchange.ts";
import { memoizeByObject, present } from "../../../engine/model/model.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { memberText } from "../records/records.ts";
import { filterIn } from "../requests/check-results.ts";
import { selectsRow, shortKey, type FilterInUse } from "./lists.ts";
import { linkDifferences, limitDifferences } from "./links.ts";
import { missingRow, missingRows, newRows, notAListViolation, pageBefore, placedRows } from "./pages-read.ts";
import { rowsOnNoPage, selectedRow, type Difference, type PagesRead } from "./pages-read.ts";

/** The differences between pages and what their request must return, as far as the expected rows and their order are known. */
export const compare = memoizeByObject((pagesRead: PagesRead): readonly Difference[] => [
  ...refusals(pagesRead),
  ...strayDifferences(pagesRead),
  ...pagesOfOtherTimes(pagesRead),
  ...missingDifferences(pagesRead),
  ...repeatedRows(pagesRead),
  ...orderDifferences(pagesRead),
  ...nextDifferences(pagesRead),
  ...limitDifferences(pagesRead),
  ...linkDifferences(pagesRead),
]);

/** A refused request is a difference if it has one filter, or if each of its parameters succeeds alone. */
function refusals({ pagedList, plan, sentAlone }: PagesRead): readonly Difference[] {
  const message =
    sentAlone === undefined
      ? "a well-formed filter is refused"
      : "parameters that are accepted alone get an error together";
  return isRefusedList(pagedList) && (sentAlone !== undefined || plan.filterCount === 1)
    ? notAListViolation(pagedList, message).map((violation) => {
        return { kind: "refused", page: 0, violation: { ...violation, ...present({ compared: sentAlone }) } };
      })
    : [];
}

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
      compared: pageBefore(pagedList, page),
    });
    const excluding = plan.filters.filter((used) => selectsRow(used, row) === false);
    const isSurplus = excluding.length === 0 && !isAllowed(row);
    // No unambiguous filter excludes the row: only the responses to other requests show that it is not expected.
    const surplus = isSurplus
      ? [stray("is not one of the expected rows", identity, selectedRow(pagesRead))]
      : [];
    return [
      ...excluding.map(({ filter, operator, bound }): Difference => {
        const expected = `a value ${OPERATOR_WORDS[operator]} ${bound}`;
        const violation = stray("does not match the request", filter.field, expected);
        return { kind: "stray", violation: { ...violation, decisive: true }, page, filter };
      }),
      ...surplus.map((violation): Difference => ({ kind: "stray", violation, page })),
    ];
  });
}

export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  none: "equal to",
  eq: "equal to",
  ne: "other than",
  gt: "above",
  gte: "at or above",
  lt: "below",
  lte: "at or below",
};

function repeatedRows({ pagedList }: PagesRead): readonly Difference[] {
  const { identity } = pagedList;
  const seen = new Map<unknown, ApiResponse>();
  return placedRows(pagedList).flatMap(({ row, response, pointer, page }) => {
    // The clause on the identity field checks rows without an identity.
    const key = keyOf(row, identity) ?? row;
    const before = seen.get(key);
    seen.set(key, response);
    const violation = before && {
      message: "a row is returned twice",
      pointer,
      expected: `each row once; this row was already returned by ${withoutOrigin(before.url)}`,
      actual: cutValue(row),
      rowFault: { kind: "repeat", row: cutValue(row[identity]) } as const,
      response,
      compared: [before],
    };
    return violation === undefined ? [] : [{ kind: "repeated", violation, page }];
  });
}

/** The timestamp member of a page; undefined if it is absent or malformed. */
function pageTime({ response }: ListPage): string | undefined {
  const time = memberText(response, "timestamp");
  return time !== undefined && TIMESTAMP_PATTERN.test(time) ? time : undefined;
}

/**
 * Later pages with rows whose timestamp member the timestamp filter excludes, although it selects that of the first page: the rows of both
 * times may be equal. The first page alone proves nothing, because the contract does not relate the member to the filter.
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
      compared: pageBefore(pagedList, page),
    };
    return shown.rows.length > 0 && isSelected(time) === false ? [{ kind: "stray", violation, page }] : [];
  });
}

/** If the list was read to its end: expected rows that are on no page. In any case: {@link missingFromLargePages}. */
function missingDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, selection, unpaged, mayBeFewer, sources } = pagesRead;
  if (selection === undefined || unpaged === true || mayBeFewer === true) return [];
  if (pagedList.end !== "null") return missingFromLargePages(pagesRead);
  const message = `a row ${plan.filterCount === 0 ? "of the list" : "that the request selects"} is on no page`;
  const { pages, identity } = pagedList;
  const ends = endsOfPages(pagedList);
  // A row that is returned twice belongs to the first of its pages.
  const pageIndexes = new Map(
    [...pages.entries()]
      .toReversed()
      .flatMap(([index, page]) => page.rows.map((row) => [keyOf(row, identity), index] as const)),
  );
  const isShown = (row: ListRow): boolean => pageIndexes.has(keyOf(row, identity));
  const isEnd = (row: ListRow | undefined): boolean => row !== undefined && ends.has(keyOf(row, identity));
  const missing = rowsOnNoPage(pagedList, selection);
  const lost = missing.map((row): Difference => {
    const at = selection.indexOf(row);
    // The nearest returned rows before and after the missing one: if one begins or ends a page, the row may have been lost between pages.
    const neighbours = [selection.slice(0, at).findLast(isShown), selection.slice(at + 1).find(isShown)];
    const around = new Set(neighbours.map((other) => other && pageIndexes.get(keyOf(other, identity))));
    // The first page is evidence too, because its URL shows the parameters of the request.
    const evidence = pages.filter((_, index) => index === 0 || around.has(index));
    const isPlaced = neighbours.some((other) => other !== undefined);
    const violation = missingRow(pagedList, message, row, sources, isPlaced ? evidence : undefined);
    return { kind: "missing", violation, page: 0, mayBeLost: neighbours.some(isEnd) };
  });
  return [...(missingAfterNullLink(pagesRead, lost, missing) ?? lost), ...missingFromLargePages(pagesRead)];
}

/**
 * Rows of the pages that are missing when the whole list is read again in its largest pages. If that reading shows rows that discovery did
 * not list, only listed rows are expected: the list grows, and a replica may not have the newest rows yet.
 */
function missingFromLargePages({ pagedList, largePages, listed = [] }: PagesRead): readonly Difference[] {
  if (largePages?.end !== "null") return [];
  const { rows, identity } = pagedList;
  const isKnown = isRowOf(listed, identity);
  const expected = largePages.rows.every(isKnown) ? rows : rows.filter(isKnown);
  const missing = missingRows(largePages, "a row is missing from larger pages", expected, [pagedList]);
  return missing.map((violation) => ({ kind: "missing", violation, page: 0 }));
}

/**
 * One difference, a link that is null too early, in place of the missing rows; undefined unless these are the last expected rows in either
 * order, and the last page is full. With limit 1 and a filter, a full page proves nothing: the filter may have excluded the rows.
 */
function missingAfterNullLink(
  { pagedList, plan, selection = [] }: PagesRead,
  lost: readonly Difference[],
  missing: readonly ListRow[],
): readonly Difference[] | undefined {
  const isAtEnd = [selection.slice(0, missing.length), selection.slice(-missing.length)].some((rows) =>
    rows.every((row) => missing.includes(row)),
  );
  const isFull = pagedList.pages.at(-1)?.rows.length === plan.limit;
  const message = "links.next is null although further rows are expected";
  return isAtEnd && isFull && (plan.limit !== 1 || plan.filterCount === 0)
    ? lost.slice(0, 1).map(({ violation, ...difference }) => {
        const expected = `a link to the page with ${violation.expected}`;
        const link = { message, pointer: "/links/next", expected, actual: "null" };
        return { ...difference, violation: { ...violation, ...link }, mayBeLost: true, subkind: "cutOff" };
      })
    : undefined;
}

/**
 * The keys of the first and the last row of each page, next to which rows may have been lost. A single page counts only if its number of
 * rows, or that number plus one, is a value of the request, such as the limit.
 */
function endsOfPages({ pages, identity }: PagedList): ReadonlySet<unknown> {
  const [first, ...others] = pages;
  const values = [...queryOf(first?.response.request.target ?? "").values()];
  const rows = first?.rows.length ?? 0;
  const mayLose = others.length > 0 || values.includes(String(rows)) || values.includes(String(rows + 1));
  const ends = mayLose ? pages.flatMap((page) => [page.rows[0], page.rows.at(-1)]) : [];
  return new Set(ends.map((row) => row && keyOf(row, identity)));
}

/**
 * Every symptom of the pages of one request. A difference is written as up to three words, for example `stray tokenId later`:
 * - its kind: `stray`, `gap` (a missing row), `repeat`, `order`, `limit`, `link`, `end` (a wrong end of the pages) or `refused`;
 * - for a stray row, the key of the filter that excludes it, if there is one;
 * - `later` if only pages after the first show it.
 * Further symptoms are `ignored KEY`, if the first page has the rows of a request without the filter KEY, and `start`, if it begins with
 * another row than expected under the requested order.
 */
export const symptomsOf: (pagesRead: PagesRead) => readonly string[] = memoizeByObject(
  (pagesRead: PagesRead) => {
    const differences = compare(pagesRead);
    const ignored = pagesRead.plan.filters
      .filter((used) => isIgnored(used, pagesRead))
      .map(({ filter }) => `ignored ${shortKey(filter.key)}`);
    const start = differences.some(startsElsewhere) ? ["start"] : [];
    const all = new Set([...differences.flatMap(symptomName), ...start, ...ignored]);
    return [...all].filter((name) => !all.has(name.replace(/ later$/, "")) || !name.endsWith(" later"));
  },
);

/** The subkind `next` has no symptom, because it always appears with another difference. */
function symptomName({ kind, subkind, violation, filter, page }: Difference): readonly string[] {
  const key = filter === undefined ? "" : ` ${shortKey(filter.key)}`;
  const name = subkind === "end" ? subkind : (violation.rowFault?.kind ?? kind);
  return subkind === "next" ? [] : [`${name}${key}${page > 0 ? " later" : ""}`];
}

const startsElsewhere = ({ subkind, page, violation: { rowFault, pointer } }: Difference): boolean =>
  subkind === "next" && page === 0 && rowFault?.kind !== "stray" && /\/0\/[^/]+$/.test(pointer);

/** Whether the first page has a row that this filter excludes, and the first or the last rows that the other filters select. */
function isIgnored(used: FilterInUse, { pagedList, plan, baseRows }: PagesRead): boolean {
  const rows = pagedList.pages[0]?.rows ?? [];
  const others = plan.filters.filter((other) => other !== used);
  const expected = (baseRows ?? []).filter((row) =>
    others.every((other) => selectsRow(other, row) !== false),
  );
  const isReturned = isRowOf(rows, pagedList.identity);
  const isEnd = (end: typeof expected): boolean => end.length === rows.length && end.every(isReturned);
  return (
    rows.some((row) => selectsRow(used, row) === false) &&
    (isEnd(expected.slice(0, rows.length)) || isEnd(expected.slice(-rows.length)))
  );
}
