// §4.1, §4.3, §4.4: several parameters of a list in one request
import type { ParameterContext } from "../../generators/covering.ts";
import { BALANCE_TIME, NAME_SEARCH, ROW_FIELDS } from "../depends-on.ts";
import * as rules from "./rules.ts";
import * as kit from "../kit/kit.ts";

/** A clause that is checked in every request that has certain parameters together. */
interface ContextSpec {
  readonly id: kit.ClauseId;
  readonly statement: string;
  readonly rule: rules.PagesRule;
  /** The parameters that a request has; `states` fixes the state of some of them, by factor. */
  readonly beside: readonly [kit.ParameterKey, ...kit.ParameterKey[]];
  readonly states?: ParameterContext;
  /** Absent: the lines of the parameters. */
  readonly contract?: kit.ContractLines;
  readonly aspect?: kit.ClauseAspect;
  /** Absent: the interpretations 7, 15, 16 and 17. */
  readonly interpretations?: readonly number[];
}

type CombinedParameter = keyof typeof kit.PARAMETER_WORDS;

/** Paged lists return links.next (§4.1, line 199), so that every page is a page of the filtered list. */
function pagesOfFilter(id: kit.ClauseId, key: CombinedParameter): ContextSpec {
  return {
    id,
    statement: `every page of ${kit.LISTS[kit.listOf(key)].words} matches ${kit.PARAMETER_WORDS[key]}`,
    rule: rules.LATER_SELECTION,
    beside: [key],
  };
}

/** Two filters of one request select what both select (§4.3, lines 216 to 221; §4.4, lines 227 to 236). */
function bothOf(id: kit.ClauseId, key: CombinedParameter, other: CombinedParameter): ContextSpec {
  return {
    id,
    statement: `${kit.PARAMETER_WORDS[key]} together with ${kit.PARAMETER_WORDS[other]} returns what both return`,
    rule: rules.SELECTION,
    beside: [key, other],
  };
}

/**
 * The other parameters of token balances have their effect beside a consensus timestamp (§4.3, lines 216 to 221). A list may hold
 * other rows at a past time than today: only responses under the same timestamp filter are compared.
 */
function atTime(id: kit.ClauseId, effect: string, rule: rules.PagesRule, key: kit.ParameterKey): ContextSpec {
  return {
    id,
    statement: `balances with a timestamp filter ${effect}`,
    rule,
    beside: ["tokenBalances.timestamp", key],
    interpretations: rule === rules.ORDER ? [16, 17] : [17],
  };
}

/** The order decides which row comes first (§4.3, lines 219 and 220; §4.4, lines 234 and 235). */
function limitOfOne(id: kit.ClauseId, list: kit.ListName): ContextSpec {
  const { endpoint, words } = kit.LISTS[list];
  return {
    id,
    statement: `with a limit of 1 the order decides which row of ${words} is returned`,
    rule: rules.NEXT_ROWS,
    beside: [`${endpoint}.order`, `${endpoint}.limit`],
    states: { limit: "1" },
  };
}

