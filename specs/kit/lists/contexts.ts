// §4.1, §4.3, §4.4: the contexts that a run sends: which parameters stand together in requests for a list
import * as fc from "fast-check";
import { skippedAtSmoke, type Listing, type ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { UnusableResponse } from "../../../engine/model/exchange.ts";
import { ROW_OPERATORS } from "../../../engine/model/compare.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import type { NamedCase } from "../../../generators/cases.ts";
import type { ParameterContext, CoveringPlan, Exclusion, Factors } from "../../../generators/covering.ts";
import { coveringArray, legalContexts, withFactors } from "../../../generators/covering.ts";
import { missingParameters } from "./inconclusive.ts";
import {
  accountFilter,
  balanceFilter,
  IDENTITY_FILTERS,
  listNameOf,
  shortKey,
  tokenIdFilter,
  type ListName,
  type ListSource,
  type RowFilter,
} from "./lists.ts";

/** The states of the parameters that every list has. `small`: see {@link limitOf}. */
const LIMIT_AND_ORDER: Factors = { limit: ["absent", "1", "small", "100"], order: ["absent", "asc", "desc"] };
const PRESENCE_STATES = ["absent", "given"];
const NAME_STATES = ["part", "whole"];
const OPERATOR_STATES = ["absent", ...ROW_OPERATORS];

/** The parameters with an operator; undefined where a row does not show what the parameter compares. */
type Filters = Readonly<Record<string, RowFilter | undefined>>;

const TOKEN_FILTERS: Filters = { tokenId: tokenIdFilter, accountId: undefined };

/**
 * One filter on pages of one row, without another filter: that could exclude the row at the bound, by which gt differs from gte.
 * The row at the bound comes first; the row that ne excludes would be the second, on the page behind the first link.
 */
const withLimitOne = (filter: string): readonly ParameterContext[] =>
  ["gt", "gte", "ne", "lt", "lte"].map((operator) => {
    return { limit: "1", order: operator.startsWith("g") ? "asc" : "desc", [filter]: operator };
  });

/** One filter on small pages in the opposite order: a link that drops the filter shows rows beyond the bound on a later page. */
const onSmallPages = (filter: string): readonly ParameterContext[] => [
  ...["gt", "gte", "lt", "lte"].map((operator) => {
    return { limit: "small", order: operator.startsWith("g") ? "desc" : "asc", [filter]: operator };
  }),
  { limit: "1", order: "asc", [filter]: "eq" },
  // The row that ne excludes is the fifth, so that the fifth page shows a filter that one of four links dropped.
  { limit: "1", order: "asc", [filter]: "ne" },
];

/** The parameters of a list, their states, and the combinations that are always sent; each factor is a parameter. */
export interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
  /** Contexts that every covering array contains; a parameter that is not named is absent. */
  readonly required: readonly ParameterContext[];
  /** Required contexts that are also sent at smoke, where no covering array is sent. */
  readonly everyLevel: readonly ParameterContext[];
  readonly filters: Filters;
}

export const LIST_CONTEXTS: Readonly<Record<ListName, ListContexts>> = {
  tokens: {
    filters: TOKEN_FILTERS,
    factors: {
      ...LIMIT_AND_ORDER,
      tokenId: OPERATOR_STATES,
      accountId: OPERATOR_STATES,
      publicKey: PRESENCE_STATES,
      name: ["absent", ...NAME_STATES],
    },
    // A name cannot be combined with token.id or account.id (§4.4, line 233).
    exclusions: Object.keys(TOKEN_FILTERS).map((filter) => ({ name: NAME_STATES, [filter]: ROW_OPERATORS })),
    // A page of one row shows whether a search is sorted before it is cut.
    everyLevel: [...withLimitOne("tokenId"), { limit: "1", order: "desc", name: "part" }],
    required: [
      ...onSmallPages("tokenId"),
      { limit: "1", publicKey: "given" },
      { tokenId: "gt" },
      // Reveals a look-up by an equal value that ignores every other parameter.
      { tokenId: "eq", accountId: "none" },
      { tokenId: "eq", publicKey: "given" },
      // Reveals `gt` implemented as `gte`: it would return tokens that only the first account holds.
      { limit: "100", tokenId: "ne", accountId: "gt" },
      // In descending order a link that drops the filter on ids returns the lowest token of the key last.
      { limit: "small", order: "desc", tokenId: "gt", publicKey: "given" },
      { order: "desc", publicKey: "given", name: "part" },
    ],
  },
  balances: {
    filters: { accountId: accountFilter, balance: balanceFilter },
    factors: {
      ...LIMIT_AND_ORDER,
      accountId: OPERATOR_STATES,
      balance: OPERATOR_STATES,
      publicKey: PRESENCE_STATES,
      timestamp: ["absent", "now", "earlier"],
    },
    exclusions: [],
    everyLevel: withLimitOne("balance"),
    required: [
      ...withLimitOne("accountId"),
      ...onSmallPages("accountId"),
      ...onSmallPages("balance"),
      { accountId: "none", publicKey: "given" },
      { balance: "eq", publicKey: "given" },
      { accountId: "lte", balance: "none" },
      { limit: "1", timestamp: "now" },
      // In ascending order rows that were added since are on the last pages.
      { limit: "small", order: "asc", timestamp: "earlier" },
      // Reveals links that drop a parameter beside a timestamp filter.
      { limit: "small", order: "desc", accountId: "gte", balance: "gte", timestamp: "now" },
      { limit: "small", order: "asc", balance: "lte", timestamp: "now" },
      // Without a limit: many rows may have the lowest balance and fill the first small pages.
      { balance: "lte" },
      { limit: "small", order: "desc", accountId: "ne", balance: "gte", publicKey: "given" },
      // A key selects few rows: only pages of one row have links, which may drop the parameters beside the key.
      { limit: "1", order: "desc", accountId: "gte", publicKey: "given" },
      { limit: "100", accountId: "gt", balance: "ne" },
    ],
  },
};

