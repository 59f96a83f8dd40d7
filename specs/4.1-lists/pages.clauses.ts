// §2.1, §4.1, §4.3, §4.4: the pages of a list under any parameters
import { family } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import { withErrorBehindLink, withLimitInLinks, withLastLink, refusedTogether } from "../examples/pages.ts";
import { isBehind } from "../kit/lists/violation-rules.ts";
import { contextsByChance } from "../kit/lists/contexts.ts";
import {
  firstResponse,
  whyUnlimited,
  whyOpaqueLinks,
  whyOnePage,
  whyNotSent,
  whyTooLong,
  whyOrderUnknown,
  whyAnyOrder,
  whyUnreadOr,
  whyPagesUnread,
} from "../kit/lists/inconclusive.ts";
import { LIST_NAMES, LISTS, type ListName } from "../kit/lists/lists.ts";
import { ROW_FIELDS } from "../depends-on.ts";
import { carriedLimit } from "../kit/lists/links.ts";
import { sortKeysOf } from "../kit/lists/row-differences.ts";
import { firstMisplaced } from "../kit/lists/order.ts";
import { needsOf, pagedListsWhere } from "../kit/lists/requests.ts";
import { showsBehind, type PagesRead } from "../kit/lists/pages-read.ts";
import type { Inconclusive } from "../../engine/model/exchange.ts";
import { inconclusive } from "../kit/requests/check-results.ts";
import { parameterCites, sortedCites } from "../kit/requests/cites.ts";
import { PAGE_SEQUENCES, pageClause, type PageClause } from "./page-sequences.ts";

const ONE_PAGE = "the selection of the request has one page";

/** The ids of the clauses on the pages of each list. */
const PAGE_IDS = {
  tokens: {
    noRowTwice: "4.1-tokens-no-row-twice",
    noRowMissing: "4.1-tokens-no-row-missing",
    nextNullAtEnd: "4.1-tokens-next-null-at-end",
    pagesEnd: "4.1-tokens-pages-end",
    nextHasFilters: "4.1-tokens-next-keeps-filters",
    nextHasOrder: "4.1-tokens-next-keeps-order",
    nextHasLimit: "4.1-tokens-next-keeps-limit",
    limitWithOthers: "4.1-tokens-limit-with-others",
    selection: "4.4-selection",
    togetherAccepted: "4.4-together-accepted",
    orderWithOthers: "4.4-order-with-others",
    nextRows: "4.1-tokens-next-rows",
  },
  balances: {
    noRowTwice: "4.1-balances-no-row-twice",
    noRowMissing: "4.1-balances-no-row-missing",
    nextNullAtEnd: "4.1-balances-next-null-at-end",
    pagesEnd: "4.1-balances-pages-end",
    nextHasFilters: "4.1-balances-next-keeps-filters",
    nextHasOrder: "4.1-balances-next-keeps-order",
    nextHasLimit: "4.1-balances-next-keeps-limit",
    limitWithOthers: "4.1-balances-limit-with-others",
    selection: "4.3-selection",
    togetherAccepted: "4.3-together-accepted",
    orderWithOthers: "4.3-order-with-others",
    nextRows: "4.1-balances-next-rows",
  },
} as const satisfies Readonly<Record<ListName, Readonly<Record<string, ClauseId>>>>;

/** A paged list returns every row, and each row once: links.next is null when no more results exist (§4.1, line 199). */
function rowClauses(list: ListName): readonly PageClause[] {
  const { words } = LISTS[list];
  const pages: Cites = ["4.1 pages", ...(list === "tokens" ? [] : (["2.4 across accounts"] as const))];
  return [
    {
      id: PAGE_IDS[list].noRowTwice,
      statement: `following links.next through ${words} returns no row twice`,
      cites: pages,
      by: ["repeat"],
      whyInconclusive: (pagesRead) => whyPagesUnread(pagesRead) ?? whyOnePage(pagesRead),
      fails: { "on both sides of a page boundary": "9 10 | 10 11 12" },
    },
    {
      id: PAGE_IDS[list].noRowMissing,
      statement: `following links.next through ${words} returns the same rows at any page size`,
      cites: pages,
      by: ["gap"],
      where: (_difference, { plan }) => plan.selecting === 0,
      whyInconclusive: (pagesRead) => {
        const { plan, selection, pagedList, unread } = pagesRead;
        const isRead = selection !== undefined && pagedList.end === "null";
        return plan.selecting > 0
          ? inconclusive("the request selects a part of the list")
          : (whyPagesUnread(pagesRead) ??
              (isRead ? whyOnePage(pagesRead) : (unread ?? whyUnlimited(pagesRead) ?? whyTooLong())));
      },
      isWhole: true,
      fails: {
        "lost at a page boundary": "9 10 | 12",
        "next null too early": "9 10",
        "more rows than large pages show": (sample) => {
          const { pagedList } = sample("9 10 11");
          return sample("9 10 | 11 12", "null", { selection: pagedList.rows, large: pagedList });
        },
      },
    },
  ];
}

