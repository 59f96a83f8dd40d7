// §2.1, §4.3, §4.4: which rows each operator of a filter returns
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";
import { boundsOf, FILTER_ORDERS, NE_ORDERS, rowBound, sendFilter } from "./filter-alone.ts";

const OPERATOR_IDS: Readonly<Record<kit.RowFilterKey, Readonly<Record<kit.Operator, kit.ClauseId>>>> = {
  // token.id selects tokens by any operator of an EntityIdFilter (§2.1, §4.4).
  "tokens.tokenId": {
    none: "4.4-token-id-none",
    eq: "4.4-token-id-eq",
    ne: "4.4-token-id-ne",
    gt: "4.4-token-id-gt",
    gte: "4.4-token-id-gte",
    lt: "4.4-token-id-lt",
    lte: "4.4-token-id-lte",
  },
  // The account id selects balances by any operator of an EntityIdFilter (§2.1, §4.3).
  "tokenBalances.accountId": {
    none: "4.3-account-id-none",
    eq: "4.3-account-id-eq",
    ne: "4.3-account-id-ne",
    gt: "4.3-account-id-gt",
    gte: "4.3-account-id-gte",
    lt: "4.3-account-id-lt",
    lte: "4.3-account-id-lte",
  },
  // Balances are compared with a value by any operator of a BalanceFilter (§2.1, §4.3).
  "tokenBalances.balance": {
    none: "4.3-balance-none",
    eq: "4.3-balance-eq",
    ne: "4.3-balance-ne",
    gt: "4.3-balance-gt",
    gte: "4.3-balance-gte",
    lt: "4.3-balance-lt",
    lte: "4.3-balance-lte",
  },
};

type FilterCase = kit.FilterInUse | kit.ParameterContext;
const isFilterAlone = (value: FilterCase): value is kit.FilterInUse => "bound" in value;

function filterExamples(filter: kit.RowFilter, operator: kit.Operator) {
  const rows = ["9", "10", "100"].map((num) => sampleRow(filter, num));
  const factor = kit.shortKey(filter.key);
  const filters = kit.filtersOf({ member: filter.list });
  const others = Object.fromEntries(Object.keys(filters).map((key) => [key, "absent"]));
  const used = { filter, operator, bound: filter.read(sampleRow(filter, "10")) ?? "" };
  const withKey: kit.ParameterContext = { ...others, publicKey: "given", [factor]: operator, limit: "small" };
  const selected = rows.filter((row) => kit.selectsRow(used, row));
  const stray = rows.filter((row) => !selected.includes(row)).slice(0, 1);
  const page = (shown: readonly kit.ListRow[]) => examples.pageOf(filter.list, shown);
  return {
    examplesWith: {
      inputs: {
        list: { ...examples.listOfIds(filter.list), rows },
        material: { names: { publicKey: "key", [factor]: factor }, accounts: [], key: "ab" },
      },
      value: used,
    },
    passes: [page(selected), { value: withKey, responses: [page(rows), page(selected.toReversed())] }],
    fails: {
      "filter ignored": page(rows),
      "an additional row with other parameters": { value: withKey, responses: [page(rows), page(stray)] },
      "a matching row missing": page(selected.slice(1)),
    },
  } as const;
}

function sampleRow(filter: kit.RowFilter, num: string): kit.ListRow {
  const id = `0.0.${num}`;
  return {
    [filter.identity]: id,
    ...(filter.field === filter.identity ? {} : { [filter.field]: Number(num) }),
  };
}

