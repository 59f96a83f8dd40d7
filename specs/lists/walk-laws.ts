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
import { arrivals } from "../laws/lists/mismatches.ts";
import { undecided } from "../laws/requests/verdicts.ts";

/** What is sent for all clauses on walks, and when all of them are inconclusive. */
const WALKED =
  "sends the list with the parameters of each case, page by page, once for all clauses on pages; these are inconclusive where the list has no rows (but for clauses on limits and links), where one of the parameters gets an error alone too, or all of them get one only together";

type WalkLaw = Blame & WalkProofs & Pick<Told, "details">;
export type WalkClause = WalkLaw & Told;

/**
 * Laws of several clauses. One fails where the pages show a mismatch of a kind in `by` that fits `where`; else it is
 * inconclusive where `doubt` gives a reason, or where parameters that are served alone are refused together. In proofs
 * `9 10 | 12` is two pages of rows, where 9 to 12 are due upwards in pages of two; what passes stands in fixtures/walks.ts.
 */
export const LAWS = {
  limit: {
    details: "fails: a first page has more rows than the limit that was sent; inconclusive: no limit is sent",
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
      "fails: a row comes, on any page, that the parameters leave out (or, where no member of it shows that, the list without them showed before), or, where the pages were read to the end, one that they select does not; inconclusive: no filter has a name, or neither rows nor the filters alone tell which rows are selected; beside a name, whose list has one page, only rows too many fail; where a link cannot be followed, the pages before it are checked",
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
      "fails: a page behind the first has a row that one of the parameters leaves out; where no member shows that, one of the list that the parameter alone does not get; inconclusive: there is one page, or no row tells what is selected",
    by: ["stray"],
    where: isBehind,
    doubt: (walked) => whyOnePage(walked) ?? unshownRows(walked),
    breaks: { "dropped behind the first page": "9 10 | 11 13" },
  },
  order: {
    details:
      "fails: a row is out of order by each key that sorts the list under asc and desc (a member that is all text or all numbers, compared in any usual way; ids and times by value too; where rows share one, any order of them passes); inconclusive: no order is sent, no key does, or fewer than two rows come",
    by: ["order"],
    doubt: (walked) => unknownOrder(walked) ?? fewRows(walked, 2, "too few rows to show an order"),
    breaks: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
    details:
      "fails: another row is due at this place, by what the parameters select and by a key that sorts the list under asc and desc (beside a name token_id, by value; rows that are equal in it may change places); inconclusive: no order is sent, no key is known, no row tells what is selected, none comes, or one that the list did not have before",
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
  // That parameters are refused together alone is what one clause is on.
  const sent = clause.by.includes("together") ? "" : `${WALKED}; `;
  const told = { id, statement, cites, details: sent + (details ?? ""), endpoint: LISTS[list].endpoint };
  return { ...told, check: judgeBy(clause), ...proofsOf(list, clause) };
}
