// §2.1, §4.1, §4.3, §4.4: clauses on what comes of a list, page by page, under any parameters
import { family } from "../../engine/clauses/declare.ts";
import type { Cites } from "../../engine/clauses/clause.ts";
import { place } from "../../schemas/places.ts";
import { behindLink, carrying, ending, servedAlone } from "../fixtures/walks.ts";
import { isBehind } from "../laws/lists/blame.ts";
import { contextsByChance } from "../laws/lists/contexts.ts";
import {
  firstReply,
  notLimited,
  whyOnePage,
  without,
  tooLong,
  unknownOrder,
  unlessShared,
  unreadOr,
  unreadWalk,
} from "../laws/lists/doubts.ts";
import { LIST_NAMES, LISTS, type ListName } from "../laws/lists/lists.ts";
import { carriedLimit, sortKeysOf } from "../laws/lists/mismatches.ts";
import { misplaced } from "../laws/lists/order.ts";
import { needsOf, walksWhere } from "../laws/lists/requests.ts";
import { showsBehind } from "../laws/lists/walked.ts";
import { undecided } from "../laws/requests/verdicts.ts";
import { parameterCites, sortedCites } from "../laws/requests/cites.ts";
import { LAWS, walkClause, type WalkClause } from "./walk-laws.ts";

const ONE_PAGE = "what the request selects has one page";

/** Every row comes, and comes once. */
function rowClauses(list: ListName): readonly WalkClause[] {
  const { words } = LISTS[list];
  const pages: Cites = ["4.1 pages", ...(list === "tokens" ? [] : (["2.4 across accounts"] as const))];
  return [
    {
      id: `4.1-${list}-no-row-twice`,
      statement: `following links.next through ${words} returns no row twice`,
      cites: pages,
      details: "fails: a row comes on two pages, or twice on one; inconclusive: a link cannot be followed",
      by: ["repeat"],
      doubt: unreadWalk,
      breaks: { "on both sides of a page boundary": "9 10 | 10 11 12" },
    },
    {
      id: `4.1-${list}-no-row-missing`,
      statement: `following links.next through ${words} returns the same rows at any page size`,
      cites: pages,
      details:
        "fails: without a filter, a row of the list, which was read in its largest pages before (and is again where new rows come), comes on none, or these lack one that comes here; inconclusive: a filter is sent, or one of the two was not read to its end",
      by: ["gap"],
      where: (_mismatch, { plan }) => plan.selecting === 0,
      doubt: (walked) => {
        const { plan, selection, walk, unread } = walked;
        const isRead = selection !== undefined && walk.end === "null";
        return plan.selecting > 0
          ? undecided("the request selects a part of the list")
          : (unreadWalk(walked) ?? (isRead ? undefined : (unread ?? notLimited(walked) ?? tooLong())));
      },
      isWhole: true,
      breaks: {
        "lost at a page boundary": "9 10 | 12",
        "next null too early": "9 10",
        "more rows than large pages show": (sample) => {
          const { walk } = sample("9 10 11");
          return sample("9 10 | 11 12", "null", { selection: walk.rows, large: walk });
        },
      },
    },
  ];
}

/** The last page is the last. */
function endClauses(list: ListName): readonly WalkClause[] {
  const { words } = LISTS[list];
  const end: Cites = ["4.1 end", "2.1 links end"];
  return [
    {
      id: `4.1-${list}-next-null-at-end`,
      statement: `links.next is null on the last page of ${words}`,
      cites: end,
      details:
        "fails: behind the last row that is due a link, to empty pages alone, or something else than null; inconclusive: the end was not reached",
      by: ["end"],
      doubt: (walked) =>
        walked.walk.end === "null"
          ? undefined
          : (unreadWalk(walked) ?? undecided("the end of the list was not reached")),
      keeps: ["9 10 | 11 12", "9 10 |"],
      breaks: {
        "a link to an empty page": "9 10 11 12 |",
        "a link on an empty list": (sample) => sample("|", "null", { selection: [] }),
        "links to empty pages without end": (sample) => sample("9 10 11 12 ||||", "budget"),
        "false instead of null": ending(false),
        "the text null": ending("null"),
      },
    },
    {
      id: `4.1-${list}-pages-end`,
      statement: `following links.next through ${words} comes to an end`,
      cites: end,
      details:
        "fails: a link was followed before, is there behind every row that is due, or leads to an error; inconclusive: there is one page, or more than are followed",
      by: ["link"],
      doubt: (walked) =>
        walked.walk.end === "budget" ? tooLong() : (unreadWalk(walked) ?? whyOnePage(walked)),
      breaks: {
        "a link that was followed before": (sample) => sample("9 10 11 12", "repeated"),
        "still a link behind the last row": (sample) => sample("9 10 11 12 | 9 10 11 12", "budget"),
        "an accident behind a link": behindLink(500),
        "nothing behind a link": behindLink(404),
      },
    },
  ];
}

