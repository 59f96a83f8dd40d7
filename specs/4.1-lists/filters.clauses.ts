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

/**
 * The clause on one operator of a filter. Sends the filter alone with revealing bounds ({@link boundsOf}), beside other parameters
 * ({@link contextsSent}), with the bound of the acceptance clause, and for another token.
 */
function operatorClause(filter: kit.RowFilter, operator: kit.Operator) {
  const factor = kit.shortKey(filter.key);
  const { list: kind, key } = filter;
  const needs = { list: kind, name: key, material: kit.LISTS[kind].material } as const;
  const values = (
    inputs: kit.Inputs<typeof needs>,
  ): kit.CaseSource<kit.FilterInUse | ParameterContext | kit.Elsewhere> => {
    const { list, material } = inputs;
    const contexts = kit.contextsSent(inputs, (context) => context[factor] === operator);
    // Another filter for equality leaves at most one row, which does not show the effect of this filter.
    const others = Object.keys(kit.LIST_CONTEXTS[filter.list].filters).filter((other) => other !== factor);
    const shows = (context: ParameterContext): boolean =>
      others.every((other) => !/^(?:none|eq)$/.test(context[other] ?? ""));
    const isEnough = kit.isSmoke(list.size) && contexts.some(({ value }) => shows(value));
    const bounds = isEnough ? { boundaries: [] } : kit.boundsOf(list, filter, operator);
    return {
      ...bounds,
      contexts: [
        ...contexts,
        ...kit.filtersOfOtherWidths(list, filter, operator, material.accounts),
        ...(operator === "eq" ? kit.otherPaths(list) : []).map((path) => ({
          name: path,
          value: { filter, path },
        })),
      ],
      smaller: (value) =>
        isElsewhere(value) || isFilterInUse(value) ? [] : kit.smallerContexts(value, [factor]),
    };
  };
  const words = operator === "none" ? "a filter without an operator" : `the operator ${operator}`;
  const checkPages = kit.checkPagesBy(violationRuleOf(filter));
  return kit.sequence<typeof needs, kit.FilterInUse | ParameterContext | kit.Elsewhere>({
    id: OPERATOR_IDS[key][operator],
    statement: `${words} returns the rows whose ${filter.field} is ${kit.OPERATOR_WORDS[operator]} the given value`,
    contract: kit.parameterLines(filter.key, "effect"),
    effectOf: [key],
    interpretations: [7, 17],
    compares: true,
    needs,
    values,
    run: async (t, value: kit.FilterInUse | ParameterContext | kit.Elsewhere) => {
      if (isElsewhere(value)) {
        return checkPages(await kit.sendElsewhere(t, t.list, t.name, value));
      }
      const checked = await checkRequest(t, checkPages, value);
      // Smoke sends the filter alone only if the response to the context showed nothing about it.
      const isSent = isFilterInUse(value) || !kit.isSmoke(t.list.size) || !kit.isInconclusive(checked);
      const [alone] = isSent ? [] : kit.boundsOf(t.list, filter, operator).boundaries;
      return alone === undefined ? checked : checkRequest(t, checkPages, alone.value);
    },
    ...examples.filterExamples(filter, operator),
  });
}

const BESIDE_OTHERS = "a row that the filter includes or excludes among those of the other parameters";

/** Whether a response shows the effect of the filter: it has rows, or the filter excludes every row of the other parameters. */
function showsFilter({ pagedList, whole = [], selection }: kit.PagesRead): boolean {
  return pagedList.rows.length > 0 || (whole.length > 0 && selection?.length === 0);
}

/** Sends a filter alone, or a context with it, and checks the returned rows. */
async function checkRequest(
  t: kit.ListParameterContext & kit.ListSource,
  checkPages: kit.PagesCheck,
  value: kit.FilterInUse | ParameterContext,
): Promise<kit.CheckResult> {
  if (!isFilterInUse(value)) {
    const pagesRead = await kit.requestContext(t, value);
    // The order of rows in contexts is checked by other clauses.
    const checked = checkPages(pagesRead);
    return kit.isInconclusive(pagesRead)
      ? checked
      : kit.ifShown(checked, showsFilter(pagesRead), BESIDE_OTHERS);
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

/** The differences that violate the clause on a filter, and the conditions under which the clause is inconclusive. */
export function violationRuleOf(own: kit.RowFilter): kit.ViolationRule {
  return {
    violatedBy: ["refused", "stray", "missing"],
    where: ({ filter, mayBeLost }, { plan }) =>
      filter === undefined ? plan.selecting === 1 && mayBeLost !== true : filter === own,
    shows: ["noRowLostByPages", "filterShown"],
  };
}

/** Bounds that select few rows; for ne one at each end of the ids, of which the first page has one in either order. */
function shortBounds(ids: readonly string[], operator: kit.Operator): readonly string[] {
  const [low, high] = operator === "ne" ? [ids[0], ids.at(-1)] : [ids.slice(0, 4).at(-1), ids.slice(-4)[0]];
  const bounds = operator === "ne" ? [low, high] : [operator.startsWith("l") ? low : high];
  return bounds.map((id) => id ?? "0.0.1");
}

/** The order that the seed picks; for ne the order whose first page shows the excluded row. */
const orderOf = (operator: kit.Operator, turn: number, end: number): kit.FilterInUse["order"] =>
  operator === "none" ? undefined : (operator === "ne" ? end : Math.abs(turn) % 3) === 0 ? "asc" : "desc";

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
      kit.ROW_OPERATORS.flatMap((operator, at) =>
        shortBounds(kit.sortedIds(found), operator).map((bound, end) => ({
          name: operator === "none" ? "no operator" : `operator ${operator}`,
          value: { ...shortOf(operator, bound), order: orderOf(operator, seed + at, end) },
        })),
      ),
    run: async (t, used: kit.FilterInUse) =>
      kit.homeOf([...kit.sortedIds(t.list), t.others].flat()) === undefined
        ? kit.inconclusive(kit.NO_HOME)
        : kit.unlessNoRows(checkPages(await kit.sendFilter(t, t.list, t.name, used)), t.list.rows),
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

const isFilterInUse = (value: kit.FilterInUse | ParameterContext): value is kit.FilterInUse =>
  typeof value["filter"] === "object";
const isElsewhere = (value: kit.FilterInUse | ParameterContext | kit.Elsewhere): value is kit.Elsewhere =>
  "path" in value;

export const operatorClauses = [kit.tokenIdFilter, kit.accountFilter, kit.balanceFilter].flatMap((filter) =>
  kit.ROW_OPERATORS.map((operator) => operatorClause(filter, operator)),
);
export const shortIdClauses = [
  shortIdClause(kit.tokenIdFilter, "4.4-token-id-short"),
  shortIdClause(kit.accountFilter, "4.3-account-id-short"),
];
