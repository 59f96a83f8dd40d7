// §2.1, §4.1, §4.3, §4.4: the pages of a list under any parameters
import { ROW_FIELDS } from "../depends-on.ts";
import { pageClause, type RuleName } from "./rules.ts";
import * as kit from "../kit/kit.ts";

/** A clause on the pages of both lists. */
interface PagesSpec extends Pick<kit.SendingSpec, "interpretations" | "emptyPass"> {
  readonly ids: Readonly<Record<kit.ListName, kit.ClauseId>>;
  readonly statement: (words: string) => string;
  readonly contract: Readonly<Record<kit.ListName, kit.ContractLines>>;
  /** The violations of the clause, and the conditions on its request and pages (rules.ts). */
  readonly rule: RuleName;
}

const PAGED = { tokens: [199], balances: [199] } as const;
const PAGED_HOLDERS = { tokens: [199], balances: [199, 90] } as const;
const NEXT_LINK = { tokens: [199, 23], balances: [199, 23] } as const;

const PAGE_CLAUSES: readonly PagesSpec[] = [
  // A paged list returns every row, and each row once: links.next is null when no more results exist (§4.1, line 199).
  {
    ids: { tokens: "4.1-tokens-no-row-twice", balances: "4.1-balances-no-row-twice" },
    statement: (words) => `following links.next through ${words} returns no row twice`,
    contract: PAGED_HOLDERS,
    rule: "repeated",
  },
  {
    ids: { tokens: "4.1-tokens-no-row-missing", balances: "4.1-balances-no-row-missing" },
    statement: (words) => `following links.next through ${words} returns the same rows at any page size`,
    contract: PAGED_HOLDERS,
    rule: "missing",
  },
  // links.next is null when there is no further page (§2.1, line 23; §4.1, line 199).
  {
    ids: { tokens: "4.1-tokens-next-null-at-end", balances: "4.1-balances-next-null-at-end" },
    statement: (words) => `links.next is null on the last page of ${words}`,
    contract: NEXT_LINK,
    rule: "end",
  },
  // A refused page behind a link violates this clause too.
  {
    ids: { tokens: "4.1-tokens-pages-end", balances: "4.1-balances-pages-end" },
    statement: (words) => `following links.next through ${words} comes to an end`,
    contract: NEXT_LINK,
    rule: "links",
  },
  // A page behind links.next continues the list of the request, with its filters, order and limit (§4.1, line 199).
  {
    ids: { tokens: "4.1-tokens-next-keeps-filters", balances: "4.1-balances-next-keeps-filters" },
    statement: (words) => `links.next of ${words} keeps the filters`,
    contract: PAGED,
    rule: "filterInLinks",
  },
  {
    ids: { tokens: "4.1-tokens-next-keeps-order", balances: "4.1-balances-next-keeps-order" },
    statement: (words) => `links.next of ${words} keeps the order`,
    contract: { tokens: [199], balances: [199, 211] },
    rule: "orderInLinks",
  },
  {
    ids: { tokens: "4.1-tokens-next-keeps-limit", balances: "4.1-balances-next-keeps-limit" },
    statement: (words) => `a page of ${words} has at most as many rows as the limit in its link`,
    contract: PAGED,
    rule: "limitInLinks",
  },
  // Every parameter has its effect beside the others: the filters together select the rows, the order sorts them and the limit cuts
  // them into pages (§4.3, lines 211 to 221; §4.4, lines 227 to 236).
  {
    ids: { tokens: "4.1-tokens-limit-with-others", balances: "4.1-balances-limit-with-others" },
    statement: (words) => `the first page of ${words} stays within the limit with any order or filter`,
    contract: { tokens: [199, 234, 309], balances: [199, 219, 309] },
    rule: "limit",
  },
  {
    ids: { tokens: "4.4-selection", balances: "4.3-selection" },
    statement: (words) => `${words} returns exactly the rows that match all parameters of the request`,
    contract: { tokens: [231, 232], balances: [217, 216] },
    rule: "selection",
  },
  {
    ids: { tokens: "4.4-together-accepted", balances: "4.3-together-accepted" },
    statement: (words) => `${words} serves parameters together that it serves alone`,
    contract: { tokens: [227], balances: [216] },
    interpretations: [7, 22],
    emptyPass: "acceptance",
    rule: "together",
  },
  {
    ids: { tokens: "4.4-order-with-others", balances: "4.3-order-with-others" },
    statement: (words) => `${words} has the requested order with any other parameters`,
    contract: { tokens: [235], balances: [220, 211] },
    rule: "order",
  },
  {
    ids: { tokens: "4.1-tokens-next-rows", balances: "4.1-balances-next-rows" },
    statement: (words) => `each page of ${words} has the next matching rows in the requested order`,
    contract: PAGED,
    rule: "next",
  },
];

/**
 * The clauses over all pages of a list. Sends every context of the list ({@link pagedListsWhere}) once for all of these clauses, with
 * the pages up to one beyond the expected rows. In the names of cases a limit is a number, `small`, `exact` or `rest`
 * (kit/lists/bounds.ts), a name `part` or `whole`, a time `now` or `earlier`.
 */
export const pageClauses = kit.LIST_NAMES.flatMap((list) => {
  const pagedLists = kit.pagedListsWhere(list, () => true);
  return kit.family({
    ...pagedLists,
    values: (have) => ({ ...pagedLists.values(have), middle: kit.contextsByChance(have) }),
    family: `4.1-${list}`,
    dependsOn: list === "tokens" ? [ROW_FIELDS.name] : [],
    needs: kit.needsOf(list),
    clauses: PAGE_CLAUSES.map(({ ids, statement, contract, rule, ...spec }) =>
      pageClause(list, rule, {
        interpretations: [15, 16, 17, 18],
        ...spec,
        id: ids[list],
        statement: statement(kit.LISTS[list].words),
        contract: contract[list],
      }),
    ),
  });
});
