// §4.1, §4.3, §4.4: what may stand together in a request for a list
import { OPERATORS } from "../../../engine/model/compare.ts";
import type { Context, Exclusion, Factors } from "../../../generators/covering.ts";
import { accountFilter, balanceFilter, tokenIdFilter, type RowFilter } from "./lists.ts";

/** A filter is absent, or it has an operator and a bound. */
const OPERATOR = ["absent", ...OPERATORS] as const;
/** Which row's value the bound is, by the order of the values; no filter has none. */
const BOUND = ["no bound", "first", "middle", "last"] as const;

const LIMIT = ["absent", "1", "small", "100"] as const;
const ORDER = ["absent", "asc", "desc"] as const;
const GIVEN = ["absent", "given"] as const;

const ABSENT = { operator: ["absent"], bound: ["first", "middle", "last"] } as const;
const PRESENT = { operator: OPERATORS, bound: ["no bound"] } as const;

/** The token list (4.4). */
const TOKEN_FACTORS = {
  limit: LIMIT,
  order: ORDER,
  tokenId: OPERATOR,
  tokenBound: BOUND,
  accountId: OPERATOR,
  accountBound: BOUND,
  publicKey: GIVEN,
  name: ["absent", "part", "whole"],
} as const;

/** A name stands with neither id (4.4). */
const TOKEN_EXCLUSIONS: readonly Exclusion[] = [
  { tokenId: ABSENT.operator, tokenBound: ABSENT.bound },
  { tokenId: PRESENT.operator, tokenBound: PRESENT.bound },
  { accountId: ABSENT.operator, accountBound: ABSENT.bound },
  { accountId: PRESENT.operator, accountBound: PRESENT.bound },
  { name: ["part", "whole"], tokenId: OPERATORS },
  { name: ["part", "whole"], tokenBound: ABSENT.bound },
  { name: ["part", "whole"], accountId: OPERATORS },
  { name: ["part", "whole"], accountBound: ABSENT.bound },
];

/** The balances of one token (4.3). */
const BALANCE_FACTORS = {
  limit: LIMIT,
  order: ORDER,
  accountId: OPERATOR,
  accountBound: BOUND,
  balance: OPERATOR,
  balanceBound: BOUND,
  publicKey: GIVEN,
  timestamp: ["absent", "now", "earlier"],
} as const;

const BALANCE_EXCLUSIONS: readonly Exclusion[] = [
  { accountId: ABSENT.operator, accountBound: ABSENT.bound },
  { accountId: PRESENT.operator, accountBound: PRESENT.bound },
  { balance: ABSENT.operator, balanceBound: ABSENT.bound },
  { balance: PRESENT.operator, balanceBound: PRESENT.bound },
];

/**
 * What stands together in any case, with nothing else that selects: what leaves out the row that tells an operator from
 * another one would hide it. On pages of one row the row at the bound comes first, or is the one that is left out; on
 * later pages the filter still counts.
 */
function alone(filter: string, bound: string, absent: Context): readonly Context[] {
  const upwards = { gt: "asc", gte: "asc", lt: "desc", lte: "desc" };
  return [
    { ...absent, limit: "1", order: "desc", [filter]: "ne", [bound]: "last" },
    ...Object.entries(upwards).flatMap(([operator, order]) => [
      { ...absent, limit: "1", order, [filter]: operator },
      {
        ...absent,
        limit: "small",
        order: order === "asc" ? "desc" : "asc",
        [filter]: operator,
        [bound]: "middle",
      },
    ]),
    { ...absent, limit: "1", order: "asc", [filter]: "eq", [bound]: "middle" },
  ];
}

/** A filter alone, on pages of one row and to the end: there its operator shows, with a link and an order beside it. */
function onSinglePages(
  filter: string,
  bound: string,
  operators: readonly string[] = OPERATORS,
): readonly Context[] {
  const states = [
    ["gte", "middle", "desc"],
    ["gt", "first", "desc"],
    ["ne", "middle", "desc"],
    ["eq", "last", "desc"],
    ["lte", "middle", "asc"],
    ["lt", "last", "asc"],
  ] as const;
  const some = states.filter(([operator]) => operators.includes(operator));
  return some.map(([operator, place, order]) => ({
    limit: "1",
    order,
    [filter]: operator,
    [bound]: place,
  }));
}

/** What stands together in requests for a list; a factor without a name of its own belongs to a parameter. */
export interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
  readonly required: readonly Context[];
  /** In place of all that: the contexts that show most for their requests. What they do not name is absent. */
  readonly few: readonly Context[];
  /** Filters with an operator: the factor of their bound, and what they compare in a row where that shows. */
  readonly filters: Readonly<Record<string, { readonly bound: string; readonly row?: RowFilter }>>;
}

export const LIST_CONTEXTS: Readonly<Record<"tokens" | "balances", ListContexts>> = {
  tokens: {
    factors: TOKEN_FACTORS,
    exclusions: TOKEN_EXCLUSIONS,
    required: [
      ...alone("tokenId", "tokenBound", { accountId: "absent", publicKey: "absent", name: "absent" }),
      { publicKey: "given", limit: "1", tokenId: "absent", accountId: "absent", name: "absent" },
      { tokenId: "gt", limit: "absent", accountId: "absent", publicKey: "absent", name: "absent" },
      // Tokens of accounts above hide those of the account itself, or not.
      { accountId: "gt", accountBound: "first", tokenId: "ne", limit: "100", publicKey: "absent" },
    ],
    few: [
      {},
      { order: "asc", tokenId: "gte", tokenBound: "middle" },
      ...onSinglePages("tokenId", "tokenBound"),
      { limit: "small", order: "desc", publicKey: "given" },
      { limit: "1", order: "desc", accountId: "eq", accountBound: "middle" },
      { limit: "1", order: "desc", name: "part" },
      {
        limit: "small",
        order: "asc",
        publicKey: "given",
        accountId: "gte",
        accountBound: "first",
        tokenId: "ne",
        tokenBound: "first",
      },
    ],
    filters: { tokenId: { bound: "tokenBound", row: tokenIdFilter }, accountId: { bound: "accountBound" } },
  },
  balances: {
    factors: BALANCE_FACTORS,
    exclusions: BALANCE_EXCLUSIONS,
    required: [
      ...alone("accountId", "accountBound", { balance: "absent", publicKey: "absent", timestamp: "absent" }),
      ...alone("balance", "balanceBound", { accountId: "absent", publicKey: "absent", timestamp: "absent" }),
      { timestamp: "now", limit: "1", accountId: "absent", balance: "absent", publicKey: "absent" },
    ],
    few: [
      {},
      { order: "asc", accountId: "gte", accountBound: "middle" },
      ...onSinglePages("accountId", "accountBound"),
      ...onSinglePages("balance", "balanceBound", ["gt", "ne", "lte"]),
      { limit: "1", order: "desc", timestamp: "now" },
      {
        limit: "small",
        order: "desc",
        publicKey: "given",
        timestamp: "now",
        accountId: "ne",
        accountBound: "first",
        balance: "gte",
        balanceBound: "first",
      },
    ],
    filters: {
      accountId: { bound: "accountBound", row: accountFilter },
      balance: { bound: "balanceBound", row: balanceFilter },
    },
  },
};
