// §2.3, §4.1, §4.4, §8
import { bodyRows } from "../../engine/schema/fields.ts";
import { invalidEntityIdFilter, validEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { tokens } from "../../schemas/tokens.ts";
import { recordTable } from "../makers/cites.ts";
import { operatorClauses } from "../makers/filters.ts";
import { shortIdClause } from "../makers/short-ids.ts";
import { limitClauses } from "../makers/limits.ts";
import { orderClauses } from "../makers/order.ts";
import { listClauses } from "../makers/pages.ts";
import { formClauses } from "../makers/forms.ts";
import { shownId } from "../laws/requests/ordinary.ts";
import { tokenIdFilter } from "../laws/lists/lists.ts";

export const tokensTable = recordTable(bodyRows("tokens", "4.4", tokens, { token: "2.3" }), [1, 2, 4, 15]);

export const tokenPages = listClauses("tokens");

export const tokenLimits = limitClauses("tokens");

export const tokenOrder = orderClauses("tokens");

export const tokenIdOperators = operatorClauses(tokenIdFilter, (operator) => `4.4-token-id-${operator}`);

export const tokenIdShort = shortIdClause(tokenIdFilter, "4.4-token-id-short");

const ids = { cases: validEntityIdFilter, readings: [7, 8] } as const;
const notIds = { cases: invalidEntityIdFilter, readings: [8, 10, 11], repaired: shownId } as const;

export const tokenIdForms = [
  ...formClauses({
    key: "tokens.tokenId",
    takes: { ...ids, statement: "token.id takes a well-formed entity id filter" },
    refuses: { ...notIds, statement: "token.id refuses a malformed entity id filter by name" },
  }),
  ...formClauses({
    key: "tokens.accountId",
    takes: { ...ids, statement: "account.id takes a well-formed entity id filter" },
    refuses: { ...notIds, statement: "account.id refuses a malformed entity id filter by name" },
  }),
];
