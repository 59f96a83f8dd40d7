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
  opaqueLinks,
  whyOnePage,
  without,
  tooLong,
  unknownOrder,
  unlessShared,
  unreadOr,
  unreadWalk,
} from "../laws/lists/doubts.ts";
import { LIST_NAMES, LISTS, type ListName } from "../laws/lists/lists.ts";
import { carriedLimit } from "../laws/lists/links.ts";
import { sortKeysOf } from "../laws/lists/mismatches.ts";
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
      by: ["repeat"],
      doubt: (walked) => unreadWalk(walked) ?? whyOnePage(walked),
      breaks: { "on both sides of a page boundary": "9 10 | 10 11 12" },
    },
    {
      id: `4.1-${list}-no-row-missing`,
      statement: `following links.next through ${words} returns the same rows at any page size`,
      cites: pages,
      by: ["gap"],
      where: (_mismatch, { plan }) => plan.selecting === 0,
      doubt: (walked) => {
        const { plan, selection, walk, unread } = walked;
        const isRead = selection !== undefined && walk.end === "null";
        return plan.selecting > 0
          ? undecided("the request selects a part of the list")
          : (unreadWalk(walked) ??
              (isRead ? whyOnePage(walked) : (unread ?? notLimited(walked) ?? tooLong())));
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
      by: ["limit"],
      where: isBehind,
      doubt: (walked) => {
        const { walk, names } = walked;
        const isCarried = walk.pages.some((page) => carriedLimit(page, names?.["limit"]) !== undefined);
        if (!showsBehind(walk)) {
          return unreadOr(walked, "limit", ONE_PAGE);
        }
        return isCarried ? undefined : (unreadWalk(walked) ?? opaqueLinks(walked));
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
      emptyPass: "acceptance",
      by: ["together"],
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
      doubt: (walked) => LAWS.next.doubt(walked) ?? whyOnePage(walked),
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
