// §4.1, §4.3, §4.4: the contexts that a run sends: which parameters stand together in requests for a list
import * as fc from "fast-check";
import { skippedAtSmoke, type Listing, type ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { UnusableResponse } from "../../../engine/model/exchange.ts";
import { ROW_OPERATORS } from "../../../engine/model/compare.ts";
import { memoizeByObject } from "../../../engine/model/model.ts";
import { inWords, type NamedCase } from "../../../generators/cases.ts";
import type { ParameterContext, Exclusion, Factors, State } from "../../../generators/covering.ts";
import { coveringArray, statePairs, withFactors } from "../../../generators/covering.ts";
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
const LIMIT_AND_ORDER: Factors = { limit: ["absent", "1", "small"], order: ["absent", "asc", "desc"] };
const PRESENCE_STATES = ["absent", "given"];
const NAME_STATES = ["part", "whole"];
/** Without an operator a filter means the same as with eq: it is sent alone, and at smoke it takes turns with eq. */
const OPERATOR_STATES = ["absent", ...ROW_OPERATORS.filter((operator) => operator !== "none")];

/** The parameters with an operator; undefined where a row does not show what the parameter compares. */
type Filters = Readonly<Record<string, RowFilter | undefined>>;

const TOKEN_FILTERS: Filters = { tokenId: tokenIdFilter, accountId: undefined };

/** The parameters of a list and their states; each factor is a parameter. */
export interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
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
  },
  balances: {
    filters: { accountId: accountFilter, balance: balanceFilter },
    factors: {
      ...LIMIT_AND_ORDER,
      accountId: OPERATOR_STATES,
      balance: OPERATOR_STATES,
      publicKey: PRESENCE_STATES,
      timestamp: ["absent", "at", "from"],
    },
    exclusions: [],
  },
};

export const contextsOf = (list: Listing): ListContexts => LIST_CONTEXTS[listNameOf(list)];

/**
 * The kinds of operators at smoke, by the state that stands for the kind: equality, and operators that select several rows. The
 * operators of a kind take turns, because all pairs of operators would need most of the requests of the level.
 */
const TURNS: Readonly<Record<string, readonly string[]>> = {
  eq: ["eq", "none"],
  gte: ["gte", "lt", "ne", "lte", "gt"],
};

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

/** Every parameter alone in each of its states, and two parameters in every pair of their states. */
function combinations(factors: Factors, exclusions: readonly Exclusion[]): readonly ParameterContext[] {
  const alone = Object.entries(factors).flatMap(([factor, [, ...states]]) =>
    states.map((state) => ({ [factor]: state })),
  );
  const pairs = statePairs(factors, exclusions).map(contextOf);
  return [...alone, ...pairs].map((context) => withFactors(context, factors));
}

/** The states of parameters in contexts of three and more: they select several rows, on several pages. */
const STATES_TOGETHER = ["small", "gte", "given", "part", "from"];

/**
 * Contexts of three and more parameters, all with a small limit: ascending order with each filter, descending order with every two
 * filters, and each order with all filters that the contract allows in one request. They reveal a parameter that is ignored, or dropped
 * by a link, beside two others and not beside one.
 */
function together(factors: Factors, exclusions: readonly Exclusion[]): readonly ParameterContext[] {
  const filters = Object.entries(factors).flatMap(([factor, all]) => {
    const state = all.find((one) => STATES_TOGETHER.includes(one));
    return factor === "limit" || state === undefined ? [] : [{ factor, state }];
  });
  // The first filter of the exclusions, the name, excludes the others, the ids.
  const [name = "", ...ids] = new Set(exclusions.flatMap((exclusion) => Object.keys(exclusion)));
  const allowedTogether = [
    filters.filter(({ factor }) => factor !== name),
    filters.filter(({ factor }) => !ids.includes(factor)),
  ];
  const states = Object.fromEntries(filters.map(({ factor, state }) => [factor, ["absent", state]]));
  const ascending = [...filters.map((filter) => [filter]), ...allowedTogether];
  const descending = [...statePairs(states, exclusions), ...allowedTogether];
  return [
    ...ascending.map((selected) => ({ ...contextOf(selected), order: "asc" })),
    ...descending.map((selected) => ({ ...contextOf(selected), order: "desc" })),
  ].map((context) => withFactors({ ...context, limit: "small" }, factors));
}

const contextOf = (states: readonly State[]): ParameterContext =>
  Object.fromEntries(states.map(({ factor, state }) => [factor, state]));

/**
 * The contexts of a level. Smoke sends a covering array of some states, and pairs of parameters without further ones; standard every
 * combination of two parameters and some of more; thorough covering arrays of all states too.
 */
function buildContexts(list: ListName, count: number, factors: Factors) {
  const { exclusions } = LIST_CONTEXTS[list];
  const whole = wholeContexts(list, factors);
  const all = [...whole, ...combinations(factors, exclusions), ...together(factors, exclusions)];
  // Smoke reads the whole list in large pages, and in several pages of which the last one is full.
  const few = whole.filter(({ limit }, at) => at === 0 || limit === "exact");
  const contexts = [
    ...(count === 0 ? [...few, ...smokeContexts(factors, exclusions)] : all),
    ...turnsBelow(count - 1).flatMap((turn) => coveringArray(factors, exclusions, turn)),
  ];
  const named = new Map(contexts.map((value) => [contextName(value), value]));
  return { all, sent: [...named].map(([name, value]) => ({ name, value })), factors };
}

