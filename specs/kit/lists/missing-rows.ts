// §4.1, §4.3, §4.4: expected rows that are on no page, and links that are null too early
import { isRowOf, keyOf, type ListRow, type PagedList } from "../../../engine/clauses/pagination.ts";
import { queryOf } from "../../../engine/model/exchange.ts";
import { missingRows, onNoPage, rowsOnNoPage, type Difference, type PagesRead } from "./pages-read.ts";

/** Expected rows that are on no page of a list that was read to its end, and rows that its largest pages lack. */
export function missingDifferences(pagesRead: PagesRead): readonly Difference[] {
  const { pagedList, plan, selection, unpaged, mayBeFewer, sources } = pagesRead;
  if (selection === undefined || pagedList.end !== "null" || unpaged === true || mayBeFewer === true) {
    return [];
  }
  const message = `a row ${plan.filterCount === 0 ? "of the list" : "that the request selects"} is on no page`;
  const { rows, identity } = pagedList;
  const ends = endsOfPages(pagedList);
  const isShown = isRowOf(rows, identity);
  const isEnd = (row: ListRow | undefined): boolean => row !== undefined && ends.has(keyOf(row, identity));
  // Of the expected rows around a missing one, the nearest that were returned: if one begins or ends a page, pages may lose the row.
  const mayBeLost = (row: ListRow): boolean => {
    const at = selection.indexOf(row);
    return isEnd(selection.slice(at + 1).find(isShown)) || isEnd(selection.slice(0, at).findLast(isShown));
  };
  const missing = rowsOnNoPage(pagedList, selection);
  const lost = missing.flatMap((row) =>
    missingRows(pagesAround(pagedList, selection, row), message, [row], sources).map(
      (violation): Difference => ({
        kind: "missing",
        violation: { ...violation, actual: onNoPage(pagedList) },
        page: 0,
        mayBeLost: mayBeLost(row),
      }),
    ),
  );
  return [...(lostBehind(pagesRead, lost, missing) ?? lost), ...lostByLargePages(pagesRead)];
}

/** The first page and the pages between which a missing row belongs: these show that it is missing. */
function pagesAround(pagedList: PagedList, selection: readonly ListRow[], row: ListRow): PagedList {
  const { pages, identity } = pagedList;
  const pageOf = (other: ListRow): number => pages.findIndex(({ rows }) => isRowOf(rows, identity)(other));
  const at = selection.indexOf(row);
  const before = selection.slice(0, at).findLast((other) => pageOf(other) !== -1);
  const after = selection.slice(at + 1).find((other) => pageOf(other) !== -1);
  const around = new Set([before, after].flatMap((other) => (other ? [pageOf(other)] : [])));
  return around.size === 0
    ? pagedList
    : { ...pagedList, pages: pages.filter((_, index) => index === 0 || around.has(index)) };
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
