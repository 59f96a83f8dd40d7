// §2.1, §4.1, §4.3, §4.4: the pages of a list under any parameters
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/**
 * The rule of a clause over pages (kit/lists/page-rules.ts), with its examples. `9 10 | 12` is two pages with the rows 9, 10 and 12; the
 * expected rows are 9 to 12, ascending, in pages of two (specs/examples/pages.ts).
 */
export type PagesRule = kit.ViolationRule & examples.PageExamples;

/** A clause on both lists that is checked in every context. */
interface PagesSpec extends PagesRule, Pick<kit.SendingSpec, "interpretations" | "emptyPass"> {
  readonly ids: Readonly<Record<kit.ListName, kit.ClauseId>>;
  readonly statement: (words: string) => string;
  readonly contract: Readonly<Record<kit.ListName, kit.ContractLines>>;
}

/** All filters together select the rows. A link that is null too early violates `no-row-missing` instead. */
export const SELECTION: PagesRule = {
  violatedBy: ["stray", "missing"],
  where: ({ subkind }) => subkind !== "cutOff",
  sends: ["filter"],
  shows: ["selection", "noEarlyNull"],
  fails: {
    "an extra row": "9 10 | 11 12 | 13",
    "a wrong row on a later page": "9 10 | 11 13",
    "a missing row": "9 10 | 12",
  },
};

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
  where: ({ page }) => page === 0,
  sends: ["limit"],
  shows: ["aRow"],
  fails: { "limit ignored": "9 10 11 12" },
};

const NEXT_SHOWN = ["sortKeys", "expectedRows", "rowsOfList", "rowsOnce", "aRow"] as const;

export const NEXT_ROWS: PagesRule = {
  violatedBy: ["order"],
  where: ({ subkind }) => subkind === "next",
  sends: ["order"],
  shows: NEXT_SHOWN,
  fails: { "a row is skipped": "9 10 | 12", "the last rows come first": "11 12 | 9 10" },
};

export const checkedBy = (list: kit.ListName, rule: PagesRule) => ({
  endpoint: kit.LISTS[list].endpoint,
  check: kit.checkPagesBy(rule),
  ...examples.pageExamples(list, rule),
});

const isOnLaterPage = ({ page }: kit.Difference): boolean => page > 0;

const PAGE_LINES = { tokens: [199], balances: [199] } as const;
const HOLDER_LINES = { tokens: [199], balances: [199, 90] } as const;
const NEXT_LINES = { tokens: [199, 23], balances: [199, 23] } as const;