const turnsBelow = (count: number): readonly number[] =>
  Array.from({ length: Math.max(count, 0) }, (_, turn) => turn);

/** The states in which smoke sends two parameters alone. Pages of one row show a limit that is ignored, and links that end early. */
const PAIRED_STATES = ["1", "desc", "gte", "given", "part", "from"];

/**
 * The contexts of smoke: a covering array in which the operators of a kind count as one state, and pairs of parameters without further
 * ones, because a service may ignore a parameter beside one other and not beside several.
 */
function smokeContexts(factors: Factors, exclusions: readonly Exclusion[]): readonly ParameterContext[] {
  const kinds = Object.entries(factors).map(([factor, states]) => [
    factor,
    states.includes("gte") ? ["absent", ...Object.keys(TURNS)] : states.filter((state) => state !== "at"),
  ]);
  const ofKinds: Factors = Object.fromEntries(kinds);
  const paired = Object.entries(ofKinds).map(([factor, states]) => [
    factor,
    states.filter((state) => state === "absent" || PAIRED_STATES.includes(state)),
  ]);
  const pairs = combinations(Object.fromEntries(paired), exclusions).filter(hasTwoParameters);
  return [...coveringArray(ofKinds, exclusions), ...pairs].map((context, turn) =>
    Object.fromEntries(
      Object.entries(context).map(([factor, state], at) => [factor, operatorInTurn(state, turn + at)]),
    ),
  );
}

const hasTwoParameters = (context: ParameterContext): boolean =>
  Object.values(context).filter((state) => state !== "absent").length === 2;

const operatorInTurn = (state: string, turn: number): string => {
  const operators = TURNS[state] ?? [state];
  return operators[turn % operators.length] ?? state;
};

/** The contexts that this level sends (`sent`), and those of standard (`all`). A covering array takes long to compute. */
const contextsBy = memoizeByObject((list: Listing) =>
  memoizeByObject((material: ListInputs) =>
    buildContexts(listNameOf(list), list.size.contexts, availableFactors({ list, material })),
  ),
);
const listContexts = ({ list, material }: ListSource) => contextsBy(list)(material);

/** The words with which reports describe the state of a parameter; those of `*` precede the name of any other state. */
const STATE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  limit: {
    small: "a small limit",
    exact: "a limit that fills the last page",
    rest: "a limit that does not fill the last page",
    "*": "limit ",
  },
  order: { asc: "ascending order", desc: "descending order" },
  tokenId: { none: "a token id without operator", "*": "token id " },
  accountId: { none: "an account id without operator", "*": "account id " },
  balance: { none: "a balance without operator", "*": "balance " },
  publicKey: { given: "a public key" },
  name: { part: "part of a name", whole: "a whole name" },
  timestamp: { at: "timestamp eq", from: "timestamp gte", earlier: "timestamp lt" },
};

/** The name of a context in reports, such as `with a small limit, descending order and token id gte`. */
function contextName(context: ParameterContext): string {
  const present = Object.entries(context).filter(([, state]) => state !== "absent");
  const words = present.map(([factor, state]) => {
    const { [state]: described, "*": before = `${factor} ` } = STATE_WORDS[factor] ?? {};
    return described ?? before + state;
  });
  return words.length === 0 ? "without parameters" : `with ${inWords(words)}`;
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

/** Contexts over the whole list and, by the filter on its ids, over a few rows at its ends; in some of them the last page is full. */
function wholeContexts(list: ListName, factors: Factors): readonly ParameterContext[] {
  const filter = shortKey(IDENTITY_FILTERS[list].key);
  const filters = Object.entries(LIST_CONTEXTS[list].filters).filter(([, one]) => one !== undefined);
  const whole: readonly ParameterContext[] = [
    { limit: "100", order: "asc" },
    { limit: "100", order: "desc" },
    {},
    { limit: "rest", order: "desc" },
    { limit: "exact", order: "asc" },
    // Three pages of one row, two full pages of two, one full page of four, and one row behind a page of three (MOST_SELECTED in
    // bounds.ts). They reveal a link that is null too early, or that leads to an empty page.
    ...["1", "2", "4"].map((limit) => ({ limit, order: "desc", [filter]: "gte" })),
    { limit: "3", order: "asc", [filter]: "lte" },
    // Reveals `ne` implemented as `gt` on pages of one row: only the highest row is left.
    ...filters.map(([factor]) => ({ limit: "1", order: "desc", [factor]: "ne" })),
    // Both filters select few rows, so that only a page of several rows shows their order.
    { order: "desc", publicKey: "given", name: "part" },
    // Reveals links that drop the timestamp: rows that were added since are on the last pages in ascending order.
    { limit: "small", order: "asc", timestamp: "earlier" },
  ];
  return whole.map((context) => withFactors(context, factors));
}
