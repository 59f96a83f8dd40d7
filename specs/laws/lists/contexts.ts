// §4.1, §4.3, §4.4: what may stand together in a request for a list, and which of that a target allows
import type * as fc from "fast-check";
import { OPERATORS } from "../../../engine/model/compare.ts";
import { leftToStandard, Unavailable, type Listing } from "../../../engine/clauses/prerequisites.ts";
import type { Named } from "../../../generators/cases.ts";
import type { Context, CoveringPlan, Exclusion, Factors } from "../../../generators/covering.ts";
import { coveringArray } from "../../../generators/covering.ts";
import { exactContexts, isAvailable, operatorsShown, wholeByChance, wholeContexts } from "./exact.ts";
import type { ListName, RowFilter, Source } from "./lists.ts";
import { accountFilter, balanceFilter, IDENTITY, listNameOf, shortKey, tokenIdFilter } from "./lists.ts";
import { lacksOf } from "./doubts.ts";

/** States of the parameters that every list has; they come first in the contexts. */
const LIMIT_AND_ORDER: Factors = { limit: ["absent", "1", "small", "100"], order: ["absent", "asc", "desc"] };
const GIVEN = ["absent", "given"];
const NAME_STATES = ["part", "whole"];

const OPERATOR = ["absent", ...OPERATORS];

/** Parameters with an operator, each with what it compares in a row, where that shows. */
type Filters = Readonly<Record<string, RowFilter | undefined>>;

const TOKEN_FILTERS: Filters = { tokenId: tokenIdFilter, accountId: undefined };
const BALANCE_FILTERS: Filters = { accountId: accountFilter, balance: balanceFilter };

/**
 * Contexts that every covering array holds: one filter, and nothing else that selects. Another filter could
 * leave out the row at the bound, by which gt differs from gte. On pages of one row that row comes first, or
 * is the one left out; the small pages, in the other order, show that later pages keep the filter.
 */
function aloneContexts(filter: string, absent: Context): readonly Context[] {
  const one = (limit: string, order: string, operator: string): Context => {
    return { limit, order, [filter]: operator };
  };
  return [
    { ...absent, ...one("1", "desc", "ne") },
    { ...absent, ...one("1", "asc", "gt") },
    one("small", "desc", "gt"),
    { ...absent, ...one("1", "asc", "gte") },
    one("small", "desc", "gte"),
    { ...absent, ...one("1", "desc", "lt") },
    { ...absent, ...one("small", "asc", "lt") },
    { ...absent, ...one("1", "desc", "lte") },
    { ...absent, ...one("small", "asc", "lte") },
    { ...absent, ...one("1", "asc", "eq") },
  ];
}

const without = (...factors: readonly string[]): Context =>
  Object.fromEntries(factors.map((factor) => [factor, "absent"]));

const NO_TOKEN_FILTER = without("tokenId", "accountId", "publicKey", "name");
const NO_BALANCE_FILTER = without("accountId", "balance", "publicKey", "timestamp");

/** Which parameters stand together in requests for a list: each factor is a parameter. */
export interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
  readonly required: readonly Context[];
  readonly filters: Filters;
}

export const LIST_CONTEXTS: Readonly<Record<ListName, ListContexts>> = {
  tokens: {
    filters: TOKEN_FILTERS,
    factors: {
      ...LIMIT_AND_ORDER,
      tokenId: OPERATOR,
      accountId: OPERATOR,
      publicKey: GIVEN,
      name: ["absent", ...NAME_STATES],
    },
    // A name stands with neither id (4.4).
    exclusions: Object.keys(TOKEN_FILTERS).map((filter) => ({ name: NAME_STATES, [filter]: OPERATORS })),
    required: [
      ...aloneContexts("tokenId", NO_TOKEN_FILTER),
      { ...NO_TOKEN_FILTER, publicKey: "given", limit: "1" },
      { ...NO_TOKEN_FILTER, tokenId: "gt", limit: "absent" },
      // Where gt is taken for gte beside another filter, tokens come that only the first account has.
      { accountId: "gt", tokenId: "ne", limit: "100", publicKey: "absent" },
      // Downwards, so that where links.next drops the filter on ids, the lowest token of the key comes last.
      { ...NO_TOKEN_FILTER, limit: "small", order: "desc", publicKey: "given", tokenId: "gt" },
      { ...NO_TOKEN_FILTER, limit: "absent", order: "desc", publicKey: "given", name: "part" },
      { ...NO_TOKEN_FILTER, limit: "1", order: "desc", name: "part" },
    ],
  },
  balances: {
    filters: BALANCE_FILTERS,
    factors: {
      ...LIMIT_AND_ORDER,
      accountId: OPERATOR,
      balance: OPERATOR,
      publicKey: GIVEN,
      timestamp: ["absent", "now", "earlier"],
    },
    exclusions: [],
    required: [
      ...aloneContexts("accountId", NO_BALANCE_FILTER),
      ...aloneContexts("balance", NO_BALANCE_FILTER),
      { ...NO_BALANCE_FILTER, timestamp: "now", limit: "1" },
      // Many rows may have the lowest balance, and be all that the first pages show.
      { ...NO_BALANCE_FILTER, limit: "absent", balance: "lte" },
      {
        limit: "small",
        order: "desc",
        publicKey: "given",
        accountId: "ne",
        balance: "gte",
        timestamp: "absent",
      },
    ],
  },
};