/** links.next is null when there is no further page (§2.1, line 23; §4.1, line 199). */
function endClauses(list: ListName): readonly PageClause[] {
  const { words } = LISTS[list];
  const end: Cites = ["4.1 end", "2.1 links end"];
  return [
    {
      id: PAGE_IDS[list].nextNullAtEnd,
      statement: `links.next is null on the last page of ${words}`,
      cites: end,
      by: ["end"],
      whyInconclusive: (pagesRead) =>
        pagesRead.pagedList.end === "null"
          ? undefined
          : (whyPagesUnread(pagesRead) ?? inconclusive("the end of the list was not reached")),
      passes: ["9 10 | 11 12", "9 10 |"],
      fails: {
        "a link to an empty page": "9 10 11 12 |",
        "a link on an empty list": (sample) => sample("|", "null", { selection: [] }),
        "links to empty pages without end": (sample) => sample("9 10 11 12 ||||", "budget"),
        "false instead of null": withLastLink(false),
        "the text null": withLastLink("null"),
      },
    },
    {
      id: PAGE_IDS[list].pagesEnd,
      statement: `following links.next through ${words} comes to an end`,
      cites: end,
      by: ["link"],
      whyInconclusive: (pagesRead) =>
        pagesRead.pagedList.end === "budget"
          ? whyTooLong()
          : (whyPagesUnread(pagesRead) ?? whyOnePage(pagesRead)),
      fails: {
        "a link that was followed before": (sample) => sample("9 10 11 12", "repeated"),
        "still a link behind the last row": (sample) => sample("9 10 11 12 | 9 10 11 12", "budget"),
        "an accident behind a link": withErrorBehindLink(500),
        "nothing behind a link": withErrorBehindLink(404),
      },
    },
  ];
}

/** Why the order of rows across a link to the next page is not known. */
function whyNoSeam(pagesRead: PagesRead): Inconclusive | undefined {
  const { pagedList, plan } = pagesRead;
  if (!showsBehind(pagedList) || plan.order === undefined) {
    return whyUnreadOr(pagesRead, "order", showsBehind(pagedList) ? "the request has no order" : ONE_PAGE);
  }
  const keys = sortKeysOf(pagesRead);
  // Rows with equal keys may be in any order.
  return keys.length === 0
    ? whyOrderUnknown(pagesRead)
    : firstMisplaced(pagedList, keys, plan.order) !== undefined
      ? (whyAnyOrder(pagedList.rows) ??
        inconclusive("the first page is not in order", firstResponse(pagesRead)))
      : undefined;
}