/** Pages behind the first go on as the request began. */
function keepingClauses(list: ListName): readonly WalkClause[] {
  const { words } = LISTS[list];
  return [
    {
      id: `4.1-${list}-next-keeps-filters`,
      statement: `links.next of ${words} keeps the filters`,
      cites: ["4.1 pages"],
      details:
        "fails: a row behind a link does not meet a filter on a member of the rows (of tokens token.id) that all rows of the first page meet; inconclusive: no such filter is sent, or there is one page",
      by: ["stray"],
      where: (mismatch) => isBehind(mismatch) && mismatch.filter !== undefined && !mismatch.isOnFirst,
      doubt: (walked) => {
        if (walked.plan.filters.length === 0) {
          return without(walked, "filter", "the request has no filter", firstReply(walked));
        }
        return showsBehind(walked.walk) ? undefined : unreadOr(walked, "filter", ONE_PAGE);
      },
      keeps: ["9 10 | 11 12", "9 13 | 11 14"],
      breaks: { "filter dropped": "9 10 | 11 13" },
    },
    {
      id: `4.1-${list}-next-keeps-order`,
      statement: `links.next of ${words} keeps the order`,
      cites: ["4.1 pages", ...sortedCites(list)],
      details:
        "fails: a page behind a link is out of order by each key that sorts the first page; inconclusive: no order is sent, there is one page, no key is known, or all rows share one",
      by: ["seam"],
      doubt: (walked) => {
        const { walk, plan } = walked;
        if (!showsBehind(walk) || plan.order === undefined) {
          return unreadOr(walked, "order", showsBehind(walk) ? "the request has no order" : ONE_PAGE);
        }
        const keys = sortKeysOf(walked);
        // Rows that are equal in a key may come in any order.
        return keys.length === 0
          ? unknownOrder(walked)
          : misplaced(walk, keys, plan.order) !== undefined
            ? (unlessShared(walk.rows) ?? undecided("the first page is not in order", firstReply(walked)))
            : undefined;
      },
      breaks: { "order dropped": "9 10 | 12 8", "starts again": "11 12 | 9 10" },
    },
    {
      id: `4.1-${list}-next-keeps-limit`,
      statement: `a page of ${words} has at most as many rows as the limit in its link`,
      cites: ["4.1 pages"],
      details: "fails: a page behind a link has more rows than its limit; inconclusive: none has one",
      by: ["limit"],
      where: isBehind,
      doubt: (walked) => {
        const { walk, names } = walked;
        const isCarried = walk.pages.some((page) => carriedLimit(page, names?.["limit"]) !== undefined);
        const why = showsBehind(walk) ? "no links.next shows a limit that can be read" : ONE_PAGE;
        return showsBehind(walk) && isCarried ? undefined : unreadOr(walked, "limit", why);
      },
      keeps: [carrying("9 10 | 11 12"), carrying("9 10 11 | 12")],
      breaks: { "one row more": carrying("9 10 | 11 12 13") },
    },
  ];
}

/** What holds for every request: all parameters together select the rows, sort them and cut them into pages. */
function requestClauses(list: ListName): readonly WalkClause[] {
  const { endpoint, section, words } = LISTS[list];
  const isTokens = list === "tokens";
  return [
    {
      ...LAWS.limit,
      id: `4.1-${list}-limit-with-others`,
      statement: `the first page of ${words} stays within the limit with any order or filter`,
      cites: ["4.1 pages", ...parameterCites(`${endpoint}.limit`, "effect")],
    },
    {
      ...LAWS.selection,
      id: `${section}-selection`,
      statement: `${words} returns exactly the rows that match all parameters of the request`,
      cites: isTokens
        ? ["4.4 accountId effect", "4.4 tokenId effect"]
        : ["4.3 accountId effect", "4.3 balance effect"],
    },
    {
      id: `${section}-together-accepted`,
      statement: `${words} serves parameters together that it serves alone`,
      cites: [isTokens ? "4.4 all optional" : "4.3 balance optional", 7, 22],
      by: ["together"],
      details:
        "sends the list with the parameters of each case, and each of them alone where that gets no list; fails: each gets one alone; inconclusive: one of them gets none alone, or there are no balances at that time",
      breaks: { "an accident": servedAlone(500), "not found": servedAlone(404) },
    },
    {
      ...LAWS.order,
      id: `${section}-order-with-others`,
      statement: `${words} has the requested order with any other parameters`,
      cites: [place(`${section} order effect`), ...sortedCites(list)],
    },
    {
      ...LAWS.next,
      id: `4.1-${list}-next-rows`,
      statement: `each page of ${words} has the next matching rows in the requested order`,
      cites: ["4.1 pages"],
    },
  ];
}

/**
 * The clauses on whole walks. Sends: every context of the list ({@link walksWhere}), page by page until one page more than the
 * rows that are due need, once for all of these clauses. In the names of cases a limit is a number, `small`, `exact` or `rest`
 * (laws/lists/bounds.ts), a name a `part` or `whole`, a time `now` or `earlier`. Fails: a mismatch of a kind in `by`; behind links a refused page fails `pages-end`. Inconclusive: what `doubt` says.
 */
export const listPages = LIST_NAMES.flatMap((list) => {
  const walks = walksWhere(list, () => true);
  return family({
    ...walks,
    given: (have) => ({ ...walks.given(have), middle: contextsByChance(have) }),
    family: `4.1-${list}`,
    restsOn: list === "tokens" ? ["2.3-name"] : [],
    needs: needsOf(list),
    clauses: [rowClauses, endClauses, keepingClauses, requestClauses].flatMap((made) =>
      made(list).map(({ cites, ...clause }) => {
        const isRead = cites.some((one) => typeof one === "number");
        return walkClause(list, { ...clause, cites: isRead ? cites : [...cites, 15, 16, 17, 18] });
      }),
    ),
  });
});
