import { MANY_HOLDERS_TOKEN } from "../../data/tokens.ts";
import { jsonText, setQuery, success } from "../../exchange.ts";
import { editRows, nextOf, nextPagePlace, relist, repage, servedRows, spanOf } from "../../listing.ts";
import { withNext, withRows, type PagePlace } from "../../listing.ts";
import { refuseRequests, refuseValues, replaceValue, reverseOrder } from "../../parameter-rewriting.ts";
import { editBody, hasParameter, holds, isLaterPage, isSuccessResponse, lastOf } from "../../rewriting.ts";
import { respondWithServerError, when, withoutLimit } from "../../rewriting.ts";
import type { Condition, Rewriting } from "../../rewriting.ts";
import { faultsOf, ORDERED_ENDPOINTS, type Fault, type ClauseFaults } from "../../fault.ts";
import { CURSOR } from "../../service/parameters.ts";

const at100 = hasParameter("limit", /^0*100$/);
const above100: Condition = (request) => Number(lastOf(request, "limit")) > 100;

export const reversedRows = editRows((rows) => rows.toReversed());

/** Changes the position at which the next page begins; `onward` is that position in a conforming list, null after the last page. */
const editNextPlace = (next: (place: PagePlace, onward: number | null) => number | null): Rewriting =>
  repage({ next: (place) => next(place, nextPagePlace(place)) });
const moveNextPlace = (next: (onward: number, from: number) => number): Rewriting =>
  editNextPlace(({ from }, onward) => (onward === null ? null : next(onward, from)));

export const loseRowBetweenPages = moveNextPlace((onward) => onward + 1);
export const cutOffLastPage = editNextPlace(({ from, limit, total }, onward) =>
  from + 2 * limit < total ? onward : null,
);
const loseRowFrom = (from: number): Rewriting =>
  when(hasParameter("limit", "1"))(moveNextPlace((onward, place) => (place >= from ? onward + 1 : onward)));

/** Returns, on the pages that `isMeant` selects, the rows of the page at `position` (undefined: the first). The links stay unchanged. */
const showOtherPage =
  (position: string | undefined, isMeant: (span: ReturnType<typeof spanOf>) => boolean): Rewriting =>
  (handler) => {
    const paged = repage({})(handler);
    return (request) => {
      const [ownPage, otherPage] = [paged(request), paged(setQuery(request, CURSOR, position))];
      return isMeant(spanOf(request)) && isSuccessResponse(ownPage) && isSuccessResponse(otherPage)
        ? success(withRows(ownPage.body, servedRows(otherPage.body)))
        : ownPage;
    };
  };

const pagesOfSize = (count: number): Rewriting =>
  repage({ size: () => count, next: ({ from, total }) => (from + count < total ? from + count : null) });

const editLimit = (change: (limit: number) => number): Rewriting =>
  replaceValue("limit", (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));

const serveAbove100 = when(above100)((handler) => repage({})(editLimit(() => 100)(handler)));

/** Moves the hundreds of holders of one token to another token, and serves limits above 100 only for that token. */
const moveHolders: Rewriting = (handler) => {
  const few = relist((rows) => rows.filter((row) => !/"0\.0\.(\d{6,}|2[1-9]\d{3})"/.test(jsonText(row))));
  const fewer = when(({ param }) => param === MANY_HOLDERS_TOKEN)(few)(handler);
  const withLongPages = serveAbove100(handler);
  return (request) =>
    request.param === "0.0.98" ? withLongPages({ ...request, param: MANY_HOLDERS_TOKEN }) : fewer(request);
};

const repeatFirstRow = editRows((rows) =>
  rows.length > 2 ? [...rows.slice(0, 1), ...rows.toSpliced(1, 1)] : rows,
);

const isByRowId: Condition = (request) =>
  holds(request.endpoint === "tokens" ? "token.id" : "account.id", request);

