// §4.1, §4.3, §4.4: the symptoms of the pages of one request, by which failures of several clauses are compared
import { isRowOf } from "../../../engine/clauses/pagination.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import { selectsRow, shortKey, type FilterInUse } from "./lists.ts";
import { compare } from "./compare.ts";
import type { Difference, PagesRead } from "./pages-read.ts";

/**
 * Every symptom of the pages of one request, as text. A difference is written as up to three words, for example
 * `stray tokenId later`, a row on a later page that token.id excludes:
 * - its kind: `stray`, `gap` (a missing row), `repeat`, `order`, `limit`, `link`, `end` (a wrong end of the pages) or `refused`;
 * - for a stray row, the key of the filter that excludes it, if there is one;
 * - `later` if only pages after the first show it.
 * Two further symptoms concern the first page: `ignored KEY`, it is the page of a request without the filter KEY; and `start`, it
 * begins with another row than expected under the requested order.
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

/** The symptom of a difference; none if another row is expected at its place, which always appears with another difference. */
function symptomName({ kind, subkind, violation, filter, page }: Difference): readonly string[] {
  const key = filter === undefined ? "" : ` ${shortKey(filter.key)}`;
  const name = subkind === "end" ? subkind : (violation.rowFault?.kind ?? kind);
  return subkind === "next" ? [] : [`${name}${key}${page > 0 ? " later" : ""}`];
}

/** Whether another row is expected at the beginning of the first page. */
const startsElsewhere = ({ subkind, page, violation: { rowFault, pointer } }: Difference): boolean =>
  subkind === "next" && page === 0 && rowFault?.kind !== "stray" && /\/0\/[^/]+$/.test(pointer);

/** Whether the first page has the first or last rows that the other filters select, and this filter excludes one of them. */
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
