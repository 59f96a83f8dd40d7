// §2.1, §4.1, §4.3, §4.4: the links between the pages of a list under any parameters
import { ROW_FIELDS } from "../depends-on.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/**
 * The rule of a clause over pages (kit/lists/page-rules.ts), with its examples. `violatedBy` names the kinds of differences
 * that violate the clause, and `where` selects among them; the clause is inconclusive if the request does not meet the
 * conditions in `sends`, or if pages without a violation do not meet those in `shows`. In examples `9 10 | 12` is two pages
 * with the rows 9, 10 and 12; the expected rows are 9 to 12, ascending, in pages of two (specs/examples/pages.ts).
 */
export type PagesRule = kit.ViolationRule & examples.PageExamples;

/** A clause on both lists that is checked in every context. */
export interface PagesSpec extends PagesRule, Pick<kit.SendingSpec, "interpretations" | "emptyPass"> {
  readonly ids: Readonly<Record<kit.ListName, kit.ClauseId>>;
  readonly statement: (words: string) => string;
  readonly contract: Readonly<Record<kit.ListName, kit.ContractLines>>;
}

export const checkedBy = (list: kit.ListName, rule: PagesRule) => ({
  endpoint: kit.LISTS[list].endpoint,
  check: kit.checkPagesBy(rule),
  ...examples.pageExamples(list, rule),
});

export const clausesOn = (list: kit.ListName, specs: readonly PagesSpec[]) =>
  specs.map(({ ids, statement, contract, emptyPass, interpretations = [15, 16, 17, 18], ...rule }) => ({
    id: ids[list],
    statement: statement(kit.LISTS[list].words),
    contract: contract[list],
    interpretations,
    ...kit.present({ emptyPass }),
    ...checkedBy(list, rule),
  }));

const isOnLaterPage = ({ page }: kit.Difference): boolean => page > 0;

const PAGE_LINES = { tokens: [199], balances: [199] } as const;
const HOLDER_LINES = { tokens: [199], balances: [199, 90] } as const;
const NEXT_LINES = { tokens: [199, 23], balances: [199, 23] } as const;

const PAGE_CLAUSES: readonly PagesSpec[] = [
  // A paged list returns every row, and each row once: links.next is null when no more results exist (§4.1, line 199). Rows are
  // equal if their ids are: token_id of a token, account of a balance.
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
    // A row that is missing under a filter violates the clauses on filters, unless links.next of a full page is null too early.
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
    },
  },
  // links.next is null when there is no further page (§2.1, line 23; §4.1, line 199).
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
  // A link to an error violates this clause, and so does a link to a page that was already read, or a link after the last row.
  {
    ids: { tokens: "4.1-tokens-pages-end", balances: "4.1-balances-pages-end" },
    statement: (words) => `each links.next of ${words} leads to a further page, up to the last row`,
    contract: NEXT_LINES,
    violatedBy: ["link"],
    where: ({ subkind }) => subkind !== "end",
    shows: ["pagesInBudget", "links", "severalPages"],
    fails: {
      "a link that was followed before": (sample) => sample("9 10 11 12", "repeated"),
      "a link after the last row": (sample) => sample("9 10 11 12 | 9 10 11 12", "budget"),
      "a server error on a later page": examples.withErrorBehindLink(500),
      "an empty page after a link": examples.withErrorBehindLink(404),
    },
  },
  // The page of links.next continues the list of the request, with its filters and order (§4.1, line 199).
  {
    ids: { tokens: "4.1-tokens-next-keeps-filters", balances: "4.1-balances-next-keeps-filters" },
    statement: (words) => `links.next of ${words} keeps each filter on a field of the rows`,
    contract: PAGE_LINES,
    violatedBy: ["stray"],
    // If the first page has a row that the filter excludes too, the link is not the cause.
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
];

/** The clauses over all pages of a list: each context is requested once for all of them. ARCHITECTURE.md describes the modules. */
export const pageClauses = kit.LIST_NAMES.flatMap((list) => {
  const pagedLists = kit.pagedListsWhere(() => true);
  return kit.family({
    ...pagedLists,
    values: (inputs) => ({ ...pagedLists.values(inputs), middle: kit.randomContexts(inputs) }),
    family: `4.1-${list}`,
    dependsOn: list === "tokens" ? [ROW_FIELDS.name] : [],
    needs: kit.needsOf(list),
    clauses: clausesOn(list, PAGE_CLAUSES),
  });
});
