// §2.1, §4.3, §4.4: which rows each operator of a filter returns
import type { ParameterContext } from "../../generators/covering.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

type IdByOperator = Readonly<Record<kit.Operator, kit.ClauseId>>;

/** The ids of the clauses on one operator of a filter. */
const OPERATOR_IDS: Readonly<Record<kit.RowFilterKey, IdByOperator>> = {
  // token.id selects the token to return information for, by any operator of an EntityIdFilter (§2.1, line 19; §4.4, line 232).
  "tokens.tokenId": {
    none: "4.4-token-id-none",
    eq: "4.4-token-id-eq",
    ne: "4.4-token-id-ne",
    gt: "4.4-token-id-gt",
    gte: "4.4-token-id-gte",
    lt: "4.4-token-id-lt",
    lte: "4.4-token-id-lte",
  },
  // The account id selects the balances of an account, by any operator of an EntityIdFilter (§2.1, line 19; §4.3, line 217).
  "tokenBalances.accountId": {
    none: "4.3-account-id-none",
    eq: "4.3-account-id-eq",
    ne: "4.3-account-id-ne",
    gt: "4.3-account-id-gt",
    gte: "4.3-account-id-gte",
    lt: "4.3-account-id-lt",
    lte: "4.3-account-id-lte",
  },
  // Balances are compared with a value, by any operator of a BalanceFilter (§2.1, line 20; §4.3, line 216).
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

/** A case of a clause on an operator: the filter alone, the filter in a context, or the path of another list. */
type FilterCase = kit.FilterInUse | ParameterContext | OtherList;
type OtherList = Readonly<Record<"path", string>>;
const isFilterAlone = (value: FilterCase): value is kit.FilterInUse => "bound" in value;
const isOtherList = (value: FilterCase): value is OtherList => "path" in value;

/**
 * The cases of the clause on one operator: the filter alone with revealing bounds ({@link boundsOf}), every context of the level with
 * the filter and this operator ({@link contextsSent}), bounds of other widths, and for eq the balances of another token. Smoke omits the
 * filter alone if a context shows its effect.
 */
function filterCases(
  inputs: kit.ListSource,
  filter: kit.RowFilter,
  operator: kit.Operator,
): kit.CaseSource<FilterCase> {
  const { list, material } = inputs;
  const factor = kit.shortKey(filter.key);
  const contexts = kit.contextsSent(inputs, (context) => context[factor] === operator);
  const otherFilters = Object.keys(kit.LIST_CONTEXTS[filter.list].filters).filter((key) => key !== factor);
  // Another filter for equality leaves at most one row, which does not show the effect of this filter.
  const showsEffect = (context: ParameterContext): boolean =>
    otherFilters.every((key) => !/^(?:none|eq)$/.test(context[key] ?? ""));
  const isShownByContext = contexts.some(({ value }) => showsEffect(value));
  const paths = operator === "eq" ? kit.otherPaths(list) : [];
  return {
    ...(kit.isSmoke(list.size) && isShownByContext
      ? { boundaries: [] }
      : kit.boundsOf(list, filter, operator)),
    contexts: [
      ...contexts,
      ...kit.filtersOfOtherWidths(list, filter, operator, material.accounts),
      ...paths.map((path) => ({ name: path, value: { path } })),
    ],
    smaller: (value) =>
      isOtherList(value) || isFilterAlone(value) ? [] : kit.smallerContexts(value, [factor]),
  };
}

function operatorClause(filter: kit.RowFilter, operator: kit.Operator) {
  const { list, key } = filter;
  const needs = { list, name: key, material: kit.LISTS[list].material } as const;
  const words = operator === "none" ? "a filter without an operator" : `the operator ${operator}`;
  const checkPages = kit.checkPagesBy(violationRuleOf(filter));
  return kit.sequence<typeof needs, FilterCase>({
    id: OPERATOR_IDS[key][operator],
    statement: `${words} returns the rows whose ${filter.field} is ${kit.OPERATOR_WORDS[operator]} the given value`,
    contract: kit.parameterLines(key, "effect"),
    effectOf: [key],
    interpretations: [7, 17],
    compares: true,
    needs,
    values: (inputs) => filterCases(inputs, filter, operator),
    run: async (t, value: FilterCase) => {
      if (isOtherList(value)) {
        return checkPages(await kit.sendElsewhere(t, t.list, t.name, filter, value.path));
      }
      const checked = await checkRequest(t, checkPages, value);
      // At smoke, a context that shows nothing about the filter is followed by the filter alone.
      const isUnshown = kit.isSmoke(t.list.size) && !isFilterAlone(value) && kit.isInconclusive(checked);
      const [alone] = isUnshown ? kit.boundsOf(t.list, filter, operator).boundaries : [];
      return alone === undefined ? checked : checkRequest(t, checkPages, alone.value);
    },
    ...examples.filterExamples(filter, operator),
  });
}

/** Whether a response shows the effect of the filter: it has rows, or the filter excludes every row of the other parameters. */
function showsFilter({ pagedList, baseRows = [], selection }: kit.PagesRead): boolean {
  return pagedList.rows.length > 0 || (baseRows.length > 0 && selection?.length === 0);
}

/** Sends a filter alone, or a context with it, and checks the returned rows. */
async function checkRequest(
  t: kit.ListParameterContext & kit.ListSource,
  checkPages: kit.PagesCheck,
  value: kit.FilterInUse | ParameterContext,
): Promise<kit.CheckResult> {
  if (!isFilterAlone(value)) {
    // The order of rows in contexts is checked by other clauses.
    const pagesRead = await kit.requestContext(t, value);
    const subject = "a row that the filter includes or excludes among those of the other parameters";
    return kit.isInconclusive(pagesRead)
      ? pagesRead
      : kit.ifShown(checkPages(pagesRead), showsFilter(pagesRead), subject);
  }
  const pagesRead = await kit.sendFilter(t, t.list, t.name, value);
  if (kit.isInconclusive(pagesRead)) {
    return pagesRead;
  }
  // A filter may be sent beside an order: the sort keys of the list show whether the rows are sorted.
  const keyed = { ...pagesRead, keys: await kit.requestSortKeys(t, {}) };
  return kit.firstViolation(
    () => kit.unlessNoRows(checkPages(keyed), t.list.rows, pagesRead.pagedList.rows),
    () =>
      kit.checkSortedRows([pagesRead.pagedList], keyed.keys, pagesRead.plan.order).map((violation) => {
        return { ...violation, symptoms: kit.symptomsOf(keyed) };
      }),
  );
}

/**
 * The differences that violate the clause on a filter: a row that this filter excludes. A missing row, and a row that no single filter
 * excludes, violate it only if the request has no other filter, and if the row cannot have been lost between two pages.
 */
export function violationRuleOf(own: kit.RowFilter): kit.ViolationRule {
  return {
    violatedBy: ["refused", "stray", "missing"],
    where: ({ filter, mayBeLost }, { plan }) =>
      filter === undefined ? plan.filterCount === 1 && mayBeLost !== true : filter === own,
    shows: ["noRowLostByPages", "filterShown"],
  };
}

/**
 * The ids of the list that are sent as short ids: the fourth id for lt and lte, or else the fourth from the end, so that few rows are
 * selected. For ne the first and the last id, because the first page shows only one of them in any order.
 */
function idsToShorten(ids: readonly string[], operator: kit.Operator): readonly string[] {
  const nearEnd = operator.startsWith("l") ? ids.slice(0, 4).at(-1) : ids.slice(-4)[0];
  return (operator === "ne" ? [ids[0], ids.at(-1)] : [nearEnd]).map((id) => id ?? "0.0.1");
}

/**
 * The order beside a short id: for ne the order whose first page would have the excluded row, or else the order that the seed picks.
 * @param index index of the id in {@link idsToShorten}
 */
function orderBeside(operator: kit.Operator, index: number, seed: number): kit.FilterInUse["order"] {
  if (operator === "none") {
    return undefined;
  }
  const isAscending = operator === "ne" ? index === 0 : Math.abs(seed) % 3 === 0;
  return isAscending ? "asc" : "desc";
}

/** An id in a filter may omit the shard and realm parts (§2.1, line 19): it selects the same rows as the full id. */
function shortIdClause(filter: kit.RowFilter, id: kit.ClauseId) {
  const { list, key } = filter;
  const checkPages = kit.checkPagesBy(violationRuleOf(filter));
  const responses = examples.scriptOf(list);
  const shortOf = (operator: kit.Operator, bound: string): kit.FilterInUse => {
    return { filter, operator, bound, text: kit.filterValue(operator, kit.shortId(bound)) };
  };
  const behindNe = (text: string) => ({ value: shortOf("ne", "0.0.9"), responses: responses(text) });
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
      others: list === "tokens" ? "givenAccounts" : "tokenWithHolders",
      seed: "seed",
    },
    values: ({ list: found, seed }) =>
      kit.ROW_OPERATORS.flatMap((operator, turn) =>
        idsToShorten(kit.sortedIds(found), operator).map((bound, index) => ({
          name: operator === "none" ? "no operator" : `operator ${operator}`,
          value: { ...shortOf(operator, bound), order: orderBeside(operator, index, seed + turn) },
        })),
      ),
    run: async (t, used: kit.FilterInUse) =>
      kit.whyNoHome([...kit.sortedIds(t.list), t.others].flat()) ??
      kit.unlessNoRows(checkPages(await kit.sendFilter(t, t.list, t.name, used)), t.list.rows),
    examplesWith: { value: shortOf("none", "0.0.9") },
    passes: [responses("9"), behindNe("10 100")],
    fails: {
      "a short id returns nothing": responses(""),
      "a short id is ignored": responses("9 10"),
      "a short id after ne is ignored": behindNe("9 10"),
      "a short id after ne excludes all rows": behindNe(""),
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
