// §4.1, §4.3, §4.4: the contexts that a run sends: combinations of parameters that the target allows
import * as fc from "fast-check";
import { skippedAtSmoke, type Listing, type ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { UnusableResponse } from "../../../engine/model/exchange.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import type { NamedCase } from "../../../generators/cases.ts";
import type { ParameterContext, CoveringPlan, Factors } from "../../../generators/covering.ts";
import { coveringArray, legalContexts, withFactors } from "../../../generators/covering.ts";
import { missingParameters } from "./inconclusive.ts";
import { LIST_CONTEXTS, type ListContexts } from "./list-contexts.ts";
import { IDENTITY_FILTERS, listNameOf, shortKey, type ListName, type ListSource } from "./lists.ts";

export function contextsOf(list: Listing): ListContexts {
  return LIST_CONTEXTS[listNameOf(list)];
}

/** The factors of a list; a parameter that the target lacks, by name or by value, is only absent. */
function availableFactors(from: ListSource): Factors {
  const { factors } = contextsOf(from.list);
  const lacks = new Map(missingParameters(from));
  const absent = (factor: string): boolean =>
    from.material.names[factor] === undefined || lacks.get(factor) !== undefined;
  return Object.fromEntries(
    Object.entries(factors).map(([factor, states]) => [factor, absent(factor) ? states.slice(0, 1) : states]),
  );
}

/** The plan of the covering array of a list. Required contexts: each pair of parameters, each parameter alone, then the table. */
export function coverageOf(list: ListName, factors = LIST_CONTEXTS[list].factors): Required<CoveringPlan> {
  const { exclusions, everyLevel, required, filters } = LIST_CONTEXTS[list];
  const all = [...pairContexts(list), ...singleContexts(list), ...everyLevel, ...required];
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
  const others = array.slice(required.length).filter(isTimeless);
  return [...chosen.filter(isTimeless), ...others.slice(0, 1)];
}

function namedContexts(contexts: readonly ParameterContext[]): readonly NamedCase<ParameterContext>[] {
  const all = contexts.map((value) => ({ name: contextName(value), value }));
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/** The contexts that this level sends (`sent`), and all contexts of the covering array (`all`). A covering array takes long to compute. */
const contextsBy = memoizeByObject((list: Listing) =>
  memoizeByObject((material: ListInputs) =>
    buildContexts(listNameOf(list), list.size.contexts, availableFactors({ list, material })),
  ),
);
const listContexts = ({ list, material }: ListSource) => contextsBy(list)(material);

function buildContexts(name: ListName, count: number, factors: Factors) {
  const coverage = coverageOf(name, factors);
  const whole = wholeContexts(factors, shortKey(IDENTITY_FILTERS[name].key));
  const turns = Array.from({ length: Math.max(count, 1) }, (_, turn) => turn);
  const all = turns.flatMap((turn) => coveringArray(coverage, turn));
  // Smoke reads the whole list once in large pages, and once in five pages in the other order.
  const few = whole.filter(({ limit }, at) => at === 0 || limit === "rest");
  const sent = count === 0 ? [...few, ...smokeContexts(all, name, coverage)] : [...whole, ...all];
  return { all, sent: namedContexts(sent), factors };
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

export function contextsSent(
  from: ListSource,
  fits: (context: ParameterContext) => boolean,
): readonly NamedCase<ParameterContext>[] {
  return listContexts(from).sent.filter(({ value }) => fits(value));
}

/** An arbitrary of contexts that read the whole list on pages of a random size. */
export function contextsByChance(from: ListSource): fc.Arbitrary<NamedCase<ParameterContext>> {
  const { factors } = listContexts(from);
  return wholeByChance(from.list.rows.length, factors).map((value) => ({ name: contextName(value), value }));
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

/** Each parameter alone. */
const singleContexts = (list: ListName): readonly ParameterContext[] => [
  ...ORDER_STATES.map((order) => ({ order })),
  ...SELECTING[list],
];

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

/** The whole list in either order, on at most three pages. */
function wholeByChance(rows: number, factors: Factors): fc.Arbitrary<ParameterContext> {
  const limit = fc.integer({ min: Math.min(Math.ceil(rows / 3) + 1, 100), max: 100 });
  return fc
    .record({ limit: limit.map(String), order: fc.constantFrom("asc", "desc") })
    .map((context) => withFactors(context, factors));
}
