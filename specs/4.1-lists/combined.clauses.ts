// §4.1, §4.3, §4.4, §8: several parameters of a list in one request
import { NAME_SEARCH } from "../depends-on.ts";
import * as kit from "../kit/kit.ts";
import { checkedBy, LIMIT, NEXT_ROWS, ORDER, SELECTION, type PagesRule } from "./pages.clauses.ts";

/** Every later page has only rows that match all filters, and is of a time that the timestamp filter selects. */
const LATER_SELECTION: PagesRule = {
  violatedBy: ["stray"],
  where: ({ page }) => page > 0,
  sends: ["filter"],
  shows: ["severalPages", "selection"],
  fails: { "the filter is dropped after the first page": "9 10 | 11 13" },
};

interface ContextSpec {
  readonly id: kit.ClauseId;
  readonly statement: string;
  readonly rule: PagesRule;
  /** The parameters that a request has; `states` fixes the state of some of them. */
  readonly keys: readonly [kit.ParameterKey, ...kit.ParameterKey[]];
  readonly states?: kit.ParameterContext;
  /** Absent: the lines of the parameters. */
  readonly contract?: kit.ContractLines;
  readonly aspect?: kit.ClauseAspect;
  /** Absent: the interpretations 7, 15, 16 and 17. */
  readonly interpretations?: readonly number[];
}

type CombinedParameter = keyof typeof kit.PARAMETER_WORDS;

function pagesOfFilter(id: kit.ClauseId, key: CombinedParameter): ContextSpec {
  const statement = `with ${kit.PARAMETER_WORDS[key]}, every later page of ${kit.LISTS[kit.listOf(key)].words} matches all filters`;
  return { id, statement, rule: LATER_SELECTION, keys: [key] };
}

const MATCHING = "returns exactly the rows matching all filters";

function bothOf(id: kit.ClauseId, key: CombinedParameter, other: CombinedParameter): ContextSpec {
  const statement = `${kit.PARAMETER_WORDS[key]} with ${kit.PARAMETER_WORDS[other]} ${MATCHING}`;
  return { id, statement, rule: SELECTION, keys: [key, other] };
}

function withOrder(id: kit.ClauseId, rule: PagesRule, key: CombinedParameter): ContextSpec {
  const words = kit.PARAMETER_WORDS[key];
  const ofOrder = `rows selected by ${words} have the requested order`;
  const statement = rule === ORDER ? ofOrder : `${words} with an order ${MATCHING}`;
  return { id, statement, rule, keys: [key, `${kit.LISTS[kit.listOf(key)].endpoint}.order`] };
}

/** The rows of a past time may differ from those of today: only responses under the same timestamp filter are compared. */
function atTime(id: kit.ClauseId, effect: string, rule: PagesRule, key: kit.ParameterKey): ContextSpec {
  const statement = `with a timestamp filter, ${effect}`;
  const keys = ["tokenBalances.timestamp", key] as const;
  return { id, statement, rule, keys, interpretations: rule === ORDER ? [16, 17] : [17] };
}

function limitOfOne(id: kit.ClauseId, list: kit.ListName): ContextSpec {
  const { endpoint, words } = kit.LISTS[list];
  const statement = `with limit 1, each page of ${words} has the next row of the requested order`;
  const keys = [`${endpoint}.order`, `${endpoint}.limit`] as const;
  return { id, statement, rule: NEXT_ROWS, keys, states: { limit: "1" } };
}

