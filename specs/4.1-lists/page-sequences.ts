// §4.1, §4.3, §4.4: violations, inconclusive results and examples that several clauses on the pages of a list share
import type { SendingSpec } from "../../engine/clauses/clause.ts";
import { present } from "../../engine/model/model.ts";
import { pageExamples, type PageExamples } from "../examples/pages.ts";
import { isBehind, checkPagesBy, type ViolationRule } from "../kit/lists/violation-rules.ts";
import {
  whyFewRows,
  firstResponse,
  whyOrderUnknown,
  whyRowsUnknown,
  whySelectionUnshown,
  whyOnePage,
  whyNotSent,
} from "../kit/lists/inconclusive.ts";
import { LISTS, type ListName } from "../kit/lists/lists.ts";
import { newRows, repeatedRows } from "../kit/lists/row-differences.ts";
import { inconclusive } from "../kit/requests/check-results.ts";

type PageSequence = ViolationRule & PageExamples;
export type PageClause = PageSequence & SendingSpec;

/**
 * Parts of clauses on the pages of a list. A clause fails if the pages show a difference of a kind in `by` that fits `where`; otherwise
 * it is inconclusive if `whyInconclusive` gives a reason, or if the parameters are refused only together. In examples `9 10 | 12` is
 * two pages with the rows 9, 10 and 12; the expected rows are 9 to 12, ascending, in pages of two (specs/examples/pages.ts).
 */
export const PAGE_SEQUENCES = {
  limit: {
    by: ["limit"],
    where: (difference) => !isBehind(difference),
    whyInconclusive: (pagesRead) =>
      pagesRead.plan.limit === undefined
        ? whyNotSent(pagesRead, "limit", "no limit is sent")
        : whyFewRows(pagesRead, 1, "no row was returned under the limit"),
    fails: { "limit ignored": "9 10 11 12" },
  },
  selection: {
    by: ["stray", "gap"],
    where: (_difference, { plan }) => plan.selecting > 0,
    whyInconclusive: whySelectionUnshown,
    fails: {
      "a row too many": "9 10 | 11 12 | 13",
      "a row too many on a later page": "9 10 | 11 13",
      "a row too few": "9 10 | 12",
    },
  },
  strayBehindFirstPage: {
    by: ["stray"],
    where: isBehind,
    whyInconclusive: (pagesRead) => whyOnePage(pagesRead) ?? whySelectionUnshown(pagesRead),
    fails: { "dropped behind the first page": "9 10 | 11 13" },
  },
  order: {
    by: ["order"],
    whyInconclusive: (pagesRead) =>
      whyOrderUnknown(pagesRead) ?? whyFewRows(pagesRead, 2, "too few rows to show an order"),
    fails: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
    by: ["next"],
    whyInconclusive: (pagesRead) =>
      whyOrderUnknown(pagesRead) ??
      (pagesRead.selection === undefined ||
      pagesRead.atMost === true ||
      (pagesRead.ambiguous ?? []).length > 0
        ? whyRowsUnknown(pagesRead)
        : undefined) ??
      (newRows(pagesRead).length > 0
        ? inconclusive(
            "a row is in this response and not in the whole list that was read before: they contradict each other, or the list grew",
            firstResponse(pagesRead),
          )
        : undefined) ??
      (repeatedRows(pagesRead).length > 0
        ? inconclusive(
            "rows are returned twice: the next expected row is unknown",
            firstResponse(pagesRead),
            {
              obstacle: "service",
            },
          )
        : undefined) ??
      whyFewRows(pagesRead, 1, "no row was returned"),
    fails: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
  },
} as const satisfies Readonly<Record<string, PageSequence>>;

export function pageClause(list: ListName, clause: PageClause) {
  const { id, statement, cites, emptyPass } = clause;
  const common = { id, statement, cites, endpoint: LISTS[list].endpoint, ...present({ emptyPass }) };
  return { ...common, check: checkPagesBy(clause), ...pageExamples(list, clause) };
}
