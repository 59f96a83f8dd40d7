// §4.1, §4.3, §4.4: what clauses on the pages of a list have in common, with the laws of several of them
import type { Asked } from "../../engine/clauses/clause.ts";
import { present } from "../../engine/model/model.ts";
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

type WalkLaw = Blame & WalkProofs;
export type WalkClause = WalkLaw & Asked;

/**
 * Laws of several clauses. One fails where the pages show a mismatch of a kind in `by` that fits `where`; else it is
 * inconclusive where `doubt` gives a reason, or where parameters that are served alone are refused together. In proofs
 * `9 10 | 12` is two pages of rows, where 9 to 12 are due upwards in pages of two; what passes stands in fixtures/walks.ts.
 */
export const LAWS = {
  limit: {
    by: ["limit"],
    where: (mismatch) => !isBehind(mismatch),
    doubt: (walked) =>
      walked.plan.limit === undefined
        ? without(walked, "limit", "no limit is sent")
        : fewRows(walked, 1, "no row came under the limit"),
    breaks: { "limit ignored": "9 10 11 12" },
  },
  selection: {
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
    by: ["stray"],
    where: isBehind,
    doubt: (walked) => whyOnePage(walked) ?? unshownRows(walked),
    breaks: { "dropped behind the first page": "9 10 | 11 13" },
  },
  order: {
    by: ["order"],
    doubt: (walked) => unknownOrder(walked) ?? fewRows(walked, 2, "too few rows to show an order"),
    breaks: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
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
  const { id, statement, cites, emptyPass } = clause;
  const told = { id, statement, cites, endpoint: LISTS[list].endpoint, ...present({ emptyPass }) };
  return { ...told, check: judgeBy(clause), ...proofsOf(list, clause) };
}