export const contextsOf = (list: Listing): ListContexts => LIST_CONTEXTS[listNameOf(list)];

/** The factors of a list; a parameter that the target lacks, by name or by value, is only absent. */
function availableFactors(from: ListSource): Factors {
  const { factors } = contextsOf(from.list);
  const lacks = new Map(missingParameters(from));
  const states = Object.entries(factors).map(([factor, all]) => {
    const isAbsent = from.material.names[factor] === undefined || lacks.get(factor) !== undefined;
    return [factor, isAbsent ? all.slice(0, 1) : all] as const;
  });
  return Object.fromEntries(states);
}

/** The plan of the covering array of a list. Required contexts: each pair of parameters, each parameter alone, then the table. */
export function coverageOf(list: ListName, factors = LIST_CONTEXTS[list].factors): Required<CoveringPlan> {
  const { exclusions, everyLevel, required, filters } = LIST_CONTEXTS[list];
  const singles = [...ORDER_STATES.map((order) => ({ order })), ...SELECTING[list]];
  const all = [...pairContexts(list), ...singles, ...everyLevel, ...required];
  return {
    factors,
    exclusions,
    thinned: Object.keys(filters),
    required: legalContexts(all, factors, exclusions),
  };
}

/**
 * The contexts of smoke: each pair of parameters that takes few pages, the most revealing contexts, and one context of the covering
 * array. Contexts with a timestamp are left to standard: their expected rows are known only once all rows of that time are read.
 */
function smokeContexts(
  array: readonly ParameterContext[],
  list: ListName,
  { factors, exclusions, required }: Required<CoveringPlan>,
): readonly ParameterContext[] {
  const isTimeless = ({ timestamp = "absent" }: ParameterContext): boolean => timestamp === "absent";
  const pairs = pairContexts(list).filter(({ limit }) => limit !== "small");
  const chosen = legalContexts([...pairs, ...LIST_CONTEXTS[list].everyLevel], factors, exclusions);
  return [...chosen.filter(isTimeless), ...array.slice(required.length).filter(isTimeless).slice(0, 1)];
}

/** The contexts that this level sends (`sent`), and all contexts of the covering array (`all`). A covering array takes long to compute. */
const contextsBy = memoizeByObject((list: Listing) =>
  memoizeByObject((material: ListInputs) =>
    buildContexts(listNameOf(list), list.size.contexts, availableFactors({ list, material })),
  ),
);
const listContexts = ({ list, material }: ListSource) => contextsBy(list)(material);

function buildContexts(list: ListName, count: number, factors: Factors) {
  const coverage = coverageOf(list, factors);
  const whole = wholeContexts(factors, shortKey(IDENTITY_FILTERS[list].key));
  const turns = Array.from({ length: Math.max(count, 1) }, (_, turn) => turn);
  const all = turns.flatMap((turn) => coveringArray(coverage, turn));
  // Smoke reads the whole list once in large pages, and once in five pages in the other order.
  const few = whole.filter(({ limit }, at) => at === 0 || limit === "rest");
  const contexts = count === 0 ? [...few, ...smokeContexts(all, list, coverage)] : [...whole, ...all];
  const named = new Map(contexts.map((value) => [contextName(value), value]));
  return { all, sent: [...named].map(([name, value]) => ({ name, value })), factors };
}

function contextName(context: ParameterContext): string {
  const present = Object.entries(context).filter(([, state]) => state !== "absent");
  return present.map(([factor, state]) => `${factor} ${state}`).join(", ") || "without parameters";
}

