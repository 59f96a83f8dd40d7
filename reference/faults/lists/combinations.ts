import type { Endpoint } from "../../../schemas/operations.ts";
import { faultOf, slug, type Fault } from "../../fault.ts";
import {
  hasOnlyParameters,
  isAscending,
  isLaterPage,
  isDescending,
  hasParameter,
  when,
  withoutLimit,
  type Condition,
  type Rewriting,
} from "../../rewriting.ts";
import { ignoreParameter, replaceOperator, reverseOrder } from "../../parameter-rewriting.ts";
import { FAULT_LISTS, type List } from "./list.ts";
import { cutOff, dropping, rowLost } from "./pages.ts";

/** Conditions on requests, by their words in the name of a fault. */
const CONTEXTS: Readonly<Record<string, Condition>> = {
  "under-asc": isAscending,
  "under-desc": isDescending,
  "at-limit-1": hasParameter("limit", "1"),
  "without-limit": withoutLimit,
  "on-pages-of-one": hasParameter("limit", "1"),
  "behind-the-first-page": isLaterPage,
  later: isLaterPage,
};
const ORDERS = ["under-asc", "under-desc"];
const ORDERS_AND_LIMITS = [...ORDERS, "at-limit-1", "without-limit"];

/** The same fault in each of some contexts: under a condition of `CONTEXTS`, or beside a parameter of that name. */
const faultsOfList =
  ({ endpoint }: List) =>
  (id: string, name: string, rewriting: Rewriting, contexts: readonly string[]) =>
    contexts.map((context) => {
      const condition = CONTEXTS[context];
      const suffix = condition === undefined ? `beside-${slug(context)}` : context;
      return faultOf(endpoint, id, `${slug(name)}-${suffix}`, when(condition ?? context, rewriting));
    });

/** Faults that show only in some contexts. */
function faultsInContexts(list: List): readonly Fault[] {
  const {
    clause,
    keyFilter,
    filters: [first, second],
  } = list;
  const faults = faultsOfList(list);
  const selection = clause("4.4-selection", "4.3-selection");
  const nextRows = clause("4.1-tokens-next-rows", "4.1-balances-next-rows");
  // With ne as gt, account.id loses rows of a selection; account.balance shows the remaining rows on too early a page.
  const notEqual = clause("4.4-selection", "4.1-balances-next-rows");
  const inFilters = (
    name: string,
    replaced: readonly [from: string, to?: string],
    contexts: readonly string[],
  ) => faults(selection, name, replaceOperator(first, ...replaced), contexts);
  return [
    faults(selection, `${first}-ignored`, ignoreParameter(first), [
      ...ORDERS_AND_LIMITS,
      second,
      "behind-the-first-page",
    ]),
    inFilters(`${first}-gt-as-gte`, ["gt", "gte"], ORDERS_AND_LIMITS),
    inFilters(`${first}-lte-as-lt`, ["lte", "lt"], ORDERS_AND_LIMITS),
    inFilters(`${first}-ne-ignored`, ["ne"], ORDERS_AND_LIMITS),
    inFilters(`${first}-lt-as-lte`, ["lt", "lte"], ["on-pages-of-one"]),
    ...["gt", "gte", "lt", "lte"].map((operator) =>
      inFilters(`${first}-${operator}-ignored`, [operator], ["later"]),
    ),
    faults(notEqual, `${first}-ne-as-gt`, replaceOperator(first, "ne", "gt"), ["on-pages-of-one"]),
    faults(selection, `${second}-ignored`, ignoreParameter(second), [first]),
    faults(selection, `${second}-gt-as-gte`, replaceOperator(second, "gt", "gte"), [first]),
    faults(selection, "last-page-cut-off", cutOff, [first, "under-asc"]),
    faults(clause("4.4-order-with-others", "4.3-order-with-others"), "order-turned", reverseOrder, [
      first,
      second,
      "without-limit",
    ]),
    faults(
      clause("4.1-tokens-limit-with-others", "4.1-balances-limit-with-others"),
      "limit-ignored",
      ignoreParameter("limit"),
      [first, second, ...ORDERS],
    ),
    faults(nextRows, "row-lost", rowLost, [first, second, ...ORDERS]),
    faults(
      clause("4.1-tokens-next-keeps-order", "4.1-balances-next-keeps-order"),
      "next-drops-order",
      dropping("order"),
      [second],
    ),
    faults(
      clause("4.1-tokens-next-keeps-filters", "4.1-balances-next-keeps-filters"),
      `next-drops-${first}`,
      dropping(first),
      [keyFilter],
    ),
  ].flat();
}

/** Faults of a parameter that show only in requests with that parameter, one of the others, and nothing else. */
type Pairs = readonly (readonly [
  clause: string,
  effect: "ignored" | "dropped",
  name: string,
  others: string,
])[];

const TOKEN_PAIRS: Pairs = [
  ["4.4-order-with-others", "ignored", "order", "name publickey"],
  ["4.4-order-sorted", "ignored", "order", "limit"],
  ["4.1-tokens-limit-with-others", "ignored", "limit", "name publickey order"],
  ["4.4-selection", "ignored", "token.id", "order limit publickey"],
  ["4.4-selection", "ignored", "account.id", "order token.id"],
  ["4.4-selection", "ignored", "publickey", "order limit account.id name"],
  ["4.4-selection", "ignored", "name", "order limit"],
  ["4.1-tokens-next-keeps-filters", "dropped", "token.id", "order limit"],
  ["4.1-tokens-public-key-pages", "dropped", "publickey", "limit"],
  ["4.1-tokens-next-keeps-order", "dropped", "order", "limit token.id"],
];
const BALANCE_PAIRS: Pairs = [
  ["4.3-order-with-others", "ignored", "order", "timestamp account.publickey"],
  ["4.3-order-sorted", "ignored", "order", "limit"],
  ["4.1-balances-limit-with-others", "ignored", "limit", "timestamp account.publickey order"],
  ["4.3-selection", "ignored", "account.id", "order limit account.publickey"],
  ["4.3-selection", "ignored", "account.balance", "order account.id timestamp"],
  ["4.3-selection", "ignored", "account.publickey", "order limit account.balance"],
  ["4.3-timestamp-none-any-page", "ignored", "timestamp", "order limit account.balance account.publickey"],
  ["4.1-balances-next-keeps-filters", "dropped", "account.id", "order limit"],
  ["4.1-balances-public-key-pages", "dropped", "account.publickey", "limit"],
  ["4.1-balances-next-keeps-order", "dropped", "order", "limit account.id timestamp"],
];

const pairFaults = (endpoint: Endpoint, pairs: Pairs): readonly Fault[] =>
  pairs.flatMap(([clause, effect, name, others]) =>
    others.split(" ").map((other) => {
      const own = `${slug(name)}-${effect}-beside-${slug(other)}-alone`;
      const broken = effect === "ignored" ? ignoreParameter(name) : dropping(name);
      return faultOf(endpoint, clause, own, when(hasOnlyParameters(name, other), broken));
    }),
  );

/** Faults that show only where two parameters meet in a request for a list (4.1, 4.3, 4.4). */
export const combinationFaults: readonly Fault[] = [
  ...FAULT_LISTS.flatMap(faultsInContexts),
  ...pairFaults("tokens", TOKEN_PAIRS),
  ...pairFaults("tokenBalances", BALANCE_PAIRS),
];
