// §4.1, §4.3, §4.4: expected rows that are on no page, and links that are null too early
import { isRowOf, keyOf, type ListRow, type PagedList } from "../../../engine/clauses/pagination.ts";
import { queryOf } from "../../../engine/model/exchange.ts";
import { missingRow, missingRows, rowsOnNoPage, type Difference, type PagesRead } from "./pages-read.ts";

/** Expected rows that are on no page of a list that was read to its end, and rows that its largest pages lack. */
export function missingDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, selection, unpaged, mayBeFewer, sources } = pagesRead;
  if (selection === undefined || pagedList.end !== "null" || unpaged === true || mayBeFewer === true) {
    return [];
  }
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
    // Of the expected rows around the missing one, the nearest that were returned: if one begins or ends a page, pages may lose the row.
    const neighbours = [selection.slice(0, at).findLast(isShown), selection.slice(at + 1).find(isShown)];
    const around = new Set(neighbours.map((other) => other && pageIndexes.get(keyOf(other, identity))));
    // The first page shows the parameters of the request.
    const evidence = pages.filter((_, index) => index === 0 || around.has(index));
    const violation = missingRow(
      pagedList,
      message,
      row,
      sources,
      neighbours.some((other) => other !== undefined) ? evidence : undefined,
    );
    return { kind: "missing", violation, page: 0, mayBeLost: neighbours.some(isEnd) };
  });
  return [...(lostBehind(pagesRead, lost, missing) ?? lost), ...lostByLargePages(pagesRead)];
}

/**
 * Rows that the largest pages lack. If these show rows that the list lacked too, the list grows, and the newest rows prove nothing: a
 * replica that is behind may not have them yet.
 */
function lostByLargePages({ pagedList, largePages, listed = [] }: PagesRead): readonly Difference[] {
  if (largePages?.end !== "null") {
    return [];
  }
  const { rows, identity } = pagedList;
  const isKnown = isRowOf(listed, identity);
  const expected = largePages.rows.every(isKnown) ? rows : rows.filter(isKnown);
  return missingRows(largePages, "a row is missing on larger pages", expected, [pagedList]).map(
    (violation) => {
      return { kind: "missing", violation, page: 0 };
    },
  );
}

/**
 * The link that is null too early, if each missing row follows a page that is full. A page of one row is always full: beside a filter,
 * the filter may have excluded the missing rows.
 */
function lostBehind(
  { pagedList, plan, selection = [], usualRows }: PagesRead,
  lost: readonly Difference[],
  missing: readonly ListRow[],
): readonly Difference[] | undefined {
  // The returned rows are the first expected ones, or the last ones in the other order.
  const isAtEnd = [selection.slice(0, missing.length), selection.slice(-missing.length)].some((rows) =>
    rows.every((row) => missing.includes(row)),
  );
  const isFull = pagedList.pages.at(-1)?.rows.length === (plan.limit ?? usualRows);
  const message = "links.next is null although rows are left";
  return isAtEnd && isFull && (plan.limit !== 1 || plan.filterCount === 0)
    ? lost.slice(0, 1).map(({ violation, ...difference }) => {
        const expected = `a link to the page with ${violation.expected}`;
        const link = { message, pointer: "/links/next", expected, actual: "null" };
        return { ...difference, violation: { ...violation, ...link }, mayBeLost: true, subkind: "cutOff" };
      })
    : undefined;
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
