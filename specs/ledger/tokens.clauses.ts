// §2.3, §4.1, §4.4, §8
import { bodyRows } from "../../engine/schema/fields.ts";
import { invalidEntityIdFilter, validEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { tokens } from "../../schemas/tokens.ts";
import { recordTable } from "../makers/cites.ts";
import { operatorClauses } from "../makers/filters.ts";
import { shortIdClause } from "../makers/short-ids.ts";
import { limitClauses } from "../makers/limits.ts";
import { orderClauses } from "../makers/order.ts";
import { orderEffectClauses } from "../makers/order-effects.ts";
import { listClauses } from "../makers/pages.ts";
import { accepted, refused } from "../makers/parameters.ts";
import { shownId } from "../laws/ordinary.ts";
import { tokenIdFilter } from "../laws/row-filters.ts";

export const tokensTable = recordTable(bodyRows("tokens", "4.4", tokens, { token: "2.3" }), [1, 2, 4, 15]);

export const tokenPages = listClauses("tokens");

export const tokenLimits = limitClauses("tokens");

export const tokenOrder = orderClauses({
  id: "4.4-order-sorted",
  sameRowsId: "4.4-order-same-rows",
  endpoint: "tokens",
  list: "tokens",
  order: "tokens.order",
  identity: "token_id",
});

export const tokenOrderEffects = orderEffectClauses("tokens");

export const tokenIdOperators = operatorClauses(tokenIdFilter, (operator) => `4.4-token-id-${operator}`);

export const tokenIdShort = shortIdClause(tokenIdFilter, "4.4-token-id-short");

const ids = { list: "tokens", cases: validEntityIdFilter, readings: [7, 8] } as const;
const notIds = {
  list: "tokens",
  cases: invalidEntityIdFilter,
  readings: [8, 10, 11],
  repaired: shownId,
} as const;

export const tokenIdForms = [
  accepted({
    ...ids,
    id: "4.4-token-id-accepted",
    statement: "token.id takes a well-formed entity id filter",
    key: "tokens.tokenId",
  }),
  refused({
    ...notIds,
    id: "4.4-token-id-refused",
    statement: "token.id refuses a malformed entity id filter by name",
    key: "tokens.tokenId",
  }),
  accepted({
    ...ids,
    id: "4.4-account-id-accepted",
    statement: "account.id takes a well-formed entity id filter",
    key: "tokens.accountId",
  }),
  refused({
    ...notIds,
    id: "4.4-account-id-refused",
    statement: "account.id refuses a malformed entity id filter by name",
    key: "tokens.accountId",
  }),
];
