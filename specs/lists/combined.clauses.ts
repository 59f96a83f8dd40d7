// §4.1, §4.3, §4.4: several parameters of a list in one request
import { family } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { kebab } from "../../engine/schema/fields.ts";
import type { Context } from "../../generators/covering.ts";
import { listOf, LISTS, shortKey, WORDS } from "../laws/lists/lists.ts";
import { needsOf, walksWhere } from "../laws/lists/requests.ts";
import { parameterCites, sortedCites } from "../laws/requests/cites.ts";
import { LAWS, walkClause } from "./walk-laws.ts";

/** A clause that is judged wherever some parameters stand together. */
interface ContextSpec {
  readonly id: ClauseId;
  readonly statement: string;
  /** What fails it, and when it is inconclusive: {@link LAWS}. */
  readonly law: keyof typeof LAWS;
  /** Parameters that must be present; `states` names the state of a factor where it matters. */
  readonly beside: readonly [ParameterKey, ...ParameterKey[]];
  readonly states?: Context;
  /** Instead of what is said of each of the parameters. */
  readonly cites?: Cites;
  /** Instead of the usual ones. */
  readonly readings?: readonly number[];
}

type Named = keyof typeof WORDS;

function slugOf(key: Named): string {
  return kebab(shortKey(key));
}

/** A filter that must not be dropped after the first page. */
function pagesOf(key: Named): ContextSpec {
  const list = listOf(key);
  return {
    id: `4.1-${list}-${slugOf(key)}-pages`,
    statement: `every page of ${LISTS[list].words} matches ${WORDS[key]}`,
    law: "strayBehindFirstPage",
    beside: [key],
  };
}

function bothOf(key: Named, other: Named): ContextSpec {
  return {
    id: `${LISTS[listOf(key)].section}-${slugOf(key)}-with-${slugOf(other)}`,
    statement: `${WORDS[key]} together with ${WORDS[other]} returns what both return`,
    law: "selection",
    beside: [key, other],
  };
}

const FILTERS: readonly ContextSpec[] = [
  pagesOf("tokens.accountId"),
  pagesOf("tokens.publicKey"),
  pagesOf("tokenBalances.balance"),
  pagesOf("tokenBalances.publicKey"),
  pagesOf("tokenBalances.timestamp"),
  bothOf("tokenBalances.accountId", "tokenBalances.balance"),
  bothOf("tokenBalances.publicKey", "tokenBalances.accountId"),
  bothOf("tokenBalances.publicKey", "tokenBalances.balance"),
  bothOf("tokens.accountId", "tokens.tokenId"),
  bothOf("tokens.publicKey", "tokens.accountId"),
  bothOf("tokens.publicKey", "tokens.tokenId"),
];

const ORDERS: readonly ContextSpec[] = [
  {
    id: "4.4-account-id-any-order",
    statement: "account.id returns the same tokens in either order",
    law: "selection",
    beside: ["tokens.accountId", "tokens.order"],
  },
  {
    id: "4.3-balance-any-order",
    statement: "the balance filter returns the same rows in either order",
    law: "selection",
    beside: ["tokenBalances.balance", "tokenBalances.order"],
  },
  {
    id: "4.4-order-under-filter",
    statement: "tokens filtered by token.id have the requested order",
    law: "order",
    beside: ["tokens.tokenId", "tokens.order"],
  },
  {
    id: "4.3-order-under-filter",
    statement: "balances filtered by account have the requested order",
    law: "order",
    beside: ["tokenBalances.accountId", "tokenBalances.order"],
  },
  ...(["tokens", "balances"] as const).map((list): ContextSpec => {
    const { endpoint, section } = LISTS[list];
    return {
      id: `${section}-order-with-limit-1`,
      statement: `with a limit of 1 the order decides which row of ${LISTS[list].words} is returned`,
      law: "next",
      beside: [`${endpoint}.order`, `${endpoint}.limit`],
      states: { limit: "1" },
    };
  }),
];

/** A list may hold other rows under a timestamp filter than today: only answers under the same one are compared. */
const TIMES = (
  [
    ["accountId", "selection", "balances with a timestamp filter match the account filter"],
    ["balance", "selection", "balances with a timestamp filter match the balance filter"],
    ["limit", "limit", "balances with a timestamp filter stay within the limit"],
    ["order", "order", "balances with a timestamp filter have the requested order"],
  ] as const
).map(([key, law, statement]): ContextSpec => {
  return {
    id: `4.3-${kebab(key)}-at-time`,
    statement,
    law,
    beside: ["tokenBalances.timestamp", `tokenBalances.${key}`],
    readings: law === "order" ? [16, 17] : [17],
  };
});

/** A search by name is a list of one page, whose rows are sorted by their ids. */
const NAMES: readonly ContextSpec[] = [
  {
    id: "4.4-name-order",
    statement: "tokens found by name are sorted by token id in the requested order",
    law: "next",
    beside: ["tokens.name", "tokens.order"],
    cites: ["4.4 name order"],
  },
  {
    id: "4.4-name-limit",
    statement: "a search by name returns at most as many rows as the limit",
    law: "limit",
    beside: ["tokens.name", "tokens.limit"],
    cites: ["4.4 name pages", "4.4 limit effect"],
  },
  {
    id: "4.4-name-with-public-key",
    statement: "a name together with a public key returns only tokens that the key returns",
    law: "selection",
    beside: ["tokens.name", "tokens.publicKey"],
    cites: ["4.4 name beside others"],
  },
];

/** What the document says that the parameters of such a request do. */
function contextCites({ beside, law, cites }: ContextSpec): Cites {
  if (cites !== undefined) {
    return cites;
  }
  const isSorted = beside.some((key) => shortKey(key) === "order") && (law === "order" || law === "next");
  const [first, ...others] = beside;
  return [
    parameterCites(first, "effect")[0],
    ...others.map((key) => parameterCites(key, "effect")[0]),
    ...(law === "strayBehindFirstPage" ? (["4.1 pages"] as const) : []),
    ...(isSorted ? sortedCites(listOf(first)) : []),
  ];
}

/** What parameters rest on beside the identity of the rows: where their values are from, and what may sort the rows. */
const RESTS_ON: Readonly<Partial<Record<ParameterKey, readonly ClauseId[]>>> = {
  "tokenBalances.timestamp": ["2.4-timestamp"],
  "tokens.name": ["2.3-name", "4.4-name-complete", "4.4-name-contained"],
  "tokens.order": ["2.3-name"],
};

/** One clause, with needs of its own; requests that others send too are sent once. */
function contextClause(spec: ContextSpec) {
  const { id, statement, law, beside, states = {}, readings = [7, 15, 16, 17] } = spec;
  const list = listOf(beside[0]);
  const cites = [...contextCites(spec), ...readings] as const;
  const factors = beside.map(shortKey);
  const fits = (context: Context): boolean =>
    factors.every((factor) => context[factor] !== "absent") &&
    Object.entries(states).every(([factor, state]) => context[factor] === state);
  return family({
    ...walksWhere(list, fits, factors),
    family: id,
    restsOn: beside.flatMap((key) => RESTS_ON[key] ?? []),
    needs: { ...Object.fromEntries(beside.map((key) => [key, key])), ...needsOf(list) },
    clauses: [walkClause(list, { ...LAWS[law], id, statement, cites })],
  });
}

export const together = [...FILTERS, ...ORDERS, ...TIMES, ...NAMES].flatMap(contextClause);