/** A page behind links.next continues the list of the request, with its filters, order and limit (§4.1, line 199). */
function keepingClauses(list: ListName): readonly PageClause[] {
  const { words } = LISTS[list];
  return [
    {
      id: PAGE_IDS[list].nextHasFilters,
      statement: `links.next of ${words} keeps the filters`,
      cites: ["4.1 pages"],
      by: ["stray"],
      where: (difference) => isBehind(difference) && difference.filter !== undefined && !difference.isOnFirst,
      whyInconclusive: (pagesRead) => {
        if (pagesRead.plan.filters.length === 0) {
          return whyNotSent(pagesRead, "filter", "the request has no filter", firstResponse(pagesRead));
        }
        return showsBehind(pagesRead.pagedList) ? undefined : whyUnreadOr(pagesRead, "filter", ONE_PAGE);
      },
      passes: ["9 10 | 11 12", "9 13 | 11 14"],
      fails: { "filter dropped": "9 10 | 11 13" },
    },
    {
      id: PAGE_IDS[list].nextHasOrder,
      statement: `links.next of ${words} keeps the order`,
      cites: ["4.1 pages", ...sortedCites(list)],
      by: ["seam"],
      whyInconclusive: whyNoSeam,
      fails: { "order dropped": "9 10 | 12 8", "starts again": "11 12 | 9 10" },
    },
    {
      id: PAGE_IDS[list].nextHasLimit,
      statement: `a page of ${words} has at most as many rows as the limit in its link`,
      cites: ["4.1 pages"],
      by: ["limit"],
      where: isBehind,
      whyInconclusive: (pagesRead) => {
        const { pagedList, names } = pagesRead;
        const isCarried = pagedList.pages.some((page) => carriedLimit(page, names?.["limit"]) !== undefined);
        if (!showsBehind(pagedList)) {
          return whyUnreadOr(pagesRead, "limit", ONE_PAGE);
        }
        return isCarried ? undefined : (whyPagesUnread(pagesRead) ?? whyOpaqueLinks(pagesRead));
      },
      passes: [withLimitInLinks("9 10 | 11 12"), withLimitInLinks("9 10 11 | 12")],
      fails: { "one row more": withLimitInLinks("9 10 | 11 12 13") },
    },
  ];
}

/**
 * Every parameter has its effect beside the others: the filters together select the rows, the order sorts them and the limit cuts
 * them into pages (§4.3, lines 211 to 221; §4.4, lines 227 to 236).
 */
function requestClauses(list: ListName): readonly PageClause[] {
  const { endpoint, words } = LISTS[list];
  const isTokens = list === "tokens";
  return [
    {
      ...PAGE_SEQUENCES.limit,
      id: PAGE_IDS[list].limitWithOthers,
      statement: `the first page of ${words} stays within the limit with any order or filter`,
      cites: ["4.1 pages", ...parameterCites(`${endpoint}.limit`, "effect")],
    },
    {
      ...PAGE_SEQUENCES.selection,
      id: PAGE_IDS[list].selection,
      statement: `${words} returns exactly the rows that match all parameters of the request`,
      cites: isTokens
        ? ["4.4 accountId effect", "4.4 tokenId effect"]
        : ["4.3 accountId effect", "4.3 balance effect"],
    },
    {
      id: PAGE_IDS[list].togetherAccepted,
      statement: `${words} serves parameters together that it serves alone`,
      cites: [isTokens ? "4.4 all optional" : "4.3 balance optional", 7, 22],
      emptyPass: "acceptance",
      by: ["together"],
      fails: { "an accident": refusedTogether(500), "not found": refusedTogether(404) },
    },
    {
      ...PAGE_SEQUENCES.order,
      id: PAGE_IDS[list].orderWithOthers,
      statement: `${words} has the requested order with any other parameters`,
      cites: [isTokens ? "4.4 order effect" : "4.3 order effect", ...sortedCites(list)],
    },
    {
      ...PAGE_SEQUENCES.next,
      id: PAGE_IDS[list].nextRows,
      statement: `each page of ${words} has the next matching rows in the requested order`,
      cites: ["4.1 pages"],
      whyInconclusive: (pagesRead) => PAGE_SEQUENCES.next.whyInconclusive(pagesRead) ?? whyOnePage(pagesRead),
    },
  ];
}

/**
 * The clauses over all pages of a list. Sends every context of the list ({@link pagedListsWhere}) once for all of these clauses, with
 * the pages up to one beyond the expected rows. In the names of cases a limit is a number, `small`, `exact` or `rest`
 * (kit/lists/bounds.ts), a name `part` or `whole`, a time `now` or `earlier`. A refused page behind a link violates `pages-end`.
 */
export const pageClauses = LIST_NAMES.flatMap((list) => {
  const pagedLists = pagedListsWhere(list, () => true);
  return family({
    ...pagedLists,
    given: (have) => ({ ...pagedLists.given(have), middle: contextsByChance(have) }),
    family: `4.1-${list}`,
    dependsOn: list === "tokens" ? [ROW_FIELDS.name] : [],
    needs: needsOf(list),
    clauses: [rowClauses, endClauses, keepingClauses, requestClauses].flatMap((made) =>
      made(list).map(({ cites, ...clause }) => {
        const isRead = cites.some((one) => typeof one === "number");
        return pageClause(list, { ...clause, cites: isRead ? cites : [...cites, 15, 16, 17, 18] });
      }),
    ),
  });
});