/** Simpler contexts for shrinking a failure: each lacks one parameter that is not in `kept`. Filters are dropped first. */
export function smallerContexts(
  context: ParameterContext,
  kept: readonly string[],
): readonly NamedCase<ParameterContext>[] {
  return Object.keys(context)
    .toReversed()
    .filter((factor) => context[factor] !== "absent" && !kept.includes(factor))
    .map((factor) => ({ ...context, [factor]: "absent" }))
    .map((value) => ({ name: contextName(value), value }));
}

export const contextsSent = (
  from: ListSource,
  fits: (context: ParameterContext) => boolean,
): readonly NamedCase<ParameterContext>[] => listContexts(from).sent.filter(({ value }) => fits(value));

/** An arbitrary of contexts that read the whole list on pages of a random size. */
export function contextsByChance(from: ListSource): fc.Arbitrary<NamedCase<ParameterContext>> {
  const { factors } = listContexts(from);
  // The whole list in either order, on at most three pages.
  const limit = fc.integer({ min: Math.min(Math.ceil(from.list.rows.length / 3) + 1, 100), max: 100 });
  return fc
    .record({ limit: limit.map(String), order: fc.constantFrom("asc", "desc") })
    .map((context) => withFactors(context, factors))
    .map((value) => ({ name: contextName(value), value }));
}

/**
 * The sent contexts that fit a clause. Throws why the clause cannot run where none fits: a higher level sends some, or the target lacks
 * one of the `factors`.
 */
export function contextsWhere(
  from: ListSource,
  fits: (context: ParameterContext) => boolean,
  factors: readonly string[],
): readonly NamedCase<ParameterContext>[] {
  const fitting = contextsSent(from, fits);
  if (fitting.length > 0) {
    return fitting;
  }
  const lacking = missingParameters(from).find(
    ([factor, lacks]) => lacks !== undefined && factors.includes(factor),
  );
  throw listContexts(from).all.some(fits)
    ? skippedAtSmoke("contexts", "no request combines these parameters")
    : new UnusableResponse(
        "missing",
        lacking?.[1] ?? { code: "parameterUnknown", reason: "the service has no such parameter" },
      );
}

/** The state of each filter, alone or in a pair, in which its effect is visible. */
const SELECTING: Readonly<Record<ListName, readonly ParameterContext[]>> = {
  tokens: [{ tokenId: "gte" }, { accountId: "none" }, { publicKey: "given" }, { name: "part" }],
  balances: [{ accountId: "gt" }, { balance: "gte" }, { publicKey: "given" }, { timestamp: "now" }],
};

/** account.id beside a limit: one account may hold too few tokens for several pages, all other accounts together hold many. */
const OTHER_ACCOUNTS: ParameterContext = { accountId: "ne" };

/**
 * Operators whose bound comes last in ascending order. A link that drops a filter whose bound comes first returns the same rows, so
 * that no check would notice it.
 */
const LAST_OPERATOR: Readonly<Record<string, string>> = { gt: "lt", gte: "lte" };

function boundsAgainstOrder(order: string, context: ParameterContext): ParameterContext {
  const states = Object.entries(context).map(([factor, state]) => [factor, LAST_OPERATOR[state] ?? state]);
  return order === "asc" ? Object.fromEntries(states) : context;
}

const ORDER_STATES = ["asc", "desc"];

/**
 * Each pair of parameters without a third: a parameter that is ignored beside one other may have its effect once a third is sent. A
 * limit is small enough for several pages; both orders are sent.
 */
function pairContexts(list: ListName): readonly ParameterContext[] {
  const selecting = SELECTING[list];
  return [
    ...ORDER_STATES.map((order) => ({ limit: "1", order })),
    ...selecting.flatMap((one) => [
      {
        ...(list === "tokens" ? boundsAgainstOrder("asc", "accountId" in one ? OTHER_ACCOUNTS : one) : one),
        limit: "small",
      },
      ...ORDER_STATES.map((order) => ({ ...boundsAgainstOrder(order, one), order })),
    ]),
    ...selecting.flatMap((one, at) => selecting.slice(at + 1).map((other) => ({ ...one, ...other }))),
  ];
}

/** Contexts over the whole list and, by the filter on its ids, over a few rows at its ends; the last page is full in some. */
function wholeContexts(factors: Factors, filter: string): readonly ParameterContext[] {
  const whole: readonly ParameterContext[] = [
    { limit: "100", order: "asc" },
    { limit: "100", order: "desc" },
    {},
    { limit: "rest", order: "desc" },
    { limit: "exact", order: "asc" },
    ...["1", "2", "4"].map((limit) => ({ limit, order: "desc", [filter]: "gte" })),
    { limit: "3", order: "asc", [filter]: "lte" },
  ];
  return whole.map((context) => withFactors(context, factors));
}
