import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { notFound, print, setQuery, success } from "../../exchange.ts";
import { faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import {
  editNext,
  editRows,
  nextPagePlace,
  relist,
  repage,
  servedRows,
  nextOf,
  withNext,
} from "../../listing.ts";
import { spanOf, withRows } from "../../listing.ts";
import { CURSOR } from "../../service/parameters.ts";
import type { PagePlace } from "../../listing.ts";
import {
  accidentalError,
  editedResponses,
  isAscending,
  behindFirst,
  desc,
  editBody,
  editFees,
  hasParameter,
  isSuccessResponse,
  lastOf,
  numbered,
  unsteady,
  when,
  withoutLimit,
  type Condition,
  type Rewriting,
} from "../../rewriting.ts";
import {
  byDefault,
  withoutParameterValue,
  orderTurned,
  overlooked,
  refusedIn,
  refusedWhen,
  taken,
} from "../../parameter-rewriting.ts";
import { FAULT_LISTS, type List } from "./list.ts";

const at100 = hasParameter("limit", /^0*100$/);
const above100: Condition = (request) => Number(lastOf(request, "limit")) > 100;
const orderIgnored = overlooked("order", /^(asc|desc)$/);

/** A request with an order alone has the order of the request directly before it, if that has an order alone too. */
const orderOfTheRequestBefore: Rewriting = unsteady((honest) => {
  let before = "";
  return (request) => {
    const kept = before;
    before = request.query.length === 1 ? lastOf(request, "order") : "";
    return honest(before === "" || kept === "" ? request : setQuery(request, "order", kept));
  };
});

const reversedRows = editRows((rows) => rows.toReversed());

/** A list links to its next page in another way; `onward` is where that begins when nothing is wrong. */
const linking = (next: (place: PagePlace, onward: number | null) => number | null): Rewriting =>
  repage({ next: (place) => next(place, nextPagePlace(place)) });
/** Where there is a next page, it begins elsewhere. */
const moving = (next: (onward: number, from: number) => number): Rewriting =>
  linking(({ from }, onward) => (onward === null ? null : next(onward, from)));

export const rowLost = moving((onward) => onward + 1);
export const cutOff = linking(({ from, limit, total }, onward) => (from + 2 * limit < total ? onward : null));
export const dropping = (name: string): Rewriting =>
  editNext((query) => query.filter(([sent]) => sent !== name));

/** Pages of one row, from one of them on, begin so many rows further on. */
const onSmallestPages = (from: number, further: number): Rewriting =>
  when(
    hasParameter("limit", "1"),
    linking((place, onward) => (onward !== null && place.from >= from ? onward + further : onward)),
  );

/** Of pages of one row, the one behind so many rows shows the row of the page in front of it. */
const shownAgain = (from: number): Rewriting =>
  when(hasParameter("limit", "1"), (honest) => {
    const paged = repage({})(honest);
    return (request) => {
      const [own, before] = [paged(request), paged(setQuery(request, CURSOR, String(from - 1)))];
      return spanOf(request).from === from && isSuccessResponse(own) && isSuccessResponse(before)
        ? success(withRows(own.body, servedRows(before.body)))
        : own;
    };
  });

/** The second page shows the rows of the first; its link is its own. */
const secondAsFirst: Rewriting = (honest) => {
  const paged = repage({})(honest);
  return (request) => {
    const { from, limit } = spanOf(request);
    const [own, first] = [paged(request), paged(setQuery(request, CURSOR, undefined))];
    return from === limit && isSuccessResponse(own) && isSuccessResponse(first)
      ? success(withRows(own.body, servedRows(first.body)))
      : own;
  };
};

const pagesOfSize = (count: number): Rewriting =>
  repage({ size: () => count, next: ({ from, total }) => (from + count < total ? from + count : null) });

const changedLimit = (change: (limit: number) => number): Rewriting =>
  taken("limit", (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));

const servedAbove = when(above100, (honest) => repage({})(changedLimit(() => 100)(honest)));

/** The token with hundreds of holders has some dozens, and another one has those; that one alone has no maximum. */
const otherCrowded: Rewriting = (honest) => {
  const few = relist((rows) => rows.filter((row) => !/"0\.0\.(\d{6,}|2[1-9]\d{3})"/.test(print(row))));
  const fewer = when(({ param }) => param === CROWDED_TOKEN, few)(honest);
  const many = servedAbove(honest);
  return (request) =>
    request.param === "0.0.98" ? many({ ...request, param: CROWDED_TOKEN }) : fewer(request);
};

const firstTwice = editRows((rows) =>
  rows.length > 2 ? [...rows.slice(0, 1), ...rows.toSpliced(1, 1)] : rows,
);

/** A list has the pages of the ascending one, each turned. */
const turnedByPage: Rewriting = (honest) => {
  const linked = editNext((query) => query.map(([name, value]) => [name, name === "order" ? "desc" : value]));
  return reversedRows(linked(taken("order", () => "asc")(honest)));
};

/** The third and the second row from the end change places. */
const swapped = relist((rows) => {
  const at = Math.max(rows.length - 3, 0);
  return [...rows.slice(0, at), ...rows.slice(at, at + 2).toReversed(), ...rows.slice(at + 2)];
});

/** Where nobody has a key, those are found that have it but for the last digit. */
const endUnread = (name: string): Rewriting =>
  when(name, (honest) => (request) => {
    const ending = (digit: string) => taken(name, (key) => key.slice(0, -1) + digit)(honest)(request);
    const all = [honest(request), ...Array.from("0123456789abcdef", ending)];
    return all.find((one) => isSuccessResponse(one) && servedRows(one.body).length > 0) ?? honest(request);
  });

function pageWays({ member }: List): Ways {
  return {
    [`4.1-${member}-no-row-missing`]: {
      "row-lost-between-pages": rowLost,
      "last-row-missing": when(
        (request) => lastOf(request, "limit") !== "100",
        relist((rows) => rows.slice(0, -1)),
      ),
      "last-page-cut-off": cutOff,
      "null-after-two-pages": when(
        behindFirst,
        editBody((body) => withNext(body, null)),
      ),
      "full-page-loses-its-last-row": editRows((rows, request) =>
        rows.length > 1 && rows.length === spanOf(request).limit ? rows.slice(0, -1) : rows,
      ),
      "limit-100-empty": when(at100, repage({ size: () => 0, next: () => null })),
    },
    [`4.1-${member}-next-rows`]: {
      "row-lost-from-page-4-of-one": onSmallestPages(3, 1),
      "row-lost-from-page-25-of-one": onSmallestPages(24, 1),
    },
    [`4.1-${member}-no-row-twice`]: {
      "page-10-of-one-repeats-page-9": shownAgain(9),
      "second-page-repeats-the-first": secondAsFirst,
      "row-twice-between-pages": moving((onward, from) => Math.max(onward - 1, from + 1)),
      "next-includes-last": moving((onward) => onward - 1),
      "row-twice-on-a-page": firstTwice,
    },
    [`4.1-${member}-next-null-at-end`]: {
      "next-never-null": linking(({ from, limit, total }) =>
        from > total ? from + 1 : Math.min(from + limit, total + 1),
      ),
      "full-page-next-empty": linking(({ from, limit, total }, onward) =>
        from + limit === total ? total : onward,
      ),
      "next-is-the-text-null": editBody((body) => (nextOf(body) === null ? withNext(body, "null") : body)),
      "empty-list-has-next": linking(({ from, total }, onward) => (total === 0 ? from + 1 : onward)),
    },
    [`4.1-${member}-pages-end`]: {
      "next-repeats": moving((onward, from) => from || onward),
      "next-is-an-accident": when(behindFirst, accidentalError),
      "next-starts-over": linking((_, onward) => onward ?? 0),
    },
    [`4.1-${member}-next-keeps-order`]: {
      "next-drops-order": dropping("order"),
      "next-turns-order": when(behindFirst, reversedRows),
      "order-first-page-only": when(behindFirst, orderTurned),
    },
  };
}

/** The filter on what tells the rows of a list apart. */
const idFilterOf = (member: List["member"]): string => (member === "tokens" ? "token.id" : "account.id");

const limitWays = ({ section, member }: List): Ways => ({
  [`${section}-limit-accepted`]: {
    "limit-1-refused": refusedIn("limit", /^1$/),
    "limit-10-refused": refusedIn("limit", /^10$/),
    "limit-99-refused": refusedIn("limit", /^99$/),
    "limit-100-refused": refusedIn("limit", /^100$/),
    "limit-above-50-refused": refusedIn("limit", /^0*(5[1-9]|[6-9]\d|[1-9]\d{2,})$/),
  },
  [`${section}-limit-at-most`]: {
    "limit-ignored": overlooked("limit", /^([1-9]\d?|100)$/),
    "page-above-limit": changedLimit((most) => (most > 0 && most < 100 ? most + 1 : most)),
    "page-of-101": when(at100, pagesOfSize(101)),
    "page-of-26": changedLimit((most) => (most === 25 ? 26 : most)),
  },
  [`${section}-default-page-size`]: {
    "default-page-above-100": when(withoutLimit, pagesOfSize(150)),
    "filtered-page-above-100": when([withoutLimit, idFilterOf(member)], pagesOfSize(150)),
  },
  [`${section}-limit-above-maximum`]: {
    "limit-above-100-served": servedAbove,
    "limit-above-100-served-beside-an-id": when(idFilterOf(member), servedAbove),
  },
  [`${section}-answers-200`]: { "limit-demanded": refusedWhen("limit", withoutLimit) },
});

const orderWays = ({ section, key }: List): Ways => ({
  [`${section}-order-sorted`]: {
    "order-ignored": orderIgnored,
    "order-within-pages-only": when(desc, turnedByPage),
    "order-wrong-near-the-end": when(desc, swapped),
  },
  [`${section}-order-under-filter`]: {
    "order-ignored-with-filter": when(
      ({ query }) => query.some(([name]) => /id|balance/.test(name)),
      withoutParameterValue("order"),
    ),
  },
  [`${section}-order-with-limit-1`]: {
    "order-ignored-at-limit-1": withoutParameterValue("order", hasParameter("limit", "1")),
  },
  [`${section}-order-after-another`]: { "order-of-the-request-before": orderOfTheRequestBefore },
  [`${section}-order-same-rows`]: {
    "order-desc-lacks-a-row": when(
      desc,
      relist((rows) => rows.slice(1)),
    ),
  },
  [`${section}-public-key`]: {
    "publickey-ignored": withoutParameterValue(key),
    "publickey-ignored-with-a-limit": withoutParameterValue(key, "limit"),
    "publickey-end-unread": endUnread(key),
  },
});

/** Which orders are accepted and refused. */
const acceptance = (section: string): Ways => ({
  [`${section}-order-accepted`]: {
    "order-asc-refused": refusedIn("order", /^asc$/),
    "order-desc-refused": refusedIn("order", /^desc$/),
  },
  [`${section}-order-refused`]: {
    "order-refusal-unnamed": refusedWhen(
      "sort",
      (request) => !/^(asc|desc)?$/i.test(lastOf(request, "order")),
    ),
  },
});

const FEE_LIST: Ways = {
  "4.5-order-sorted": {
    "order-ignored": orderIgnored,
    "order-ignored-in-numbered-answers": unsteady((honest) =>
      numbered("answer_number")(orderIgnored(honest)),
    ),
    "order-scrambled": when(
      isAscending,
      editFees((fees) => [...fees.slice(1), ...fees.slice(0, 1)]),
    ),
  },
  "4.5-order-after-another": { "order-of-the-request-before": orderOfTheRequestBefore },
  "4.5-default-order": { "order-desc-by-default": byDefault("order", "desc") },
  "4.5-order-refused": { "another-word-for-an-order": overlooked("order", /^foo$/) },
  "4.5-order-same-rows": {
    "order-not-found": when("order", editedResponses(notFound())),
    "order-desc-lacks-a-fee": when(
      desc,
      editFees((fees) => fees.slice(0, -1)),
    ),
    "order-desc-repeats-a-fee": when(
      desc,
      editFees((fees) => [...fees.slice(0, 1), ...fees]),
    ),
  },
};

/** What the links under each filter lose. */
const linkWays = ({ member, pagedLists }: List): readonly Ways[] =>
  Object.entries(pagedLists).map(([name, rule]) => {
    const dropped = { [`next-drops-${slug(name)}`]: dropping(name) };
    const later = { [`second-next-drops-${slug(name)}`]: when(behindFirst, dropping(name)) };
    const excluding = {
      [`second-next-drops-ne-${slug(name)}`]: when([behindFirst, hasParameter(name, /^ne:/)], dropping(name)),
    };
    const isShown = name === idFilterOf(member) || name === "account.balance";
    return { [`4.1-${member}-${rule}`]: { ...dropped, ...later, ...(isShown ? excluding : {}) } };
  });

/** Faults in pages, limits, orders and keys (4.1, 4.3 to 4.5, 8). */
export const pageFaults: readonly Fault[] = [
  ...FAULT_LISTS.flatMap((list) =>
    [pageWays(list), limitWays(list), orderWays(list), acceptance(list.section), ...linkWays(list)].flatMap(
      (ways) => faultsOf(list.endpoint, ways),
    ),
  ),
  ...faultsOf("tokenBalances", {
    "4.3-limit-above-maximum": { "limit-above-100-served-elsewhere": otherCrowded },
  }),
  ...faultsOf("networkFees", FEE_LIST),
  ...faultsOf("networkFees", acceptance("4.5")),
];