const LIST_PAGES: ClauseFaults = {
  "4.1-tokens-no-row-missing 4.1-balances-no-row-missing": {
    "row-lost-between-pages": loseRowBetweenPages,
    "last-row-missing": when((request) => lastOf(request, "limit") !== "100")(
      relist((rows) => rows.slice(0, -1)),
    ),
    "last-page-cut-off": cutOffLastPage,
    "null-after-two-pages": when(isLaterPage)(editBody((body) => withNext(body, null))),
    "full-page-loses-its-last-row": editRows((rows, request) =>
      rows.length > 1 && rows.length === spanOf(request).limit ? rows.slice(0, -1) : rows,
    ),
    "limit-100-empty": when(at100)(repage({ size: () => 0, next: () => null })),
  },
  "4.1-tokens-next-rows 4.1-balances-next-rows": {
    "row-lost-from-page-4-of-one": loseRowFrom(3),
    "row-lost-from-page-25-of-one": loseRowFrom(24),
  },
  "4.1-tokens-no-row-twice 4.1-balances-no-row-twice": {
    "page-10-of-one-repeats-page-9": when(hasParameter("limit", "1"))(
      showOtherPage("8", ({ from }) => from === 9),
    ),
    "second-page-repeats-the-first": showOtherPage(undefined, ({ from, limit }) => from === limit),
    "row-twice-between-pages": moveNextPlace((onward, from) => Math.max(onward - 1, from + 1)),
    "next-includes-last": moveNextPlace((onward) => onward - 1),
    "row-twice-on-a-page": repeatFirstRow,
  },
  "4.1-tokens-next-null-at-end 4.1-balances-next-null-at-end": {
    "next-never-null": editNextPlace(({ from, limit, total }) =>
      from > total ? from + 1 : Math.min(from + limit, total + 1),
    ),
    "full-page-next-empty": editNextPlace(({ from, limit, total }, onward) =>
      from + limit === total ? total : onward,
    ),
    "next-is-the-text-null": editBody((body) => (nextOf(body) === null ? withNext(body, "null") : body)),
    "empty-list-has-next": editNextPlace(({ from, total }, onward) => (total === 0 ? from + 1 : onward)),
  },
  "4.1-tokens-pages-end 4.1-balances-pages-end": {
    "next-repeats": moveNextPlace((onward, from) => from || onward),
    "next-is-a-server-error": when(isLaterPage)(respondWithServerError),
    "next-starts-over": editNextPlace((_, onward) => onward ?? 0),
  },
  "4.1-tokens-next-keeps-order 4.1-balances-next-keeps-order": {
    "next-turns-order": when(isLaterPage)(reversedRows),
    "order-first-page-only": when(isLaterPage)(reverseOrder),
  },

  "4.4-limit-accepted 4.3-limit-accepted": {
    "limit-above-50-refused": refuseValues("limit", /^0*(5[1-9]|[6-9]\d|[1-9]\d{2,})$/),
  },
  "4.4-limit-at-most 4.3-limit-at-most": {
    "page-above-limit": editLimit((most) => (most > 0 && most < 100 ? most + 1 : most)),
    "page-of-101": when(at100)(pagesOfSize(101)),
    "page-of-26": editLimit((most) => (most === 25 ? 26 : most)),
  },
  "4.4-default-page-size 4.3-default-page-size": {
    "default-page-above-100": when(withoutLimit)(pagesOfSize(150)),
    "filtered-page-above-100": when([withoutLimit, isByRowId])(pagesOfSize(150)),
  },
  "4.4-limit-above-maximum 4.3-limit-above-maximum": {
    "limit-above-100-served": serveAbove100,
    "limit-above-100-served-beside-an-id": when(isByRowId)(serveAbove100),
  },
  "4.4-answers-200 4.3-answers-200 limit-demanded": refuseRequests("limit", withoutLimit),
};

/** Faults in pages, links and limits of lists that the notation of fault names does not express (§4.1, §4.3, §4.4). */
export const pageFaults: readonly Fault[] = [
  ...faultsOf(ORDERED_ENDPOINTS, LIST_PAGES),
  ...faultsOf(["tokenBalances"], {
    "4.3-limit-above-maximum limit-above-100-served-elsewhere": moveHolders,
    "4.3-rows-once row-twice-beside-a-timestamp": when(hasParameter("timestamp", /^ne:/))(repeatFirstRow),
  }),
  ...faultsOf(["tokens"], {
    "4.4-rows-once row-twice-in-a-search": when(hasParameter("name", /./))(repeatFirstRow),
  }),
];
