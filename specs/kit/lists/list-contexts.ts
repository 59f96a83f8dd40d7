// §4.1, §4.3, §4.4: which parameters stand together in requests for a list
import { ROW_OPERATORS } from "../../../engine/model/compare.ts";
import type { ParameterContext, Exclusion, Factors } from "../../../generators/covering.ts";
import type { ListName, RowFilter } from "./lists.ts";
import { accountFilter, balanceFilter, tokenIdFilter } from "./lists.ts";

/** The states of the parameters that every list has, which come first in the contexts. `small`: see {@link limitOf}. */
const LIMIT_AND_ORDER: Factors = { limit: ["absent", "1", "small", "100"], order: ["absent", "asc", "desc"] };
const PRESENCE_STATES = ["absent", "given"];
const NAME_STATES = ["part", "whole"];

const OPERATOR_STATES = ["absent", ...ROW_OPERATORS];

/** The parameters with an operator; undefined where a row does not show what the parameter compares. */
type Filters = Readonly<Record<string, RowFilter | undefined>>;

const TOKEN_FILTERS: Filters = { tokenId: tokenIdFilter, accountId: undefined };
const BALANCE_FILTERS: Filters = { accountId: accountFilter, balance: balanceFilter };

/**
 * One filter on pages of one row, without another filter: that could exclude the row at the bound, by which gt differs from gte.
 * The row at the bound comes first; the row that ne excludes would be the second, on the page behind the first link.
 */
const withLimitOne = (filter: string): readonly ParameterContext[] =>
  ["gt", "gte", "ne", "lt", "lte"].map((operator) => {
    return { limit: "1", order: operator.startsWith("g") ? "asc" : "desc", [filter]: operator };
  });

/** One filter on small pages in the opposite order: a link that drops the filter shows rows beyond the bound on a later page. */
const onSmallPages = (filter: string): readonly ParameterContext[] => [
  ...["gt", "gte", "lt", "lte"].map((operator) => {
    return { limit: "small", order: operator.startsWith("g") ? "desc" : "asc", [filter]: operator };
  }),
  { limit: "1", order: "asc", [filter]: "eq" },
  // The row that ne excludes is the fifth, so that the fifth page shows a filter that one of four links dropped.
  { limit: "1", order: "asc", [filter]: "ne" },
];

/** The parameters of a list, their states, and the combinations that are always sent; each factor is a parameter. */
export interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
  /** Contexts that every covering array contains; a parameter that is not named is absent. */
  readonly required: readonly ParameterContext[];
  /** Required contexts that are also sent at smoke, where no covering array is sent. */
  readonly everyLevel: readonly ParameterContext[];
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
    // A page of one row shows whether a search is sorted before it is cut.
    everyLevel: [...withLimitOne("tokenId"), { limit: "1", order: "desc", name: "part" }],
    required: [
      ...onSmallPages("tokenId"),
      { limit: "1", publicKey: "given" },
      { tokenId: "gt" },
      // Reveals a look-up by an equal value that ignores every other parameter.
      { tokenId: "eq", accountId: "none" },
      { tokenId: "eq", publicKey: "given" },
      // Reveals `gt` implemented as `gte`: it would return tokens that only the first account holds.
      { limit: "100", tokenId: "ne", accountId: "gt" },
      // In descending order a link that drops the filter on ids returns the lowest token of the key last.
      { limit: "small", order: "desc", tokenId: "gt", publicKey: "given" },
      { order: "desc", publicKey: "given", name: "part" },
    ],
  },
  balances: {
    filters: BALANCE_FILTERS,
    factors: {
      ...LIMIT_AND_ORDER,
      accountId: OPERATOR_STATES,
      balance: OPERATOR_STATES,
      publicKey: PRESENCE_STATES,
      timestamp: ["absent", "now", "earlier"],
    },
    exclusions: [],
    everyLevel: withLimitOne("balance"),
    required: [
      ...withLimitOne("accountId"),
      ...onSmallPages("accountId"),
      ...onSmallPages("balance"),
      { accountId: "none", publicKey: "given" },
      { balance: "eq", publicKey: "given" },
      { accountId: "lte", balance: "none" },
      { limit: "1", timestamp: "now" },
      // In ascending order rows that were added since are on the last pages.
      { limit: "small", order: "asc", timestamp: "earlier" },
      // Reveals links that drop a parameter beside a timestamp filter.
      { limit: "small", order: "desc", accountId: "gte", balance: "gte", timestamp: "now" },
      { limit: "small", order: "asc", balance: "lte", timestamp: "now" },
      // Without a limit: many rows may have the lowest balance and fill the first small pages.
      { balance: "lte" },
      { limit: "small", order: "desc", accountId: "ne", balance: "gte", publicKey: "given" },
      // A key selects few rows: only pages of one row have links, which may drop the parameters beside the key.
      { limit: "1", order: "desc", accountId: "gte", publicKey: "given" },
      { limit: "100", accountId: "gt", balance: "ne" },
    ],
  },
};