const PAGE_CLAUSES: readonly PagesSpec[] = [
  // A paged list returns every row, and each row once: token_id identifies a token, account a balance (§2.4, §4.1).
  {
    ids: { tokens: "4.1-tokens-no-row-twice", balances: "4.1-balances-no-row-twice" },
    statement: (words) => `following links.next through ${words} returns no two rows with the same id`,
    contract: HOLDER_LINES,
    violatedBy: ["repeated"],
    shows: ["links", "severalPages"],
    fails: { "on both sides of a page boundary": "9 10 | 10 11 12" },
  },
  {
    ids: { tokens: "4.1-tokens-no-row-missing", balances: "4.1-balances-no-row-missing" },
    statement: (words) => `following links.next through ${words} loses no row at any page size`,
    contract: HOLDER_LINES,
    violatedBy: ["missing"],
    // A row that is missing under a filter violates the clauses on filters, unless a link is null too early.
    where: ({ subkind }, { plan }) => plan.filterCount === 0 || subkind === "cutOff",
    shows: ["noFilter", "links", "wholeList", "severalPages"],
    isWhole: true,
    fails: {
      "lost at a page boundary": "9 10 | 12",
      "next null too early": "9 10",
      "more rows than large pages show": (sample) => {
        const { pagedList } = sample("9 10 11");
        return sample("9 10 | 11 12", "null", { selection: pagedList.rows, largePages: pagedList });
      },
      "links that lead to another list": (sample) => {
        const { pagedList } = sample("9 10 11");
        return sample("9 10 | 12 13", "budget", { selection: pagedList.rows, largePages: pagedList });
      },
    },
  },
  // links.next is null when there is no further page (§2.1, §4.1).
  {
    ids: { tokens: "4.1-tokens-next-null-at-end", balances: "4.1-balances-next-null-at-end" },
    statement: (words) => `links.next of ${words} is null if no further row follows`,
    contract: NEXT_LINES,
    violatedBy: ["link"],
    where: ({ subkind }) => subkind === "end",
    shows: ["links", "lastPage"],
    passes: ["9 10 | 11 12", "9 10 |"],
    fails: {
      "a link to an empty page": "9 10 11 12 |",
      "a link on an empty list": (sample) => sample("|", "null", { selection: [] }),
      "links to empty pages without end": (sample) => sample("9 10 11 12 ||||", "budget"),
      "false instead of null": examples.withLastLink(false),
      "the text null instead of null": examples.withLastLink("null"),
    },
  },
  // A link may lead neither to an error, nor to a page that was already read, nor past the last row (§2.1, §4.1).
  {
    ids: { tokens: "4.1-tokens-pages-end", balances: "4.1-balances-pages-end" },
    statement: (words) => `each links.next of ${words} leads to a new page, never past the last row`,
    contract: NEXT_LINES,
    violatedBy: ["link"],
    where: ({ subkind }) => subkind !== "end",
    shows: ["pagesInBudget", "links", "severalPages"],
    fails: {
      "a link that was followed before": (sample) => sample("9 10 11 12", "repeated"),
      "a link after the last row": (sample) => sample("9 10 11 12 | 9 10 11 12", "budget"),
      "a server error on a later page": examples.withErrorBehindLink(500),
      "status 404 on a later page": examples.withErrorBehindLink(404),
    },
  },
  // The page of links.next continues the list of the request, with its filters and order (§4.1).
  {
    ids: { tokens: "4.1-tokens-next-keeps-filters", balances: "4.1-balances-next-keeps-filters" },
    statement: (words) => `links.next of ${words} keeps each filter on a field of the rows`,
    contract: PAGE_LINES,
    violatedBy: ["stray"],
    // If the first page has an excluded row too, the link is not the cause.
    where: (difference, pagesRead) =>
      isOnLaterPage(difference) &&
      difference.filter !== undefined &&
      !kit.compare(pagesRead).some(({ filter, page }) => filter === difference.filter && page === 0),
    sends: ["rowFilter"],
    shows: ["severalPages"],
    passes: ["9 10 | 11 12", "9 13 | 11 14"],
    fails: { "filter dropped": "9 10 | 11 13" },
  },
  {
    ids: { tokens: "4.1-tokens-next-keeps-order", balances: "4.1-balances-next-keeps-order" },
    statement: (words) => `links.next of ${words} keeps the order`,
    contract: { tokens: [199], balances: [199, 211] },
    violatedBy: ["order"],
    where: (difference) => difference.subkind !== "next" && isOnLaterPage(difference),
    sends: ["order"],
    shows: ["severalPages", "orderedFirstPage"],
    fails: { "order dropped": "9 10 | 12 8", "the second page has earlier rows": "11 12 | 9 10" },
  },
  {
    ids: { tokens: "4.1-tokens-next-keeps-limit", balances: "4.1-balances-next-keeps-limit" },
    statement: (words) => `a page of ${words} has at most as many rows as the limit in the link to it`,
    contract: PAGE_LINES,
    violatedBy: ["limit"],
    where: isOnLaterPage,
    shows: ["severalPages", "limitInLinks"],
    passes: [examples.withLimitInLinks("9 10 | 11 12"), examples.withLimitInLinks("9 10 11 | 12")],
    fails: { "one row more": examples.withLimitInLinks("9 10 | 11 12 13") },
  },
  // Every parameter has its effect together with the others (§4.3, §4.4).
  {
    ids: { tokens: "4.1-tokens-limit-with-others", balances: "4.1-balances-limit-with-others" },
    statement: (words) => `the first page of ${words} stays within the limit, alone or with other parameters`,
    contract: { tokens: [199, 234, 309], balances: [199, 219, 309] },
    ...LIMIT,
  },
  {
    ids: { tokens: "4.4-selection", balances: "4.3-selection" },
    statement: (words) => `${words} returns exactly the rows that match all filters of the request`,
    contract: { tokens: [231, 232], balances: [217, 216] },
    ...SELECTION,
  },
  {
    ids: { tokens: "4.4-together-accepted", balances: "4.3-together-accepted" },
    statement: (words) => `${words} accepts together the parameters that it accepts alone`,
    contract: { tokens: [227], balances: [216] },
    interpretations: [7, 22],
    emptyPass: "acceptance",
    violatedBy: ["refused"],
    fails: { "a server error": examples.refusedTogether(500), "not found": examples.refusedTogether(404) },
  },
  {
    ids: { tokens: "4.4-order-with-others", balances: "4.3-order-with-others" },
    statement: (words) => `${words} has the requested order with any other parameters`,
    contract: { tokens: [235], balances: [220, 211] },
    ...ORDER,
  },
  {
    ids: { tokens: "4.1-tokens-next-rows", balances: "4.1-balances-next-rows" },
    statement: (words) => `each page of ${words} has the next matching rows in the requested order`,
    contract: { tokens: [199], balances: [199] },
    ...NEXT_ROWS,
    shows: ["severalPages", ...NEXT_SHOWN],
  },
];

/** Each context is requested once for all of these clauses (ARCHITECTURE.md, "A clause on a paged list"). */
export const pageClauses = kit.LIST_NAMES.flatMap((list) => {
  const pagedLists = kit.pagedListsWhere(() => true);
  return kit.family({
    ...pagedLists,
    values: (inputs) => ({ ...pagedLists.values(inputs), middle: kit.randomContexts(inputs) }),
    family: `4.1-${list}`,
    dependsOn: list === "tokens" ? ["2.3-name"] : [],
    needs: kit.needsOf(list),
    clauses: PAGE_CLAUSES.map(
      ({ ids, statement, contract, emptyPass, interpretations = [15, 16, 17, 18], ...rule }) => ({
        id: ids[list],
        statement: statement(kit.LISTS[list].words),
        contract: contract[list],
        interpretations,
        ...kit.present({ emptyPass }),
        ...checkedBy(list, rule),
      }),
    ),
  });
});
