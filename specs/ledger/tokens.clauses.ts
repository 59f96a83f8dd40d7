// §4.1, §4.4, §8: the token list
import { operatorClauses, shortIdClause } from "../makers/filters.ts";
import { limitClauses } from "../makers/limits.ts";
import { orderClauses } from "../makers/order.ts";
import { listClauses } from "../makers/walks.ts";
import { tokenIdFilter } from "../laws/lists/lists.ts";

export const tokenPages = listClauses("tokens");
export const tokenLimits = limitClauses("tokens");
export const tokenOrder = orderClauses("tokens");
export const tokenIdOperators = operatorClauses(tokenIdFilter, (operator) => `4.4-token-id-${operator}`);
export const tokenIdShort = shortIdClause(tokenIdFilter, "4.4-token-id-short");
