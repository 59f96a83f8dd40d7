import { MANY_HOLDERS_TOKEN } from "../../data/tokens.ts";
import * as kit from "../../kit.ts";
import { faultsOf, ORDERED_ENDPOINTS, type Fault, type ClauseFaults } from "../../fault.ts";
import { CURSOR } from "../../service/parameters.ts";

const at100 = kit.hasParameter("limit", /^0*100$/);
const above100: kit.Condition = (request) => Number(kit.lastOf(request, "limit")) > 100;

export const reversedRows = kit.editRows((rows) => rows.toReversed());

/** Changes the position at which the next page begins; `onward` is that position in a conforming list, null after the last page. */
const editNextPlace = (next: (place: kit.PagePlace, onward: number | null) => number | null): kit.Rewriting =>
  kit.repage({ next: (place) => next(place, kit.nextPagePlace(place)) });
/** Changes the position at which the next page begins, if there is a next page. */
const moveNextPlace = (next: (onward: number, from: number) => number): kit.Rewriting =>
  editNextPlace(({ from }, onward) => (onward === null ? null : next(onward, from)));

export const loseRowBetweenPages = moveNextPlace((onward) => onward + 1);
export const cutOffLastPage = editNextPlace(({ from, limit, total }, onward) =>
  from + 2 * limit < total ? onward : null,
);
/** Loses a row between pages of one row, from position `from` on. */
const loseRowFrom = (from: number): kit.Rewriting =>
  kit.when(kit.hasParameter("limit", "1"))(
    moveNextPlace((onward, place) => (place >= from ? onward + 1 : onward)),
  );

/** Returns on some pages the rows of the page at `position`. The links stay unchanged. */
const showOtherPage =
  (position: string | undefined, isMeant: (span: ReturnType<typeof kit.spanOf>) => boolean): kit.Rewriting =>
  (handler) => {
    const paged = kit.repage({})(handler);
    return (request) => {
      const [ownPage, otherPage] = [paged(request), paged(kit.setQuery(request, CURSOR, position))];
      return isMeant(kit.spanOf(request)) &&
        kit.isSuccessResponse(ownPage) &&
        kit.isSuccessResponse(otherPage)
        ? kit.success(kit.withRows(ownPage.body, kit.servedRows(otherPage.body)))
        : ownPage;
    };
  };

const pagesOfSize = (count: number): kit.Rewriting =>
  kit.repage({ size: () => count, next: ({ from, total }) => (from + count < total ? from + count : null) });

const editLimit = (change: (limit: number) => number): kit.Rewriting =>
  kit.replaceValue("limit", (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));

const serveAbove100 = kit.when(above100)((handler) => kit.repage({})(editLimit(() => 100)(handler)));

/** Moves the hundreds of holders of one token to another token, and serves limits above 100 only for that token. */
const moveHolders: kit.Rewriting = (handler) => {
  const few = kit.relist((rows) =>
    rows.filter((row) => !/"0\.0\.(\d{6,}|2[1-9]\d{3})"/.test(kit.jsonText(row))),
  );
  const fewer = kit.when(({ param }) => param === MANY_HOLDERS_TOKEN)(few)(handler);
  const withLongPages = serveAbove100(handler);
  return (request) =>
    request.param === "0.0.98" ? withLongPages({ ...request, param: MANY_HOLDERS_TOKEN }) : fewer(request);
};

const repeatFirstRow = kit.editRows((rows) =>
  rows.length > 2 ? [...rows.slice(0, 1), ...rows.toSpliced(1, 1)] : rows,
);

/** The requests with a filter on the member that identifies a row. */
const isByRowId: kit.Condition = (request) =>
  kit.holds(request.endpoint === "tokens" ? "token.id" : "account.id", request);