const COMBINED_CLAUSES: readonly ContextSpec[] = [
  pagesOfFilter("4.1-tokens-account-id-pages", "tokens.accountId"),
  pagesOfFilter("4.1-tokens-public-key-pages", "tokens.publicKey"),
  pagesOfFilter("4.1-balances-balance-pages", "tokenBalances.balance"),
  pagesOfFilter("4.1-balances-public-key-pages", "tokenBalances.publicKey"),
  pagesOfFilter("4.1-balances-timestamp-pages", "tokenBalances.timestamp"),
  bothOf("4.3-account-id-with-balance", "tokenBalances.accountId", "tokenBalances.balance"),
  bothOf("4.3-public-key-with-account-id", "tokenBalances.publicKey", "tokenBalances.accountId"),
  bothOf("4.3-public-key-with-balance", "tokenBalances.publicKey", "tokenBalances.balance"),
  bothOf("4.4-account-id-with-token-id", "tokens.accountId", "tokens.tokenId"),
  bothOf("4.4-public-key-with-account-id", "tokens.publicKey", "tokens.accountId"),
  bothOf("4.4-public-key-with-token-id", "tokens.publicKey", "tokens.tokenId"),
  // The order sorts a list whatever other parameters the request has, and changes nothing about which rows are selected (§4.3, lines
  // 211 and 220; §4.4, line 235).
  {
    id: "4.4-account-id-any-order",
    statement: "account.id returns the same tokens in either order",
    rule: rules.SELECTION,
    beside: ["tokens.accountId", "tokens.order"],
  },
  {
    id: "4.3-balance-any-order",
    statement: "the balance filter returns the same rows in either order",
    rule: rules.SELECTION,
    beside: ["tokenBalances.balance", "tokenBalances.order"],
  },
  {
    id: "4.4-order-under-filter",
    statement: "tokens filtered by token.id have the requested order",
    rule: rules.ORDER,
    beside: ["tokens.tokenId", "tokens.order"],
  },
  {
    id: "4.3-order-under-filter",
    statement: "balances filtered by account have the requested order",
    rule: rules.ORDER,
    beside: ["tokenBalances.accountId", "tokenBalances.order"],
  },
  limitOfOne("4.4-order-with-limit-1", "tokens"),
  limitOfOne("4.3-order-with-limit-1", "balances"),
  atTime("4.3-account-id-at-time", "match the account filter", rules.SELECTION, "tokenBalances.accountId"),
  atTime("4.3-balance-at-time", "match the balance filter", rules.SELECTION, "tokenBalances.balance"),
  atTime("4.3-limit-at-time", "stay within the limit", rules.LIMIT, "tokenBalances.limit"),
  atTime("4.3-order-at-time", "have the requested order", rules.ORDER, "tokenBalances.order"),
  // With a name, pagination is unavailable and results are ordered by token id, following the order parameter (§4.4, line 233).
  {
    id: "4.4-name-order",
    statement: "tokens found by name are sorted by token id in the requested order",
    rule: rules.NEXT_ROWS,
    beside: ["tokens.name", "tokens.order"],
    contract: [233],
    aspect: "order",
  },
  {
    id: "4.4-name-limit",
    statement: "a search by name returns at most as many rows as the limit",
    rule: rules.LIMIT,
    beside: ["tokens.name", "tokens.limit"],
    contract: [233, 234],
    aspect: "form",
  },
  {
    id: "4.4-name-with-public-key",
    statement: "a name together with a public key returns only tokens that the key returns",
    rule: rules.SELECTION,
    beside: ["tokens.name", "tokens.publicKey"],
    contract: [233],
  },
];

/** The lines of the contract on the parameters, and on pages and order where the clause concerns them. */
function contextLines({ beside, rule }: ContextSpec): kit.ContractLines {
  const isSorted =
    beside.some((key) => kit.shortKey(key) === "order") && (rule === rules.ORDER || rule === rules.NEXT_ROWS);
  const [first, ...others] = beside;
  return [
    kit.parameterLines(first, "effect")[0],
    ...others.map((key) => kit.parameterLines(key, "effect")[0]),
    ...(rule === rules.LATER_SELECTION ? [199] : []),
    ...(isSorted ? kit.sortedLines(kit.listOf(first)) : []),
  ];
}

/** The clauses on the fields from which the values of a parameter are taken, or by which rows may be sorted. */
const DEPENDS_ON: Readonly<Partial<Record<kit.ParameterKey, readonly kit.ClauseId[]>>> = {
  "tokenBalances.timestamp": [BALANCE_TIME],
  "tokens.name": [ROW_FIELDS.name, NAME_SEARCH.complete, NAME_SEARCH.contained],
  "tokens.order": [ROW_FIELDS.name],
};

/** A clause is a family of its own, so that it is inconclusive alone where one of its parameters has no name. */
function contextClause(spec: ContextSpec) {
  const { id, statement, rule, beside, states = {}, interpretations = [7, 15, 16, 17] } = spec;
  const list = kit.listOf(beside[0]);
  const { contract = contextLines(spec), aspect } = spec;
  const effectOf = rule === rules.SELECTION ? beside : undefined;
  const stated = { contract, interpretations, ...kit.present({ aspect, effectOf }) };
  const factors = beside.map(kit.shortKey);
  const fits = (context: ParameterContext): boolean =>
    factors.every((factor) => context[factor] !== "absent") &&
    Object.entries(states).every(([factor, state]) => context[factor] === state);
  return kit.family({
    ...kit.pagedListsWhere(fits, factors),
    family: id,
    dependsOn: beside.flatMap((key) => DEPENDS_ON[key] ?? []),
    needs: { ...Object.fromEntries(beside.map((key) => [key, key])), ...kit.needsOf(list) },
    clauses: [rules.pageClause(list, rule, { id, statement, ...stated })],
  });
}

export const combinedClauses = COMBINED_CLAUSES.flatMap(contextClause);
