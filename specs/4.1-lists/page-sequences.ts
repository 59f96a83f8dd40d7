// §4.1, §4.3, §4.4: violations, inconclusive results and examples that several clauses on the pages of a list share
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

type PageSequence = kit.ViolationRule & examples.PageExamples;
export type PageClause = PageSequence & kit.SendingSpec;

/**
 * Parts of clauses on the pages of a list. A clause fails if the pages show a difference of a kind in `by` that fits `where`; otherwise
 * it is inconclusive if `whyInconclusive` gives a reason, or if the parameters are refused only together. In examples `9 10 | 12` is
 * two pages with the rows 9, 10 and 12; the expected rows are 9 to 12, ascending, in pages of two (specs/examples/pages.ts).
 */
export const PAGE_SEQUENCES = {
  limit: {
    by: ["limit"],
    where: (difference) => !kit.isBehind(difference),
    whyInconclusive: (pagesRead) =>
      pagesRead.plan.limit === undefined
        ? kit.whyNotSent(pagesRead, "limit", "no limit is sent")
        : kit.whyFewRows(pagesRead, 1, "no row was returned under the limit"),
    fails: { "limit ignored": "9 10 11 12" },
  },
  selection: {
    by: ["stray", "gap"],
    where: (_difference, { plan }) => plan.selecting > 0,
    whyInconclusive: kit.whySelectionUnshown,
    fails: {
      "a row too many": "9 10 | 11 12 | 13",
      "a row too many on a later page": "9 10 | 11 13",
      "a row too few": "9 10 | 12",
    },
  },
  strayBehindFirstPage: {
    by: ["stray"],
    where: kit.isBehind,
    whyInconclusive: (pagesRead) => kit.whyOnePage(pagesRead) ?? kit.whySelectionUnshown(pagesRead),
    fails: { "dropped behind the first page": "9 10 | 11 13" },
  },
  order: {
    by: ["order"],
    whyInconclusive: (pagesRead) =>
      kit.whyOrderUnknown(pagesRead) ?? kit.whyFewRows(pagesRead, 2, "too few rows to show an order"),
    fails: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  next: {
    by: ["next"],
    whyInconclusive: (pagesRead) =>
      kit.whyOrderUnknown(pagesRead) ??
      (pagesRead.selection === undefined ||
      pagesRead.atMost === true ||
      (pagesRead.ambiguous ?? []).length > 0
        ? kit.whyRowsUnknown(pagesRead)
        : undefined) ??
      (kit.newRows(pagesRead).length > 0
        ? kit.inconclusive(
            "a row is in this response and not in the whole list that was read before: they contradict each other, or the list grew",
            kit.firstResponse(pagesRead),
          )
        : undefined) ??
      (kit.repeatedRows(pagesRead).length > 0
        ? kit.inconclusive(
            "rows are returned twice: the next expected row is unknown",
            kit.firstResponse(pagesRead),
            {
              obstacle: "service",
            },
          )
        : undefined) ??
      kit.whyFewRows(pagesRead, 1, "no row was returned"),
    fails: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
  },
} as const satisfies Readonly<Record<string, PageSequence>>;

export function pageClause(list: kit.ListName, clause: PageClause) {
  const { id, statement, contract, interpretations, aspect, emptyPass } = clause;
  const optional = kit.present({ interpretations, aspect, emptyPass });
  const common = { id, statement, contract, endpoint: kit.LISTS[list].endpoint, ...optional };
  return { ...common, check: kit.checkPagesBy(clause), ...examples.pageExamples(list, clause) };
}
