// §4.1, §4.3, §4.4: the rules that several clauses on the pages of a list share
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/**
 * The violations of a clause over pages, and its conditions. The clause is inconclusive if its request does not meet those in `sends`.
 * Otherwise it fails if the pages show a difference of a kind in `violatedBy` that fits `where`. Without such a difference it is
 * inconclusive if the pages do not meet the conditions in `shows` (kit/lists/page-rules.ts). In examples `9 10 | 12` is two pages with
 * the rows 9, 10 and 12; the expected rows are 9 to 12, ascending, in pages of two (specs/examples/pages.ts).
 */
export type PagesRule = kit.ViolationRule & examples.PageExamples;

/** A clause over pages of a list, as a clause of a family. */
export function pageClause(list: kit.ListName, rule: PagesRule, stated: kit.SendingSpec) {
  const { endpoint } = kit.LISTS[list];
  return { ...stated, endpoint, check: kit.checkPagesBy(rule), ...examples.pageExamples(list, rule) };
}

export const isOnLaterPage = ({ page }: kit.Difference): boolean => page > 0;

/** The filters together select the rows. */
export const SELECTION: PagesRule = {
  violatedBy: ["stray", "missing"],
  where: ({ subkind }) => subkind !== "cutOff",
  sends: ["filter"],
  shows: ["selection", "notCutOff"],
  fails: {
    "an extra row": "9 10 | 11 12 | 13",
    "an extra row on a later page": "9 10 | 11 13",
    "a missing row": "9 10 | 12",
  },
};

/** Every page behind the first matches the filters. */
export const LATER_SELECTION: PagesRule = {
  violatedBy: ["stray"],
  where: isOnLaterPage,
  sends: ["filter"],
  shows: ["severalPages", "selection"],
  fails: { "dropped after the first page": "9 10 | 11 13" },
};

/** The rows have the requested order. */
export const ORDER: PagesRule = {
  violatedBy: ["order"],
  where: ({ subkind }, { keys = [] }) => subkind === undefined && keys.length > 0,
  sends: ["order"],
  shows: ["sortKeys", "twoRows"],
  fails: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
};

/** The first page stays within the limit. */
export const LIMIT: PagesRule = {
  violatedBy: ["limit"],
  where: (difference) => !isOnLaterPage(difference),
  sends: ["limit"],
  shows: ["aRow"],
  fails: { "limit ignored": "9 10 11 12" },
};

export const NEXT_SHOWN = ["sortKeys", "expectedRows", "rowsOfList", "rowsOnce", "aRow"] as const;

/** Each page, the first included, has the next matching rows in the requested order. */
export const NEXT_ROWS: PagesRule = {
  violatedBy: ["order"],
  where: ({ subkind }) => subkind === "next",
  sends: ["order"],
  shows: NEXT_SHOWN,
  fails: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
};
