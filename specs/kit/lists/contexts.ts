// §4.1, §4.3, §4.4: what may stand together in a request for a list, and which of that a target allows
import * as fc from "fast-check";
import { ROW_OPERATORS } from "../../../engine/model/compare.ts";
import { leftToStandard, Unavailable, type Listing } from "../../../engine/clauses/prerequisites.ts";
import type { NamedCase } from "../../../generators/cases.ts";
import type { ParameterContext, CoveringPlan, Exclusion, Factors } from "../../../generators/covering.ts";
import { coveringArray, legalContexts, withFactors } from "../../../generators/covering.ts";
import type { ListName, RowFilter, ListSource } from "./lists.ts";
import {
  accountFilter,
  balanceFilter,
  IDENTITY_FILTERS,
  listNameOf,
  shortKey,
  tokenIdFilter,
} from "./lists.ts";
import { missingParameters } from "./inconclusive.ts";

/** States of the parameters that every list has; they come first in the contexts. */
const LIMIT_AND_ORDER: Factors = { limit: ["absent", "1", "small", "100"], order: ["absent", "asc", "desc"] };
const PRESENCE_STATES = ["absent", "given"];
const NAME_STATES = ["part", "whole"];

const OPERATOR_STATES = ["absent", ...ROW_OPERATORS];

/** Parameters with an operator, each with what it compares in a row, where that shows. */
type Filters = Readonly<Record<string, RowFilter | undefined>>;

const TOKEN_FILTERS: Filters = { tokenId: tokenIdFilter, accountId: undefined };
const BALANCE_FILTERS: Filters = { accountId: accountFilter, balance: balanceFilter };

/**
 * One filter, and nothing else that selects: another one could leave out the row at the bound, by which gt differs from gte. On
 * pages of one row that row comes first; the one that ne leaves out is the second, to which a link leads.
 */
const withLimitOne = (filter: string): readonly ParameterContext[] =>
  ["gt", "gte", "ne", "lt", "lte"].map((operator) => {
    return { limit: "1", order: operator.startsWith("g") ? "asc" : "desc", [filter]: operator };
  });

/** The small pages, in the other order, show that later pages keep the filter. */
const onSmallPages = (filter: string): readonly ParameterContext[] => [
  ...["gt", "gte", "lt", "lte"].map((operator) => {
    return { limit: "small", order: operator.startsWith("g") ? "desc" : "asc", [filter]: operator };
  }),
  { limit: "1", order: "asc", [filter]: "eq" },
  // The row that ne leaves out is the fifth: a filter that a later link drops shows on the fifth page.
  { limit: "1", order: "asc", [filter]: "ne" },
];

/** Which parameters stand together in requests for a list: each factor is a parameter. */
export interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
  /** What every covering array holds, and what of it every level sends; a parameter that is not named is absent. */
  readonly required: readonly ParameterContext[];
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
    // A name stands with neither id (4.4).
    exclusions: Object.keys(TOKEN_FILTERS).map((filter) => ({ name: NAME_STATES, [filter]: ROW_OPERATORS })),
    // A page of one result shows whether a search is sorted before it is cut.
    everyLevel: [...withLimitOne("tokenId"), { limit: "1", order: "desc", name: "part" }],
    required: [
      ...onSmallPages("tokenId"),
      { limit: "1", publicKey: "given" },
      { tokenId: "gt" },
      // Who looks up what is equal may not look at what else is sent.
      { tokenId: "eq", accountId: "none" },
      { tokenId: "eq", publicKey: "given" },
      // Where gt is taken for gte beside another filter, tokens come that only the first account has.
      { limit: "100", tokenId: "ne", accountId: "gt" },
      // Downwards, so that where links.next drops the filter on ids, the lowest token of the key comes last.
      { limit: "small", order: "desc", tokenId: "gt", publicKey: "given" },
      { order: "desc", publicKey: "given", name: "part" },
    ],
  },
  balances: {
    filters: BALANCE_FILTERS,
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
      // Rows that came since stand at the end.
      { limit: "small", order: "asc", timestamp: "earlier" },
      // Over several pages at a time nothing of a request may be lost either.
      { limit: "small", order: "desc", accountId: "gte", balance: "gte", timestamp: "now" },
      { limit: "small", order: "asc", balance: "lte", timestamp: "now" },
      // Many rows may have the lowest balance, and be all that the first pages show.
      { balance: "lte" },
      { limit: "small", order: "desc", accountId: "ne", balance: "gte", publicKey: "given" },
      // A key selects few rows: on pages of one a link that drops what stands beside it shows.
      { limit: "1", order: "desc", accountId: "gte", publicKey: "given" },
      { limit: "100", accountId: "gt", balance: "ne" },
    ],
  },
};

export function contextsOf(list: Listing): ListContexts {
  return LIST_CONTEXTS[listNameOf(list)];
}

/** The factors, each with only those states that this target allows. */
function availableFactors(from: ListSource): Factors {
  const { factors } = contextsOf(from.list);
  const lacks = new Map(missingParameters(from));
  const absent = (factor: string): boolean =>
    from.material.names[factor] === undefined || lacks.get(factor) !== undefined;
  return Object.fromEntries(
    Object.entries(factors).map(([factor, states]) => [factor, absent(factor) ? states.slice(0, 1) : states]),
  );
}

/** What the contexts of a list are made of: each two parameters alone come first, then each one. */
export function coverageOf(list: ListName, factors = LIST_CONTEXTS[list].factors): Required<CoveringPlan> {
  const { exclusions, everyLevel: telling, required, filters } = LIST_CONTEXTS[list];
  const all = [...pairContexts(list), ...singleContexts(list), ...telling, ...required];
  return {
    factors,
    exclusions,
    thinned: Object.keys(filters),
    required: legalContexts(all, factors, exclusions),
  };
}

