// §4.1, §4.3, §4.4: parameters of a list that stand together
import { kebab } from "../../engine/schema/fields.ts";
import { listOf, LISTS, shortKey, WORDS } from "../laws/lists/lists.ts";
import { contextClause, type ContextSpec } from "../makers/contexts.ts";

type Named = keyof typeof WORDS;

function slugOf(key: Named): string {
  return kebab(shortKey(key));
}

/** A filter that must not be dropped behind the first page. */
function pagesOf(key: Named): ContextSpec {
  const list = listOf(key);
  return {
    id: `4.1-${list}-${slugOf(key)}-pages`,
    statement: `${WORDS[key]} holds through all pages of ${LISTS[list].words}`,
    law: "behind",
    beside: [key],
  };
}

function bothOf(key: Named, other: Named): ContextSpec {
  return {
    id: `${LISTS[listOf(key)].section}-${slugOf(key)}-with-${slugOf(other)}`,
    statement: `${WORDS[key]} together with ${WORDS[other]} selects what both select`,
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
    statement: "account.id selects the same tokens in either order",
    law: "selection",
    beside: ["tokens.accountId", "tokens.order"],
  },
  {
    id: "4.3-balance-any-order",
    statement: "the balance filter selects the same rows in either order",
    law: "selection",
    beside: ["tokenBalances.balance", "tokenBalances.order"],
  },
  {
    id: "4.4-order-under-filter",
    statement: "the order holds for a filtered list too",
    law: "order",
    beside: ["tokens.tokenId", "tokens.order"],
  },
  {
    id: "4.3-order-under-filter",
    statement: "the order holds for a filtered list too",
    law: "order",
    beside: ["tokenBalances.accountId", "tokenBalances.order"],
  },
  ...(["tokens", "tokenBalances"] as const).map((endpoint): ContextSpec => {
    return {
      id: `${endpoint === "tokens" ? "4.4" : "4.3"}-order-with-limit-1`,
      statement: "with a limit of 1 the order still decides which row comes",
      law: "next",
      beside: [`${endpoint}.order`, `${endpoint}.limit`],
      states: { limit: "1" },
    };
  }),
];

/** A snapshot may hold other rows than the list of today: what is compared is taken at the same time. */
const TIMES = (
  [
    ["accountId", "selection", "rows at a time still meet the filter on account"],
    ["balance", "selection", "rows at a time still meet the filter on balance"],
    ["limit", "limit", "the limit holds at a time too"],
    ["order", "order", "the order holds at a time too"],
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

export const together = [...FILTERS, ...ORDERS, ...TIMES].map(contextClause);