const COMBINED_CLAUSES: readonly ContextSpec[] = [
  // Every page of links.next is a page of the filtered list (§4.1).
  pagesOfFilter("4.1-tokens-account-id-pages", "tokens.accountId"),
  pagesOfFilter("4.1-tokens-public-key-pages", "tokens.publicKey"),
  pagesOfFilter("4.1-balances-balance-pages", "tokenBalances.balance"),
  pagesOfFilter("4.1-balances-public-key-pages", "tokenBalances.publicKey"),
  pagesOfFilter("4.1-balances-timestamp-pages", "tokenBalances.timestamp"),
  // Two filters, with or without further parameters, select the rows that match all filters (§4.3, §4.4).
  bothOf("4.3-account-id-with-balance", "tokenBalances.accountId", "tokenBalances.balance"),
  bothOf("4.3-public-key-with-account-id", "tokenBalances.publicKey", "tokenBalances.accountId"),
  bothOf("4.3-public-key-with-balance", "tokenBalances.publicKey", "tokenBalances.balance"),
  bothOf("4.4-account-id-with-token-id", "tokens.accountId", "tokens.tokenId"),
  // If the key is that of an account, one account has to meet both parameters: a token that each of them selects may be missing.
  {
    id: "4.4-public-key-with-account-id",
    statement: "a public key with account.id returns only rows matching all filters",
    rule: SELECTION,
    keys: ["tokens.publicKey", "tokens.accountId"],
  },
  bothOf("4.4-public-key-with-token-id", "tokens.publicKey", "tokens.tokenId"),
  // The order sorts a list whatever other parameters the request has, and does not change which rows are selected (§4.3, §4.4).
  withOrder("4.4-account-id-any-order", SELECTION, "tokens.accountId"),
  withOrder("4.3-balance-any-order", SELECTION, "tokenBalances.balance"),
  withOrder("4.4-order-under-filter", ORDER, "tokens.tokenId"),
  withOrder("4.3-order-under-filter", ORDER, "tokenBalances.accountId"),
  // The order decides which row each page of one row has (§4.3, §4.4).
  limitOfOne("4.4-order-with-limit-1", "tokens"),
  limitOfOne("4.3-order-with-limit-1", "balances"),
  // The other parameters of token balances have their effect together with a consensus timestamp (§4.3).
  atTime("4.3-account-id-at-time", `the account filter ${MATCHING}`, SELECTION, "tokenBalances.accountId"),
  atTime("4.3-balance-at-time", `the balance filter ${MATCHING}`, SELECTION, "tokenBalances.balance"),
  atTime("4.3-limit-at-time", "the first page stays within the limit", LIMIT, "tokenBalances.limit"),
  atTime("4.3-order-at-time", "balances have the requested order", ORDER, "tokenBalances.order"),
  // With a name, results are ordered by token id, following the order parameter (§4.4).
  {
    id: "4.4-name-order",
    statement: "a search by name returns the first matching tokens by id in the requested order",
    rule: NEXT_ROWS,
    keys: ["tokens.name", "tokens.order"],
    contract: [233],
    aspect: "order",
  },
  {
    id: "4.4-name-limit",
    statement: "a search by name returns at most as many rows as the limit",
    rule: LIMIT,
    keys: ["tokens.name", "tokens.limit"],
    contract: [233, 234],
    aspect: "form",
  },
  {
    id: "4.4-name-with-public-key",
    statement: "a name with a public key returns only tokens that each of them returns alone",
    rule: SELECTION,
    keys: ["tokens.name", "tokens.publicKey"],
    contract: [233],
  },
];

function contextLines({ keys: [first, ...others], rule }: ContextSpec): kit.ContractLines {
  const isSorted =
    [first, ...others].some((key) => kit.shortKey(key) === "order") && (rule === ORDER || rule === NEXT_ROWS);
  return [
    kit.parameterLines(first, "effect")[0],
    ...others.map((key) => kit.parameterLines(key, "effect")[0]),
    ...(rule === LATER_SELECTION ? [199] : []),
    ...(isSorted ? kit.sortedLines(kit.listOf(first)) : []),
  ];
}

const DEPENDS_ON: Readonly<Partial<Record<kit.ParameterKey, readonly kit.ClauseId[]>>> = {
  "tokenBalances.timestamp": ["2.4-timestamp"],
  "tokens.name": ["2.3-name", NAME_SEARCH.complete, NAME_SEARCH.contained],
  "tokens.order": ["2.3-name"],
};

/** A separate family for each clause: a parameter without a name only prevents the clauses that need it. */
function contextClause(spec: ContextSpec) {
  const { id, statement, rule, keys, states = {}, interpretations = [7, 15, 16, 17] } = spec;
  const list = kit.listOf(keys[0]);
  const { contract = contextLines(spec), aspect } = spec;
  const effectOf = rule === SELECTION ? keys : undefined;
  const stated = { id, statement, contract, interpretations, ...kit.present({ aspect, effectOf }) };
  const factors = keys.map(kit.shortKey);
  const fits = (context: kit.ParameterContext): boolean =>
    factors.every((factor) => context[factor] !== "absent") &&
    Object.entries(states).every(([factor, state]) => context[factor] === state);
  return kit.family({
    ...kit.pagedListsWhere(fits, factors),
    family: id,
    dependsOn: keys.flatMap((key) => DEPENDS_ON[key] ?? []),
    needs: { ...Object.fromEntries(keys.map((key) => [key, key])), ...kit.needsOf(list) },
    clauses: [{ ...stated, ...checkedBy(list, rule) }],
  });
}

export const combinedClauses = COMBINED_CLAUSES.flatMap(contextClause);