/** The cases are the filter alone, with the bounds of {@link boundsOf}, and each context of this level that has the operator. */
function operatorClause(filter: kit.RowFilter, operator: kit.Operator) {
  const { list, key } = filter;
  const factor = kit.shortKey(key);
  const needs = { list, name: key, material: kit.LISTS[list].material } as const;
  const sent = `${kit.PARAMETER_WORDS[key]} ${operator === "none" ? "without an operator" : `with ${operator}`}`;
  return kit.sequence<typeof needs, FilterCase>({
    id: OPERATOR_IDS[key][operator],
    statement: `${sent} returns in order the rows ${kit.OPERATOR_WORDS[operator]} its value`,
    contract: kit.parameterLines(key, "effect"),
    effectOf: [key],
    interpretations: [7, 17],
    compares: true,
    needs,
    values: (inputs) => ({
      // Smoke sends eq and ne only with other parameters: eq alone means the same as no operator.
      boundaries:
        kit.isSmoke(inputs.list.size) && (operator === "eq" || operator === "ne")
          ? []
          : boundsOf(inputs.list, filter, operator),
      contexts: kit.contextsSent(inputs, (context) => context[factor] === operator),
      smaller: (value) => (isFilterAlone(value) ? [] : kit.smallerContexts(value, [factor])),
    }),
    run: (t, value) => checkRequest(t, filter, value),
    ...filterExamples(filter, operator),
  });
}

/** Whether there are rows, or the filter certainly excludes every row that the other parameters select. */
function showsFilter({ pagedList, baseRows = [], selection, ambiguous = [] }: kit.PagesRead): boolean {
  const areExcluded = baseRows.length > 0 && selection?.length === 0 && ambiguous.length === 0;
  return pagedList.rows.length > 0 || areExcluded;
}

async function checkRequest(
  t: kit.ListParameterContext & kit.ListSource,
  filter: kit.RowFilter,
  value: FilterCase,
): Promise<kit.CheckResult> {
  const rule = violationRuleOf(filter);
  if (!isFilterAlone(value)) {
    // Other clauses check the order of rows in contexts.
    const pagesRead = await kit.requestContext(t, value);
    const subject = "a row that the other parameters select, for the filter to include or exclude";
    return kit.isInconclusive(pagesRead)
      ? pagesRead
      : kit.ifShown(kit.checkPagesBy(rule)(pagesRead), showsFilter(pagesRead), subject);
  }
  const pagesRead = await sendFilter(t, t.list, t.name, value);
  if (kit.isInconclusive(pagesRead)) return pagesRead;
  // The sort keys of the list show whether the rows have the order that was sent with the filter.
  const keyed = { ...pagesRead, keys: await kit.requestSortKeys(t, {}) };
  const check = kit.checkPagesBy({ ...rule, violatedBy: [...rule.violatedBy, "order"] });
  return kit.unlessNoRows(check(keyed), t.list.rows, pagesRead.pagedList.rows);
}

/**
 * A row that this filter excludes violates the clause. A refusal, a missing row and a row that no single filter excludes violate it only if
 * the request has no other filter. A row that two pages may have lost does not count.
 */
export const violationRuleOf = (own: kit.RowFilter): kit.ViolationRule => ({
  violatedBy: ["refused", "stray", "missing"],
  where: ({ kind, subkind, filter, mayBeLost }, { plan }) => {
    if (kind === "order") return subkind === undefined;
    return filter === undefined ? plan.filterCount === 1 && mayBeLost !== true : filter === own;
  },
  shows: ["noRowLostByPages", "filterShown"],
});

const shortOf = (filter: kit.RowFilter, operator: kit.Operator, bound: string): kit.FilterInUse => {
  return { filter, operator, bound, text: kit.filterValue(operator, kit.shortId(bound)) };
};

/** The lowest id of the rows has the fewest digits: these operators are sent with it, in these orders. */
const ORDERS_OF_LOWEST = { gt: "asc", gte: "asc", lte: undefined } as const;
const isSentWithLowest = (operator: kit.Operator): operator is keyof typeof ORDERS_OF_LOWEST =>
  operator in ORDERS_OF_LOWEST;

