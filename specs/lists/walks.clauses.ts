// §2.1, §4.1, §4.3, §4.4: clauses on what comes of a list, page by page, under any parameters
import { family } from "../../engine/clauses/declare.ts";
import type { Cites, Told } from "../../engine/clauses/clause.ts";
import { place } from "../../schemas/places.ts";
import { behindLink, carrying, ending, proofsOf, servedAlone, type WalkProofs } from "../fixtures/walks.ts";
import { isBehind, judgeBy, type Blame } from "../laws/lists/blame.ts";
import { contextsByChance } from "../laws/lists/contexts.ts";
import {
  fewRows,
  firstReply,
  whyOnePage,
  without,
  tooLong,
  unknownOrder,
  unknownRows,
  unlessShared,
  unreadOr,
  unreadWalk,
  unshownRows,
} from "../laws/lists/doubts.ts";
import { LIST_NAMES, LISTS, type ListName } from "../laws/lists/lists.ts";
import { arrivals, carriedLimit, sortKeysOf } from "../laws/lists/mismatches.ts";
import { misplaced } from "../laws/lists/order.ts";
import { needsOf, walksWhere } from "../laws/lists/requests.ts";
import { showsBehind } from "../laws/lists/walked.ts";
import { undecided } from "../laws/requests/findings.ts";
import { parameterCites, sortedCites } from "../laws/requests/cites.ts";

type WalkLaw = Blame & WalkProofs & Pick<Told, "details">;
type WalkClause = WalkLaw & Told;

/**
 * Laws of several clauses. One fails where the pages show a mismatch of a kind in `by` that fits `where`; else it is
 * inconclusive where `doubt` gives a reason, or where parameters that are served alone are refused together. In proofs
 * `9 10 | 12` is two pages of rows, where 9 to 12 are due upwards in pages of two; what passes stands in fixtures/walks.ts.
 */
export const LAWS = {
  limit: {
    details: "fails: a first page has more rows than the limit that was sent; inconclusive: none is sent",
    by: ["limit"],
    where: (mismatch) => !isBehind(mismatch),
    doubt: (walked) =>
      walked.plan.limit === undefined || walked.walk.pages.length === 0
        ? without(walked, "limit", "no limit is sent")
        : undefined,
    breaks: { "limit ignored": "9 10 11 12" },
  },
  selection: {
    details:
      "fails: a row that the parameters leave out comes, on any page, or, where the pages were read to the end, one that they select does not; inconclusive: no filter has a name, or neither rows nor the filters alone tell which rows are selected; where a link cannot be followed, the pages before it are checked",
    by: ["stray", "gap"],
    where: (_mismatch, { plan }) => plan.selecting > 0,
    doubt: unshownRows,
    breaks: {
      "a row too many": "9 10 | 11 12 | 13",
      "a row too many on a later page": "9 10 | 11 13",
      "a row too few": "9 10 | 12",
    },
  },
  strayBehindFirstPage: {
    details:
      "fails: a page behind the first has a row that the parameters leave out; where no member shows that, one that the parameter alone does not get; inconclusive: there is one page, or no row tells what is selected",
    by: ["stray"],
    where: isBehind,
    doubt: (walked) => whyOnePage(walked) ?? unshownRows(walked),
    breaks: { "dropped behind the first page": "9 10 | 11 13" },
  },
  order: {
    details:
      "fails: a row is out of order by each key that sorts the list both ways; inconclusive: none does",
    by: ["order"],
    doubt: (walked) => unknownOrder(walked) ?? fewRows(walked, 2, "too few rows to show an order"),
    breaks: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
    details:
      "fails: another row is due at this place, by what the parameters select and by a key of the list; equal ones change places; inconclusive: no key is known, or no row tells what is selected",
    by: ["next"],
    doubt: (walked) =>
      unknownOrder(walked) ??
      (walked.selection === undefined || walked.atMost === true || (walked.doubtful ?? []).length > 0
        ? unknownRows(walked)
        : undefined) ??
      (arrivals(walked).length > 0
        ? undecided("rows came that the list did not have before", firstReply(walked))
        : undefined) ??
      fewRows(walked, 1, "no rows came"),
    breaks: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
  },
} as const satisfies Readonly<Record<string, WalkLaw>>;

export function walkClause(list: ListName, clause: WalkClause) {
  const { id, statement, cites, details } = clause;
  const told = { id, statement, cites, details, endpoint: LISTS[list].endpoint };
  return { ...told, check: judgeBy(clause), ...proofsOf(list, clause) };
}

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
      doubt: unreadWalk,
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
          : (unreadWalk(walked) ?? (isRead ? undefined : (unread ?? tooLong())));
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
        const why = "the request has no filter, or one page";
        if (walked.plan.filters.length === 0) {
          return without(walked, "filter", why, firstReply(walked));
        }
        return showsBehind(walked.walk) ? undefined : unreadOr(walked, "filter", why);
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
          return unreadOr(walked, "order", "the request has no order, or one page");
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
        return showsBehind(walk) && isCarried
          ? undefined
          : unreadOr(walked, "limit", "links.next has no limit, or is null");
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
        "sends each parameter alone first; fails: a request gets no list though each of its parameters gets one alone; inconclusive: one of them gets none alone, or there are no balances at that time",
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
