// §4.1, §4.3, §4.4: several parameters of a list in one request
import { family } from "../../engine/clauses/declare.ts";
import type { Cites, ClauseId } from "../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { kebab } from "../../engine/schema/fields.ts";
import type { ParameterContext } from "../../generators/covering.ts";
import { listOf, LISTS, shortKey, WORDS } from "../kit/lists/lists.ts";
import { needsOf, pagedListsWhere } from "../kit/lists/requests.ts";
import { parameterCites, sortedCites } from "../kit/requests/cites.ts";
import { PAGE_SEQUENCES, pageClause } from "./page-sequences.ts";

/** A clause that is checked wherever some parameters stand together. */
interface ContextSpec {
  readonly id: ClauseId;
  readonly statement: string;
  /** What fails it, and when it is inconclusive: {@link LAWS}. */
  readonly sequence: keyof typeof PAGE_SEQUENCES;
  /** Parameters that must be present; `states` names the state of a factor where it matters. */
  readonly beside: readonly [ParameterKey, ...ParameterKey[]];
  readonly states?: ParameterContext;
  /** Instead of what is said of each of the parameters. */
  readonly cites?: Cites;
  /** Instead of the usual ones. */
  readonly interpretations?: readonly number[];
}

type CombinedParameter = keyof typeof WORDS;

function slugOf(key: CombinedParameter): string {
  return kebab(shortKey(key));
}

/** A filter that must not be dropped after the first page. */
function pagesOfFilter(key: CombinedParameter): ContextSpec {
  const list = listOf(key);
  return {
    id: `4.1-${list}-${slugOf(key)}-pages`,
    statement: `every page of ${LISTS[list].words} matches ${WORDS[key]}`,
    sequence: "strayBehindFirstPage",
    beside: [key],
  };
}

function bothOf(key: CombinedParameter, other: CombinedParameter): ContextSpec {
  return {
    id: `${LISTS[listOf(key)].section}-${slugOf(key)}-with-${slugOf(other)}`,
    statement: `${WORDS[key]} together with ${WORDS[other]} returns what both return`,
    sequence: "selection",
    beside: [key, other],
  };
}

const FILTER_CLAUSES: readonly ContextSpec[] = [
  pagesOfFilter("tokens.accountId"),
  pagesOfFilter("tokens.publicKey"),
  pagesOfFilter("tokenBalances.balance"),
  pagesOfFilter("tokenBalances.publicKey"),
  pagesOfFilter("tokenBalances.timestamp"),
  bothOf("tokenBalances.accountId", "tokenBalances.balance"),
  bothOf("tokenBalances.publicKey", "tokenBalances.accountId"),
  bothOf("tokenBalances.publicKey", "tokenBalances.balance"),
  bothOf("tokens.accountId", "tokens.tokenId"),
  bothOf("tokens.publicKey", "tokens.accountId"),
  bothOf("tokens.publicKey", "tokens.tokenId"),
];

const ORDER_CLAUSES: readonly ContextSpec[] = [
  {
    id: "4.4-account-id-any-order",
    statement: "account.id returns the same tokens in either order",
    sequence: "selection",
    beside: ["tokens.accountId", "tokens.order"],
  },
  {
    id: "4.3-balance-any-order",
    statement: "the balance filter returns the same rows in either order",
    sequence: "selection",
    beside: ["tokenBalances.balance", "tokenBalances.order"],
  },
  {
    id: "4.4-order-under-filter",
    statement: "tokens filtered by token.id have the requested order",
    sequence: "order",
    beside: ["tokens.tokenId", "tokens.order"],
  },
  {
    id: "4.3-order-under-filter",
    statement: "balances filtered by account have the requested order",
    sequence: "order",
    beside: ["tokenBalances.accountId", "tokenBalances.order"],
  },
  ...(["tokens", "balances"] as const).map((list): ContextSpec => {
    const { endpoint, section } = LISTS[list];
    return {
      id: `${section}-order-with-limit-1`,
      statement: `with a limit of 1 the order decides which row of ${LISTS[list].words} is returned`,
      sequence: "next",
      beside: [`${endpoint}.order`, `${endpoint}.limit`],
      states: { limit: "1" },
    };
  }),
];

/** A list may hold other rows under a timestamp filter than today: only responses under the same one are compared. */
const TIME_CLAUSES = (
  [
    ["accountId", "selection", "balances with a timestamp filter match the account filter"],
    ["balance", "selection", "balances with a timestamp filter match the balance filter"],
    ["limit", "limit", "balances with a timestamp filter stay within the limit"],
    ["order", "order", "balances with a timestamp filter have the requested order"],
  ] as const
).map(([key, sequence, statement]): ContextSpec => {
  return {
    id: `4.3-${kebab(key)}-at-time`,
    statement,
    sequence,
    beside: ["tokenBalances.timestamp", `tokenBalances.${key}`],
    interpretations: sequence === "order" ? [16, 17] : [17],
  };
});

/** A search by name is a list of one page, whose rows are sorted by their ids. */
const NAME_CLAUSES: readonly ContextSpec[] = [
  {
    id: "4.4-name-order",
    statement: "tokens found by name are sorted by token id in the requested order",
    sequence: "next",
    beside: ["tokens.name", "tokens.order"],
    cites: ["4.4 name order"],
  },
  {
    id: "4.4-name-limit",
    statement: "a search by name returns at most as many rows as the limit",
    sequence: "limit",
    beside: ["tokens.name", "tokens.limit"],
    cites: ["4.4 name pages", "4.4 limit effect"],
  },
  {
    id: "4.4-name-with-public-key",
    statement: "a name together with a public key returns only tokens that the key returns",
    sequence: "selection",
    beside: ["tokens.name", "tokens.publicKey"],
    cites: ["4.4 name beside others"],
  },
];

/** What the contract says that the parameters of such a request do. */
function contextCites({ beside, sequence, cites }: ContextSpec): Cites {
  if (cites !== undefined) {
    return cites;
  }
  const isSorted =
    beside.some((key) => shortKey(key) === "order") && (sequence === "order" || sequence === "next");
  const [first, ...others] = beside;
  return [
    parameterCites(first, "effect")[0],
    ...others.map((key) => parameterCites(key, "effect")[0]),
    ...(sequence === "strayBehindFirstPage" ? (["4.1 pages"] as const) : []),
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
  const { id, statement, sequence, beside, states = {}, interpretations = [7, 15, 16, 17] } = spec;
  const list = listOf(beside[0]);
  const cites = [...contextCites(spec), ...interpretations] as const;
  const factors = beside.map(shortKey);
  const fits = (context: ParameterContext): boolean =>
    factors.every((factor) => context[factor] !== "absent") &&
    Object.entries(states).every(([factor, state]) => context[factor] === state);
  return family({
    ...pagedListsWhere(list, fits, factors),
    family: id,
    dependsOn: beside.flatMap((key) => RESTS_ON[key] ?? []),
    needs: { ...Object.fromEntries(beside.map((key) => [key, key])), ...needsOf(list) },
    clauses: [pageClause(list, { ...PAGE_SEQUENCES[sequence], id, statement, cites })],
  });
}

export const combinedClauses = [
  ...FILTER_CLAUSES,
  ...ORDER_CLAUSES,
  ...TIME_CLAUSES,
  ...NAME_CLAUSES,
].flatMap(contextClause);
