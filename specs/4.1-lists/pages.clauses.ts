// §2.1, §4.1, §4.3, §4.4: the pages of a list under any parameters
import { ROW_FIELDS } from "../depends-on.ts";
import { PAGE_SEQUENCES, pageClause, type PageClause } from "./page-sequences.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

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
} as const satisfies Readonly<Record<kit.ListName, Readonly<Record<string, kit.ClauseId>>>>;

/** A paged list returns every row, and each row once: links.next is null when no more results exist (§4.1, line 199). */
function rowClauses(list: kit.ListName): readonly PageClause[] {
  const { words } = kit.LISTS[list];
  const contract: kit.ContractLines = list === "tokens" ? [199] : [199, 90];
  return [
    {
      id: PAGE_IDS[list].noRowTwice,
      statement: `following links.next through ${words} returns no row twice`,
      contract,
      by: ["repeat"],
      whyInconclusive: (pagesRead) => kit.whyPagesUnread(pagesRead) ?? kit.whyOnePage(pagesRead),
      fails: { "on both sides of a page boundary": "9 10 | 10 11 12" },
    },
    {
      id: PAGE_IDS[list].noRowMissing,
      statement: `following links.next through ${words} returns the same rows at any page size`,
      contract,
      by: ["gap"],
      where: (_difference, { plan }) => plan.selecting === 0,
      whyInconclusive: (pagesRead) => {
        const { plan, selection, pagedList, unread } = pagesRead;
        const isRead = selection !== undefined && pagedList.end === "null";
        return plan.selecting > 0
          ? kit.inconclusive("the request selects a part of the list")
          : (kit.whyPagesUnread(pagesRead) ??
              (isRead
                ? kit.whyOnePage(pagesRead)
                : (unread ?? kit.whyUnlimited(pagesRead) ?? kit.whyTooLong())));
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
function endClauses(list: kit.ListName): readonly PageClause[] {
  const { words } = kit.LISTS[list];
  return [
    {
      id: PAGE_IDS[list].nextNullAtEnd,
      statement: `links.next is null on the last page of ${words}`,
      contract: [199, 23],
      by: ["end"],
      whyInconclusive: (pagesRead) =>
        pagesRead.pagedList.end === "null"
          ? undefined
          : (kit.whyPagesUnread(pagesRead) ?? kit.inconclusive("the end of the list was not reached")),
      passes: ["9 10 | 11 12", "9 10 |"],
      fails: {
        "a link to an empty page": "9 10 11 12 |",
        "a link on an empty list": (sample) => sample("|", "null", { selection: [] }),
        "links to empty pages without end": (sample) => sample("9 10 11 12 ||||", "budget"),
        "false instead of null": examples.withLastLink(false),
        "the text null": examples.withLastLink("null"),
      },
    },
    {
      id: PAGE_IDS[list].pagesEnd,
      statement: `following links.next through ${words} comes to an end`,
      contract: [199, 23],
      by: ["link"],
      whyInconclusive: (pagesRead) =>
        pagesRead.pagedList.end === "budget"
          ? kit.whyTooLong()
          : (kit.whyPagesUnread(pagesRead) ?? kit.whyOnePage(pagesRead)),
      fails: {
        "a link that was followed before": (sample) => sample("9 10 11 12", "repeated"),
        "still a link behind the last row": (sample) => sample("9 10 11 12 | 9 10 11 12", "budget"),
        "an accident behind a link": examples.withErrorBehindLink(500),
        "nothing behind a link": examples.withErrorBehindLink(404),
      },
    },
  ];
}

/** Why the order of rows across a link to the next page is not known. */
function whyNoSeam(pagesRead: kit.PagesRead): kit.Inconclusive | undefined {
  const { pagedList, plan } = pagesRead;
  if (!kit.showsBehind(pagedList) || plan.order === undefined) {
    return kit.whyUnreadOr(
      pagesRead,
      "order",
      kit.showsBehind(pagedList) ? "the request has no order" : ONE_PAGE,
    );
  }
  const keys = kit.sortKeysOf(pagesRead);
  // Rows with equal keys may be in any order.
  return keys.length === 0
    ? kit.whyOrderUnknown(pagesRead)
    : kit.firstMisplaced(pagedList, keys, plan.order) !== undefined
      ? (kit.whyAnyOrder(pagedList.rows) ??
        kit.inconclusive("the first page is not in order", kit.firstResponse(pagesRead)))
      : undefined;
}

/** A page behind links.next continues the list of the request, with its filters, order and limit (§4.1, line 199). */
function keepingClauses(list: kit.ListName): readonly PageClause[] {
  const { words } = kit.LISTS[list];
  return [
    {
      id: PAGE_IDS[list].nextHasFilters,
      statement: `links.next of ${words} keeps the filters`,
      contract: [199],
      by: ["stray"],
      where: (difference) =>
        kit.isBehind(difference) && difference.filter !== undefined && !difference.isOnFirst,
      whyInconclusive: (pagesRead) => {
        if (pagesRead.plan.filters.length === 0) {
          return kit.whyNotSent(
            pagesRead,
            "filter",
            "the request has no filter",
            kit.firstResponse(pagesRead),
          );
        }
        return kit.showsBehind(pagesRead.pagedList)
          ? undefined
          : kit.whyUnreadOr(pagesRead, "filter", ONE_PAGE);
      },
      passes: ["9 10 | 11 12", "9 13 | 11 14"],
      fails: { "filter dropped": "9 10 | 11 13" },
    },
    {
      id: PAGE_IDS[list].nextHasOrder,
      statement: `links.next of ${words} keeps the order`,
      contract: [199, ...kit.sortedLines(list)],
      by: ["seam"],
      whyInconclusive: whyNoSeam,
      fails: { "order dropped": "9 10 | 12 8", "starts again": "11 12 | 9 10" },
    },
    {
      id: PAGE_IDS[list].nextHasLimit,
      statement: `a page of ${words} has at most as many rows as the limit in its link`,
      contract: [199],
      by: ["limit"],
      where: kit.isBehind,
      whyInconclusive: (pagesRead) => {
        const { pagedList, names } = pagesRead;
        const isCarried = pagedList.pages.some(
          (page) => kit.carriedLimit(page, names?.["limit"]) !== undefined,
        );
        if (!kit.showsBehind(pagedList)) {
          return kit.whyUnreadOr(pagesRead, "limit", ONE_PAGE);
        }
        return isCarried ? undefined : (kit.whyPagesUnread(pagesRead) ?? kit.whyOpaqueLinks(pagesRead));
      },
      passes: [examples.withLimitInLinks("9 10 | 11 12"), examples.withLimitInLinks("9 10 11 | 12")],
      fails: { "one row more": examples.withLimitInLinks("9 10 | 11 12 13") },
    },
  ];
}

/**
 * Every parameter has its effect beside the others: the filters together select the rows, the order sorts them and the limit cuts
 * them into pages (§4.3, lines 211 to 221; §4.4, lines 227 to 236).
 */
function requestClauses(list: kit.ListName): readonly PageClause[] {
  const { endpoint, words } = kit.LISTS[list];
  const isTokens = list === "tokens";
  return [
    {
      ...PAGE_SEQUENCES.limit,
      id: PAGE_IDS[list].limitWithOthers,
      statement: `the first page of ${words} stays within the limit with any order or filter`,
      contract: [199, ...kit.parameterLines(`${endpoint}.limit`, "effect")],
    },
    {
      ...PAGE_SEQUENCES.selection,
      id: PAGE_IDS[list].selection,
      statement: `${words} returns exactly the rows that match all parameters of the request`,
      contract: isTokens ? [231, 232] : [217, 216],
    },
    {
      id: PAGE_IDS[list].togetherAccepted,
      statement: `${words} serves parameters together that it serves alone`,
      contract: [isTokens ? 227 : 216],
      interpretations: [7, 22],
      emptyPass: "acceptance",
      by: ["together"],
      fails: { "an accident": examples.refusedTogether(500), "not found": examples.refusedTogether(404) },
    },
    {
      ...PAGE_SEQUENCES.order,
      id: PAGE_IDS[list].orderWithOthers,
      statement: `${words} has the requested order with any other parameters`,
      contract: [isTokens ? 235 : 220, ...kit.sortedLines(list)],
    },
    {
      ...PAGE_SEQUENCES.next,
      id: PAGE_IDS[list].nextRows,
      statement: `each page of ${words} has the next matching rows in the requested order`,
      contract: [199],
      whyInconclusive: (pagesRead) =>
        PAGE_SEQUENCES.next.whyInconclusive(pagesRead) ?? kit.whyOnePage(pagesRead),
    },
  ];
}

/**
 * The clauses over all pages of a list. Sends every context of the list ({@link pagedListsWhere}) once for all of these clauses, with
 * the pages up to one beyond the expected rows. In the names of cases a limit is a number, `small`, `exact` or `rest`
 * (kit/lists/bounds.ts), a name `part` or `whole`, a time `now` or `earlier`. A refused page behind a link violates `pages-end`.
 */
export const pageClauses = kit.LIST_NAMES.flatMap((list) => {
  const pagedLists = kit.pagedListsWhere(list, () => true);
  return kit.family({
    ...pagedLists,
    given: (have) => ({ ...pagedLists.given(have), middle: kit.contextsByChance(have) }),
    family: `4.1-${list}`,
    dependsOn: list === "tokens" ? [ROW_FIELDS.name] : [],
    needs: kit.needsOf(list),
    clauses: [rowClauses, endClauses, keepingClauses, requestClauses].flatMap((made) =>
      made(list).map((clause) => pageClause(list, { interpretations: [15, 16, 17, 18], ...clause })),
    ),
  });
});
