// §4.1, §4.3, §4.4: what clauses on the pages of a list have in common, with the laws of several of them
import type { Told } from "../../engine/clauses/clause.ts";
import { proofsOf, type WalkProofs } from "../fixtures/walks.ts";
import { isBehind, judgeBy, type Blame } from "../laws/lists/blame.ts";
import {
  fewRows,
  firstReply,
  unknownOrder,
  unknownRows,
  unshownRows,
  whyOnePage,
  without,
} from "../laws/lists/doubts.ts";
import { LISTS, type ListName } from "../laws/lists/lists.ts";
import { arrivals, repeats } from "../laws/lists/mismatches.ts";
import { undecided } from "../laws/requests/verdicts.ts";

/** What is sent for all clauses on walks, and when all of them are inconclusive. */
const WALKED =
  "sends the list with the parameters of each case, page by page (of a long selection some pages), the same for all clauses on pages, and before it, read to their end, those that show in no row, alone (a public key, account.id of tokens, a name) or all together where one is a time, and for an order the whole list both ways; an id beside another parameter is short under asc; account.id of tokens stands without its operator where that is refused, or, for ne on several pages, where its account alone has two rows or more; some cases have no limit, order or filter, and decide nothing where a clause is on one; each of these clauses is inconclusive where one of the parameters gets no list alone either, where all of them together get none though each alone does, or where the list has no rows (but for clauses on limits and links)";

/** Under a timestamp there may be nothing. */
const NONE_AT_TIME =
  "where beside a timestamp no row comes without the other filters, or the response says that there is none (status 404 or 410, or not found in its text)";

const SORT_KEY =
  "a sort key is a member that sorts the whole list (at smoke its first page) under asc and under desc: text, or numbers, in every row but for null, compared in any usual way, ids and times by value too; rows that are equal in it may come in any order";

/** What these words mean, where `details` have them. */
const TERMS: Readonly<Record<ListName, Readonly<Record<string, string>>>> = {
  tokens: {
    due: "due are the rows of the whole list, read before in its largest pages, that meet token.id, that account.id, public key and name each get alone, as far as they are sent, and that have this name in them, in any case of letters; any of these may be missing beside a name, whose list has one page, and where account.id stands beside a public key: whose key it is, is open",
    "sure what is due":
      "it is not sure what is due where a list was not read to its end, token.id meets a value that cannot be compared, account.id stands beside a public key, or a search fills its page",
    "sort key": `${SORT_KEY}; beside a name it is token_id by value, whatever sorts the list; without a name there is none where all rows share a name or symbol`,
  },
  balances: {
    due: "due are the rows of the whole list, read before in its largest pages, or, where a public key or a timestamp is sent, of what these get without the other filters, that meet account id and balance",
    "sure what is due":
      "it is not sure what is due where a list was not read to its end, or a filter meets a value that cannot be compared",
    "sort key": `${SORT_KEY}; there is none where all rows share a balance`,
  },
};

type WalkLaw = Blame & WalkProofs & Pick<Told, "details">;
export type WalkClause = WalkLaw & Told;

/**
 * Laws of several clauses. One fails where the pages show a mismatch of a kind in `by` that fits `where`; else it is
 * inconclusive where `doubt` gives a reason, or where parameters that are served alone are refused together. In proofs
 * `9 10 | 12` is two pages of rows, where 9 to 12 are due upwards in pages of two; what passes stands in fixtures/walks.ts.
 */
export const LAWS = {
  limit: {
    details:
      "fails: the first page has more rows than the limit that was sent; inconclusive: no limit is sent",
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
      "fails: on any page a row comes that is not due though the list had it before, or that a filter on a member of it leaves out; or, where the pages were read to the end, a row that is due is on none; passes too where all pages that come before a link that cannot be followed are right; inconclusive: no parameter selects rows, no row comes before such a link, or, where a list was not read to its end before, no row comes or no filter on a member is sent",
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
      "fails: on a page behind the first a row comes that is not due though the list had it before, or that a filter on a member of it leaves out, whichever filter of the case that is, or the page is of a time that the timestamp filter leaves out and the first page is not; inconclusive: no page behind the first has rows, or a list was not read to its end before, and no filter on a member is sent",
    by: ["stray"],
    where: isBehind,
    doubt: (walked) => whyOnePage(walked) ?? unshownRows(walked),
    breaks: { "dropped behind the first page": "9 10 | 11 13" },
  },
  order: {
    details:
      "fails: the rows are out of order by every sort key; inconclusive: no order is sent, there is no sort key, or fewer than two rows come",
    by: ["order"],
    doubt: (walked) => unknownOrder(walked) ?? fewRows(walked, 2, "too few rows to show an order"),
    breaks: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
    details:
      "fails: by every sort key a row comes in a place where another one is due, or none (pages that end early pass here); inconclusive: no order is sent, there is no sort key, no row comes, one comes twice, or one that the list did not have before, or it is not sure what is due",
    by: ["next"],
    doubt: (walked) =>
      unknownOrder(walked) ??
      (walked.selection === undefined || walked.atMost === true || (walked.doubtful ?? []).length > 0
        ? unknownRows(walked)
        : undefined) ??
      (arrivals(walked).length > 0
        ? undecided(
            "a row is in this response and not in the whole list that was read before: they contradict each other, or the list grew",
            firstReply(walked),
          )
        : undefined) ??
      (repeats(walked).length > 0
        ? undecided("rows come twice: which row comes next is not known", firstReply(walked), {
            obstacle: "service",
          })
        : undefined) ??
      fewRows(walked, 1, "no rows came"),
    breaks: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
  },
} as const satisfies Readonly<Record<string, WalkLaw>>;

export function walkClause(list: ListName, clause: WalkClause) {
  const { id, statement, cites, details: own = "" } = clause;
  // That parameters are refused together alone is what one clause is on.
  const sent = clause.by.includes("together") ? [] : [WALKED];
  const timed = list === "balances" ? [`inconclusive too ${NONE_AT_TIME}`] : [];
  const terms = Object.entries(TERMS[list]).flatMap(([term, meaning]) =>
    own.includes(term) ? [meaning] : [],
  );
  const details = [own, ...timed, ...terms, ...sent].filter((part) => part !== "").join("; ");
  const told = { id, statement, cites, details, endpoint: LISTS[list].endpoint };
  return { ...told, check: judgeBy(clause), ...proofsOf(list, clause) };
}
