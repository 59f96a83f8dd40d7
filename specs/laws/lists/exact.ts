// §4.1, §4.3, §4.4: requests for a whole list, with one parameter or two and nothing else, and with one at a limit in an order
import * as fc from "fast-check";
import type { Context, Exclusion, Factors } from "../../../generators/covering.ts";
import { pairsIn, pairsOf } from "../../../generators/covering.ts";
import type { ListName } from "./lists.ts";

/** How each parameter that selects rows stands alone or beside one other, such that what it does shows. */
const SELECTING: Readonly<Record<ListName, readonly Context[]>> = {
  tokens: [{ tokenId: "gte" }, { accountId: "none" }, { publicKey: "given" }, { name: "part" }],
  balances: [{ accountId: "gt" }, { balance: "gte" }, { publicKey: "given" }, { timestamp: "now" }],
};

/** With a limit: one account may have too few tokens for several pages, and the others together have many. */
const MANY: Context = { accountId: "ne" };

/** A bound that comes last in an order: one that comes first could be dropped from a link without a trace. */
const LAST: Readonly<Record<string, string>> = { gt: "lt", gte: "lte" };

function against(order: string, context: Context): Context {
  const states = Object.entries(context).map(([factor, state]) => [factor, LAST[state] ?? state]);
  return order === "asc" ? Object.fromEntries(states) : context;
}

/** Each factor in its first state: the parameter is not there. */
const absentIn = (factors: Factors): Context =>
  Object.fromEntries(Object.entries(factors).map(([factor, [state = ""]]) => [factor, state]));

const ORDERS = ["asc", "desc"];

/**
 * Each two parameters and nothing else: what has no effect beside one other parameter may have it where a third one stands
 * there too. A limit is small enough for several pages; the order stands both ways.
 */
export function pairContexts(list: ListName): readonly Context[] {
  const selecting = SELECTING[list];
  return [
    ...ORDERS.map((order) => ({ limit: "1", order })),
    ...selecting.flatMap((one) => [
      { ...(list === "tokens" ? against("asc", "accountId" in one ? MANY : one) : one), limit: "small" },
      ...ORDERS.map((order) => ({ ...against(order, one), order })),
    ]),
    ...selecting.flatMap((one, at) => selecting.slice(at + 1).map((other) => ({ ...one, ...other }))),
  ];
}

/** Each parameter alone. */
export const singleContexts = (list: ListName): readonly Context[] => [
  ...ORDERS.map((order) => ({ order })),
  ...SELECTING[list],
];

/** Those of some contexts that a target allows, each with all factors. */
export function legalContexts(
  contexts: readonly Context[],
  factors: Factors,
  exclusions: readonly Exclusion[],
): readonly Context[] {
  const absent = absentIn(factors);
  const allowed = new Set(pairsOf(factors, exclusions));
  return contexts
    .map((context) => ({ ...absent, ...context }))
    .filter((context) => pairsIn(context).every((pair) => allowed.has(pair)));
}

/** The whole list and, by the filter on its ids, a few rows of its ends, on pages that the rows fill exactly and on others. */
export function wholeContexts(factors: Factors, filter: string): readonly Context[] {
  const whole: readonly Context[] = [
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
export function wholeByChance(rows: number, factors: Factors): fc.Arbitrary<Context> {
  const limit = fc.integer({ min: Math.min(Math.ceil(rows / 3) + 1, 100), max: 100 });
  return fc
    .record({ limit: limit.map(String), order: fc.constantFrom("asc", "desc") })
    .map((context) => withFactors(context, factors));
}

/** A context with all factors, as far as the target has them. */
function withFactors(context: Context, factors: Factors): Context {
  const has = ([factor]: readonly [string, string]): boolean => (factors[factor]?.length ?? 0) > 1;
  return { ...absentIn(factors), ...Object.fromEntries(Object.entries(context).filter(has)) };
}