/**
 * Some contexts: each two parameters alone where that takes few pages, what tells most, and one
 * context of the covering array. What is due beside a time is known only once all rows of that time were read: left out.
 */
function smokeContexts(
  array: readonly ParameterContext[],
  list: ListName,
  { factors, exclusions, required }: Required<CoveringPlan>,
): readonly ParameterContext[] {
  const isTimeless = ({ timestamp = "absent" }: ParameterContext): boolean => timestamp === "absent";
  const pairs = pairContexts(list).filter(({ limit }) => limit !== "small");
  const chosen = legalContexts([...pairs, ...LIST_CONTEXTS[list].everyLevel], factors, exclusions);
  const others = array.slice(required.length).filter(isTimeless);
  return [...chosen.filter(isTimeless), ...others.slice(0, 1)];
}

function namedContexts(contexts: readonly ParameterContext[]): readonly NamedCase<ParameterContext>[] {
  const all = contexts.map((value) => ({ name: contextName(value), value }));
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/** By list, level and states: services differ in few of them, and an array takes long to work out. */
const contextCache = new Map<string, ReturnType<typeof buildContexts>>();

/** The contexts that a level sends, and those that a higher one sends too. */
function listContexts(from: ListSource) {
  const { contexts: count } = from.list.size;
  const name = listNameOf(from.list);
  const factors = availableFactors(from);
  const key = JSON.stringify([name, count, factors]);
  const made = contextCache.get(key) ?? buildContexts(name, count, factors);
  contextCache.set(key, made);
  return made;
}

function buildContexts(name: ListName, count: number, factors: Factors) {
  const coverage = coverageOf(name, factors);
  const whole = wholeContexts(factors, shortKey(IDENTITY_FILTERS[name].key));
  const turns = Array.from({ length: Math.max(count, 1) }, (_, turn) => turn);
  const all = turns.flatMap((turn) => coveringArray(coverage, turn));
  // At smoke the whole list is read once in large pages, and once in five pages in the other order.
  const few = whole.filter(({ limit }, at) => at === 0 || limit === "rest");
  const sent = count === 0 ? [...few, ...smokeContexts(all, name, coverage)] : [...whole, ...all];
  return { all, sent: namedContexts(sent), factors };
}

function contextName(context: ParameterContext): string {
  const present = Object.entries(context).filter(([, state]) => state !== "absent");
  return present.map(([factor, state]) => `${factor} ${state}`).join(", ") || "without parameters";
}

/** The context without one of its parameters, for each but those that are `kept`; filters go before pages and order. */
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

export function contextsSent(
  from: ListSource,
  fits: (context: ParameterContext) => boolean,
): readonly NamedCase<ParameterContext>[] {
  return listContexts(from).sent.filter(({ value }) => fits(value));
}

/** The whole list on pages of other sizes. */
export function contextsByChance(from: ListSource): fc.Arbitrary<NamedCase<ParameterContext>> {
  const { factors } = listContexts(from);
  return wholeByChance(from.list.rows.length, factors).map((value) => ({ name: contextName(value), value }));
}

/** The same for a clause that has nothing else: where none is sent and a higher level has some, it is left to that. */
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
    ? leftToStandard("contexts", "no request of this run has these parameters together")
    : new Unavailable(
        "inconclusive",
        lacking?.[1] ?? { reason: "the service has no such parameter", obstacle: "user" },
      );
}

/** How each parameter that selects rows stands alone or beside one other, such that what it does shows. */
const SELECTING: Readonly<Record<ListName, readonly ParameterContext[]>> = {
  tokens: [{ tokenId: "gte" }, { accountId: "none" }, { publicKey: "given" }, { name: "part" }],
  balances: [{ accountId: "gt" }, { balance: "gte" }, { publicKey: "given" }, { timestamp: "now" }],
};

/** With a limit: one account may have too few tokens for several pages, and the others together have many. */
const OTHER_ACCOUNTS: ParameterContext = { accountId: "ne" };

/** A bound that comes last in an order: one that comes first could be dropped from a link without a trace. */
const LAST_OPERATOR: Readonly<Record<string, string>> = { gt: "lt", gte: "lte" };

function boundsAgainstOrder(order: string, context: ParameterContext): ParameterContext {
  const states = Object.entries(context).map(([factor, state]) => [factor, LAST_OPERATOR[state] ?? state]);
  return order === "asc" ? Object.fromEntries(states) : context;
}

const ORDER_STATES = ["asc", "desc"];

/**
 * Each two parameters and nothing else: what has no effect beside one other parameter may have it where a third one stands
 * there too. A limit is small enough for several pages; the order stands both ways.
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

/** Each parameter alone. */
const singleContexts = (list: ListName): readonly ParameterContext[] => [
  ...ORDER_STATES.map((order) => ({ order })),
  ...SELECTING[list],
];

/** The whole list and, by the filter on its ids, a few rows of its ends, on pages that the rows fill exactly and on others. */
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

/** The whole list in either order, on pages of any size that cuts it into a few. */
function wholeByChance(rows: number, factors: Factors): fc.Arbitrary<ParameterContext> {
  const limit = fc.integer({ min: Math.min(Math.ceil(rows / 3) + 1, 100), max: 100 });
  return fc
    .record({ limit: limit.map(String), order: fc.constantFrom("asc", "desc") })
    .map((context) => withFactors(context, factors));
}