/** The cases are each operator with the id of a row and, above smoke, some operators with the lowest id. */
function shortIdCases(list: kit.Listing, filter: kit.RowFilter): readonly kit.NamedCase<kit.FilterInUse>[] {
  const [lowest] = kit.isSmoke(list.size) ? [] : kit.sortedIds(list);
  return kit.ROW_OPERATORS.flatMap((operator, turn) => {
    const name = operator === "none" ? "no operator" : `operator ${operator}`;
    const used = shortOf(filter, operator, rowBound(list, filter, operator) ?? "0.0.1");
    // As only one page is read, ne is sent with both orders.
    const orders = operator === "ne" ? NE_ORDERS : [FILTER_ORDERS[turn % 3]];
    const cases = orders.map((order) => ({ name, value: { ...used, order } }));
    if (lowest === undefined || !isSentWithLowest(operator)) return cases;
    const value = { ...shortOf(filter, operator, lowest), order: ORDERS_OF_LOWEST[operator] };
    return [...cases, { name: `${name} and the lowest id`, value }];
  });
}

/**
 * As `violationRuleOf`. As only one page is read, a missing row shows only if the first row with gte is not the expected one: this is a
 * violation too, unless the rows are out of order, which the clauses on orders report.
 */
function shortIdRuleOf(filter: kit.RowFilter): kit.ViolationRule {
  const { violatedBy, where, ...rule } = violationRuleOf(filter);
  return {
    ...rule,
    violatedBy: [...violatedBy, "order"],
    where: (difference, pagesRead, all) =>
      difference.kind === "order"
        ? difference.subkind === "next" &&
          difference.violation.rowFault?.kind === "gap" &&
          all.every(({ kind, subkind }) => kind !== "order" || subkind === "next")
        : where?.(difference, pagesRead, all) === true,
  };
}

/** An id in a filter may omit the shard and realm parts (§2.1). */
function shortIdClause(filter: kit.RowFilter, id: kit.ClauseId) {
  const { list, key } = filter;
  const checkPages = kit.checkPagesBy(shortIdRuleOf(filter));
  const responses = examples.scriptOf(list);
  const afterNe = (text: string) => ({ value: shortOf(filter, "ne", "0.0.9"), responses: responses(text) });
  return kit.sequence({
    id,
    statement: `an id without shard or realm in ${kit.PARAMETER_WORDS[key]} returns the same rows as the full id`,
    contract: kit.parameterLines(key, "effect"),
    interpretations: [17],
    aspect: "shortId",
    compares: true,
    needs: {
      list,
      name: key,
      material: kit.LISTS[list].material,
      others: list === "tokens" ? "givenAccounts" : "tokenWithHolders",
    },
    values: ({ list: found }) => shortIdCases(found, filter),
    run: async (t, used: kit.FilterInUse) => {
      const ids = kit.sortedIds(t.list);
      const ambiguous = kit.whyShortIdAmbiguous([...ids, t.others].flat());
      if (ambiguous !== undefined) return ambiguous;
      const pagesRead = await sendFilter(t, t.list, t.name, used);
      const isLowest = used.order === "asc" && used.bound === ids[0];
      if (kit.isInconclusive(pagesRead)) return pagesRead;
      const keys = isLowest ? await kit.requestSortKeys(t, {}) : [];
      return kit.unlessNoRows(checkPages({ ...pagesRead, keys, listed: t.list.rows }), t.list.rows);
    },
    examplesWith: { value: shortOf(filter, "none", "0.0.9") },
    passes: [responses("9"), afterNe("10 100")],
    fails: {
      "a short id returns nothing": responses(""),
      "a short id is ignored": responses("9 10"),
      "a short id after ne is ignored": afterNe("9 10"),
      "a short id after ne excludes all rows": afterNe(""),
      "a short id is refused": responses("!"),
    },
  });
}

export const operatorClauses = [kit.tokenIdFilter, kit.accountFilter, kit.balanceFilter].flatMap((filter) =>
  kit.ROW_OPERATORS.map((operator) => operatorClause(filter, operator)),
);
export const shortIdClauses = [
  shortIdClause(kit.tokenIdFilter, "4.4-token-id-short"),
  shortIdClause(kit.accountFilter, "4.3-account-id-short"),
];