export function contextsOf(list: Listing): ListContexts {
  return LIST_CONTEXTS[listNameOf(list)];
}

/** The factors, each with only those states that this target allows. */
function available(from: Source): Factors {
  const { factors } = contextsOf(from.list);
  const lacks = new Map(lacksOf(from));
  const absent = (factor: string): boolean =>
    from.material.names[factor] === undefined || lacks.get(factor) !== undefined;
  return Object.fromEntries(
    Object.entries(factors).map(([factor, states]) => [factor, absent(factor) ? states.slice(0, 1) : states]),
  );
}

/** What the contexts of a list are made of: each two parameters alone come first, then each one. */
export function coverageOf(list: ListName, factors = LIST_CONTEXTS[list].factors): Required<CoveringPlan> {
  const { exclusions, required, filters } = LIST_CONTEXTS[list];
  const { pairs, singles } = exactContexts(list, factors, exclusions);
  return {
    factors,
    exclusions,
    thinned: Object.keys(filters),
    required: [...pairs, ...singles, ...required.filter((context) => isAvailable(context, factors))],
  };
}

/**
 * Some contexts: each two parameters alone where that takes few pages, the operators of a filter, and one
 * context of the covering array. What is due beside a time is known only once all rows of that time were read: left out.
 */
function someOf(
  array: readonly Context[],
  list: ListName,
  coverage: Required<CoveringPlan>,
): readonly Context[] {
  const { factors, exclusions, required } = coverage;
  const { pairs } = exactContexts(list, factors, exclusions);
  const cheap = pairs.filter(({ limit, timestamp }) => limit !== "small" && !isSent(timestamp));
  const others = array.slice(required.length).filter(({ timestamp }) => !isSent(timestamp));
  return [...cheap, ...operatorsShown(list, factors), ...others.slice(0, 1)];
}

function named(contexts: readonly Context[]): readonly Named<Context>[] {
  const all = contexts.map((value) => ({ name: nameOf(value), value }));
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/** By list, level and states: services differ in few of them, and an array takes long to work out. */
const known = new Map<string, ReturnType<typeof contextsMade>>();

/** The contexts that a level sends, and those that a higher one sends too. */
function listContexts(from: Source) {
  const { contexts: count } = from.list.size;
  const name = listNameOf(from.list);
  const factors = available(from);
  const key = JSON.stringify([name, count, factors]);
  const made = known.get(key) ?? contextsMade(name, count, factors);
  known.set(key, made);
  return made;
}

function contextsMade(name: ListName, count: number, factors: Factors) {
  const coverage = coverageOf(name, factors);
  const whole = wholeContexts(factors, shortKey(IDENTITY[name].key));
  const turns = Array.from({ length: Math.max(count, 1) }, (_, turn) => turn);
  const all = turns.flatMap((turn) => coveringArray(coverage, turn));
  const sent = count === 0 ? [...whole.slice(0, 1), ...someOf(all, name, coverage)] : [...whole, ...all];
  return { all, sent: named(sent), factors };
}

function nameOf(context: Context): string {
  const present = Object.entries(context).filter(([, state]) => state !== "absent");
  return present.map(([factor, state]) => `${factor} ${state}`).join(", ") || "without parameters";
}

export function contextsSent(from: Source, fits: (context: Context) => boolean): readonly Named<Context>[] {
  return listContexts(from).sent.filter(({ value }) => fits(value));
}

/** The whole list on pages of other sizes. */
export function contextsByChance(from: Source): fc.Arbitrary<Named<Context>> {
  const { factors } = listContexts(from);
  return wholeByChance(from.list.rows.length, factors).map((value) => ({ name: nameOf(value), value }));
}

/** The same for a clause that has nothing else: where none is sent and a higher level has some, it is left to that. */
export function contextsWhere(
  from: Source,
  fits: (context: Context) => boolean,
  factors: readonly string[],
): readonly Named<Context>[] {
  const fitting = contextsSent(from, fits);
  if (fitting.length > 0) {
    return fitting;
  }
  const lacking = lacksOf(from).find(([factor, lacks]) => lacks !== undefined && factors.includes(factor));
  throw listContexts(from).all.some(fits)
    ? leftToStandard("contexts", "no request of this run has these parameters together")
    : new Unavailable(
        "inconclusive",
        lacking?.[1] ?? { reason: "the service has no such parameter", obstacle: "user" },
      );
}

const isSent = (state: string | undefined): boolean => state !== undefined && state !== "absent";