const LIST_PAGES: ClauseFaults = {
  "4.1-tokens-no-row-missing 4.1-balances-no-row-missing": {
    "row-lost-between-pages": loseRowBetweenPages,
    "last-row-missing": kit.when((request) => kit.lastOf(request, "limit") !== "100")(
      kit.relist((rows) => rows.slice(0, -1)),
    ),
    "last-page-cut-off": cutOffLastPage,
    "null-after-two-pages": kit.when(kit.isLaterPage)(kit.editBody((body) => kit.withNext(body, null))),
    "full-page-loses-its-last-row": kit.editRows((rows, request) =>
      rows.length > 1 && rows.length === kit.spanOf(request).limit ? rows.slice(0, -1) : rows,
    ),
    "limit-100-empty": kit.when(at100)(kit.repage({ size: () => 0, next: () => null })),
  },
  "4.1-tokens-next-rows 4.1-balances-next-rows": {
    "row-lost-from-page-4-of-one": loseRowFrom(3),
    "row-lost-from-page-25-of-one": loseRowFrom(24),
  },
  "4.1-tokens-no-row-twice 4.1-balances-no-row-twice": {
    "page-10-of-one-repeats-page-9": kit.when(kit.hasParameter("limit", "1"))(
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
    "next-is-the-text-null": kit.editBody((body) =>
      kit.nextOf(body) === null ? kit.withNext(body, "null") : body,
    ),
    "empty-list-has-next": editNextPlace(({ from, total }, onward) => (total === 0 ? from + 1 : onward)),
  },
  "4.1-tokens-pages-end 4.1-balances-pages-end": {
    "next-repeats": moveNextPlace((onward, from) => from || onward),
    "next-is-a-server-error": kit.when(kit.isLaterPage)(kit.respondWithServerError),
    "next-starts-over": editNextPlace((_, onward) => onward ?? 0),
  },
  "4.1-tokens-next-keeps-order 4.1-balances-next-keeps-order": {
    "next-turns-order": kit.when(kit.isLaterPage)(reversedRows),
    "order-first-page-only": kit.when(kit.isLaterPage)(kit.reverseOrder),
  },

  "4.4-limit-accepted 4.3-limit-accepted": {
    "limit-above-50-refused": kit.refuseValues("limit", /^0*(5[1-9]|[6-9]\d|[1-9]\d{2,})$/),
  },
  "4.4-limit-at-most 4.3-limit-at-most": {
    "page-above-limit": editLimit((most) => (most > 0 && most < 100 ? most + 1 : most)),
    "page-of-101": kit.when(at100)(pagesOfSize(101)),
    "page-of-26": editLimit((most) => (most === 25 ? 26 : most)),
  },
  "4.4-default-page-size 4.3-default-page-size": {
    "default-page-above-100": kit.when(kit.withoutLimit)(pagesOfSize(150)),
    "filtered-page-above-100": kit.when([kit.withoutLimit, isByRowId])(pagesOfSize(150)),
  },
  "4.4-limit-above-maximum 4.3-limit-above-maximum": {
    "limit-above-100-served": serveAbove100,
    "limit-above-100-served-beside-an-id": kit.when(isByRowId)(serveAbove100),
  },
  "4.4-answers-200 4.3-answers-200 limit-demanded": kit.refuseRequests("limit", kit.withoutLimit),
};

/** Faults in pages, links and limits of lists that the notation of fault names does not express (4.1, 4.3, 4.4). */
export const pageFaults: readonly Fault[] = [
  ...faultsOf(ORDERED_ENDPOINTS, LIST_PAGES),
  ...faultsOf(["tokenBalances"], {
    "4.3-limit-above-maximum limit-above-100-served-elsewhere": moveHolders,
    "4.3-rows-once row-twice-beside-a-timestamp": kit.when(kit.hasParameter("timestamp", /^ne:/))(
      repeatFirstRow,
    ),
  }),
  ...faultsOf(["tokens"], {
    "4.4-rows-once row-twice-in-a-search": kit.when(kit.hasParameter("name", /./))(repeatFirstRow),
  }),
];
