// §4.1, §4.3, §4.4: everything that is wrong with the pages that one request got, for comparing failures
import { keyOf, rowKeys } from "../../../engine/clauses/pagination.ts";
import { oncePer } from "../../../engine/model/model.ts";
import { isWanted, shortKey, type FilterInUse } from "./lists.ts";
import { ROW_DIFFERENCES } from "./row-differences.ts";
import { firstMisplaced } from "./order.ts";
import type { RowDifference, PagesRead } from "./pages-read.ts";

/** Kinds of differences that differ by the page that shows them; a seam and a wrong next row show as one of these too. */
const SYMPTOM_KINDS = ["stray", "gap", "repeat", "limit", "end", "link", "refused"] as const;

/**
 * Every symptom of the pages of one request: its kind; for a row that a filter leaves out the key of that parameter; and
 * `behind` where no first page shows it. `ignored KEY`: the first page is that of a request without the filter KEY. `start`: the
 * first page begins with another row than the first one under the requested order.
 */
export const symptomsOf: (pagesRead: PagesRead) => readonly string[] = oncePer((pagesRead: PagesRead) => {
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
});

function symptomName(kind: string, { filter, page }: RowDifference): string {
  const key = filter === undefined ? "" : ` ${shortKey(filter.key)}`;
  return `${kind}${key}${page > 0 ? " behind" : ""}`;
}

/** Whether rows are out of order, on the first page or behind it. */
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

/** Whether another row comes first than the one that is first under the requested order. */
function startsElsewhere(pagesRead: PagesRead): boolean {
  const [found] = ROW_DIFFERENCES.next(pagesRead);
  return (
    found !== undefined &&
    found.violation.rowFault?.kind !== "stray" &&
    found.violation.response === pagesRead.pagedList.pages[0]?.response &&
    /\/0\/[^/]+$/.test(found.violation.pointer)
  );
}

/** Whether the first page holds the rows at one end of what the other filters select, some of which this filter leaves out. */
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
