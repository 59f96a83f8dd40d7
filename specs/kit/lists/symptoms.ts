// §4.1, §4.3, §4.4: the symptoms of the pages of one request, by which failures of several clauses are compared
import { keyOf, rowKeys } from "../../../engine/clauses/pagination.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import { isWanted, shortKey, type FilterInUse } from "./lists.ts";
import { ROW_DIFFERENCES } from "./row-differences.ts";
import { firstMisplaced } from "./order.ts";
import type { RowDifference, PagesRead } from "./pages-read.ts";

/** The kinds of differences that are symptoms by themselves; seam and next always appear with one of them. */
const SYMPTOM_KINDS = ["stray", "gap", "repeat", "limit", "end", "link", "refused"] as const;

/**
 * Every symptom of the pages of one request: the kind of the difference, the key of the filter that excludes a stray row, and `behind`
 * if the first page does not show it. `ignored KEY`: the first page is the page of a request without the filter KEY. `start`: the
 * first page begins with another row than expected under the requested order.
 */
export const symptomsOf: (pagesRead: PagesRead) => readonly string[] = memoizeByObject(
  (pagesRead: PagesRead) => {
    const shown = SYMPTOM_KINDS.flatMap((kind) => {
      const mismatches: readonly RowDifference[] = ROW_DIFFERENCES[kind](pagesRead);
      return mismatches.map((difference) => symptomName(kind, difference));
    });
    const ignored = pagesRead.plan.filters
      .filter((used) => isIgnored(used, pagesRead))
      .map(({ filter }) => `ignored ${shortKey(filter.key)}`);
    const start = startsElsewhere(pagesRead) ? ["start"] : [];
    const all = new Set([...shown, ...orderIn(pagesRead), ...start, ...ignored]);
    return [...all].filter((name) => !all.has(name.replace(/ behind$/, "")) || !name.endsWith(" behind"));
  },
);

function symptomName(kind: string, { filter, page }: RowDifference): string {
  const key = filter === undefined ? "" : ` ${shortKey(filter.key)}`;
  return `${kind}${key}${page > 0 ? " behind" : ""}`;
}

/** The symptom of rows that are out of order, on the first page or behind it. */
function orderIn(pagesRead: PagesRead): readonly string[] {
  const { pagedList, plan, keys = [] } = pagesRead;
  const [first] = pagedList.pages;
  if (plan.order === undefined || first === undefined) {
    return [];
  }
  const onFirst = { ...pagedList, pages: [first], rows: first.rows };
  return firstMisplaced(onFirst, keys, plan.order) !== undefined
    ? ["order"]
    : ROW_DIFFERENCES.order(pagesRead).length + ROW_DIFFERENCES.seam(pagesRead).length > 0
      ? ["order behind"]
      : [];
}

/** Whether the first row is not the expected first row under the requested order. */
function startsElsewhere(pagesRead: PagesRead): boolean {
  const [found] = ROW_DIFFERENCES.next(pagesRead);
  return (
    found !== undefined &&
    found.violation.rowFault?.kind !== "stray" &&
    found.violation.response === pagesRead.pagedList.pages[0]?.response &&
    /\/0\/[^/]+$/.test(found.violation.pointer)
  );
}

/** Whether the first page has the first or last rows of the selection of the other filters, and this filter excludes one of them. */
function isIgnored(used: FilterInUse, { pagedList, plan, whole }: PagesRead): boolean {
  const rows = pagedList.pages[0]?.rows ?? [];
  const others = plan.filters.filter((other) => other !== used);
  const expected = (whole ?? []).filter((row) => others.every((other) => isWanted(other, row) !== false));
  const came = rowKeys(rows, pagedList.identity);
  const isEnd = (end: typeof expected): boolean =>
    end.length === rows.length && end.every((row) => came.has(keyOf(row, pagedList.identity)));
  return (
    rows.some((row) => isWanted(used, row) === false) &&
    (isEnd(expected.slice(0, rows.length)) || isEnd(expected.slice(-rows.length)))
  );
}
