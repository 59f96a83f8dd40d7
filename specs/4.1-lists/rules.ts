// §4.1, §4.3, §4.4: the rules of the clauses on the pages of a list: violations, conditions on request and pages, and examples
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const isOnLaterPage = ({ page }: kit.Difference): boolean => page > 0;

/** The rule of each page, the first included: it has the next matching rows in the requested order. */
const NEXT_ROWS = {
  violatedBy: ["order"],
  where: ({ of }: kit.Difference) => of === "next",
  sends: ["order"],
  shows: ["sortKeys", "expectedRows", "rowsOfList", "rowsOnce", "aRow"],
  fails: { "a row is passed over": "9 10 | 12", "the other end comes first": "11 12 | 9 10" },
} as const;

/**
 * A clause is inconclusive if its request does not meet the conditions in `sends`. Otherwise it fails if the pages show a difference of
 * a kind in `violatedBy` that fits `where`. Without such a difference it is inconclusive if the pages do not meet the conditions in `shows`
 * (kit/lists/page-rules.ts). In examples `9 10 | 12` is two pages with the rows 9, 10 and 12; the expected rows are 9 to 12,
 * ascending, in pages of two (specs/examples/pages.ts).
 */
const PAGE_RULES = {
  repeated: {
    violatedBy: ["repeated"],
    shows: ["links", "severalPages"],
    fails: { "on both sides of a page boundary": "9 10 | 10 11 12" },
  },
  missing: {
    violatedBy: ["missing"],
    sends: ["noFilter"],
    shows: ["links", "wholeList", "severalPages"],
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
  end: {
    violatedBy: ["link"],
    where: ({ of }) => of === "end",
    shows: ["links", "lastPage"],
    passes: ["9 10 | 11 12", "9 10 |"],
    fails: {
      "a link to an empty page": "9 10 11 12 |",
      "a link on an empty list": (sample) => sample("|", "null", { selection: [] }),
      "links to empty pages without end": (sample) => sample("9 10 11 12 ||||", "budget"),
      "false instead of null": examples.withLastLink(false),
      "the text null": examples.withLastLink("null"),
    },
  },
  links: {
    violatedBy: ["link"],
    where: ({ of }) => of !== "end",
    shows: ["pagesInBudget", "links", "severalPages"],
    fails: {
      "a link that was followed before": (sample) => sample("9 10 11 12", "repeated"),
      "still a link behind the last row": (sample) => sample("9 10 11 12 | 9 10 11 12", "budget"),
      "an accident behind a link": examples.withErrorBehindLink(500),
      "nothing behind a link": examples.withErrorBehindLink(404),
    },
  },
  filterInLinks: {
    violatedBy: ["stray"],
    // If the first page has a row that the filter excludes too, the link is not the cause.
    where: (difference, pagesRead) =>
      isOnLaterPage(difference) &&
      difference.filter !== undefined &&
      !kit
        .compare(pagesRead.pagedList, pagesRead)
        .some(({ filter, page }) => filter === difference.filter && page === 0),
    sends: ["rowFilter"],
    shows: ["severalPages"],
    passes: ["9 10 | 11 12", "9 13 | 11 14"],
    fails: { "filter dropped": "9 10 | 11 13" },
  },
  orderInLinks: {
    violatedBy: ["order"],
    where: (difference) => difference.of !== "next" && isOnLaterPage(difference),
    sends: ["order"],
    shows: ["severalPages", "seamOrder"],
    fails: { "order dropped": "9 10 | 12 8", "starts again": "11 12 | 9 10" },
  },
  limitInLinks: {
    violatedBy: ["limit"],
    where: isOnLaterPage,
    shows: ["severalPages", "limitInLinks"],
    passes: [examples.withLimitInLinks("9 10 | 11 12"), examples.withLimitInLinks("9 10 11 | 12")],
    fails: { "one row more": examples.withLimitInLinks("9 10 | 11 12 13") },
  },
  limit: {
    violatedBy: ["limit"],
    where: (difference) => !isOnLaterPage(difference),
    sends: ["limit"],
    shows: ["aRow"],
    fails: { "limit ignored": "9 10 11 12" },
  },
  selection: {
    violatedBy: ["stray", "missing"],
    sends: ["filter"],
    shows: ["selection"],
    fails: {
      "a row too many": "9 10 | 11 12 | 13",
      "a row too many on a later page": "9 10 | 11 13",
      "a row too few": "9 10 | 12",
    },
  },
  strayBehindFirstPage: {
    violatedBy: ["stray"],
    where: isOnLaterPage,
    sends: ["filter"],
    shows: ["severalPages", "selection"],
    fails: { "dropped behind the first page": "9 10 | 11 13" },
  },
  together: {
    violatedBy: ["refused"],
    fails: { "an accident": examples.refusedTogether(500), "not found": examples.refusedTogether(404) },
  },
  order: {
    violatedBy: ["order"],
    where: ({ of }, { keys = [] }) => of === undefined && keys.length > 0,
    sends: ["order"],
    shows: ["sortKeys", "twoRows"],
    fails: { "order ignored": "12 11 | 10 9", "one row out of place": "9 11 | 10 12" },
  },
  first: NEXT_ROWS,
  next: { ...NEXT_ROWS, shows: ["severalPages", ...NEXT_ROWS.shows] },
} as const satisfies Readonly<Record<string, kit.ViolationRule & examples.PageExamples>>;

export type RuleName = keyof typeof PAGE_RULES;

/** A clause over the pages of a list, as a clause of a family. */
export function pageClause(list: kit.ListName, rule: RuleName, stated: kit.SendingSpec) {
  const { [rule]: how } = PAGE_RULES;
  const { endpoint } = kit.LISTS[list];
  return { ...stated, endpoint, check: kit.checkPagesBy(how), ...examples.pageExamples(list, how) };
}
