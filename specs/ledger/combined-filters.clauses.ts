// §4.1, §4.3, §4.4: parameters of a list that stand together
import { contextClause, type ContextSpec } from "../makers/contexts.ts";

const PAGES: readonly ContextSpec[] = [
  {
    id: "4.1-tokens-account-id-pages",
    list: "tokens",
    statement: "account.id holds through all pages of the token list",
    law: "behind",
    beside: ["tokens.accountId"],
  },
  {
    id: "4.1-tokens-public-key-pages",
    list: "tokens",
    statement: "a public key holds through all pages of the token list",
    law: "behind",
    beside: ["tokens.publicKey"],
  },
  {
    id: "4.1-balances-balance-pages",
    list: "balances",
    statement: "the balance filter holds through all pages of token balances",
    law: "behind",
    beside: ["tokenBalances.balance"],
  },
  {
    id: "4.1-balances-public-key-pages",
    list: "balances",
    statement: "a public key holds through all pages of token balances",
    law: "behind",
    beside: ["tokenBalances.publicKey"],
  },
  {
    id: "4.1-balances-timestamp-pages",
    list: "balances",
    statement: "the timestamp filter holds through all pages of token balances",
    law: "behind",
    beside: ["tokenBalances.timestamp"],
  },
];

const FILTERS: readonly ContextSpec[] = [
  {
    id: "4.3-account-id-with-balance",
    list: "balances",
    statement: "the account filter together with the balance filter selects what both select",
    law: "selection",
    beside: ["tokenBalances.accountId", "tokenBalances.balance"],
  },
  {
    id: "4.3-public-key-with-account-id",
    list: "balances",
    statement: "a public key together with the account filter selects what both select",
    law: "selection",
    beside: ["tokenBalances.publicKey", "tokenBalances.accountId"],
  },
  {
    id: "4.3-public-key-with-balance",
    list: "balances",
    statement: "a public key together with the balance filter selects what both select",
    law: "selection",
    beside: ["tokenBalances.publicKey", "tokenBalances.balance"],
  },
  {
    id: "4.4-account-id-with-token-id",
    list: "tokens",
    statement: "token.id together with account.id selects what both select",
    law: "selection",
    beside: ["tokens.accountId", "tokens.tokenId"],
  },
  {
    id: "4.4-public-key-with-account-id",
    list: "tokens",
    statement: "a public key together with account.id selects what both select",
    law: "selection",
    beside: ["tokens.publicKey", "tokens.accountId"],
  },
  {
    id: "4.4-public-key-with-token-id",
    list: "tokens",
    statement: "a public key together with token.id selects what both select",
    law: "selection",
    beside: ["tokens.publicKey", "tokens.tokenId"],
  },
];

const ORDERS: readonly ContextSpec[] = [
  {
    id: "4.4-account-id-any-order",
    list: "tokens",
    statement: "account.id selects the same tokens in either order",
    law: "selection",
    beside: ["tokens.accountId", "tokens.order"],
  },
  {
    id: "4.3-balance-any-order",
    list: "balances",
    statement: "the balance filter selects the same rows in either order",
    law: "selection",
    beside: ["tokenBalances.balance", "tokenBalances.order"],
  },
  {
    id: "4.4-order-under-filter",
    list: "tokens",
    statement: "the order holds for a filtered list too",
    law: "order",
    beside: ["tokens.tokenId", "tokens.order"],
  },
  {
    id: "4.3-order-under-filter",
    list: "balances",
    statement: "the order holds for a filtered list too",
    law: "order",
    beside: ["tokenBalances.accountId", "tokenBalances.order"],
  },
  {
    id: "4.4-order-with-limit-1",
    list: "tokens",
    statement: "with a limit of 1 the order still decides which row comes",
    law: "next",
    beside: ["tokens.order", "tokens.limit"],
    states: { limit: "1" },
  },
  {
    id: "4.3-order-with-limit-1",
    list: "balances",
    statement: "with a limit of 1 the order still decides which row comes",
    law: "next",
    beside: ["tokenBalances.order", "tokenBalances.limit"],
    states: { limit: "1" },
  },
];

/** A snapshot may hold other rows than the list of today: what is compared is taken at the same time. */
const TIMES: readonly ContextSpec[] = [
  {
    id: "4.3-account-id-at-time",
    list: "balances",
    statement: "rows at a time still meet the filter on account",
    law: "selection",
    beside: ["tokenBalances.timestamp", "tokenBalances.accountId"],
    readings: [17],
  },
  {
    id: "4.3-balance-at-time",
    list: "balances",
    statement: "rows at a time still meet the filter on balance",
    law: "selection",
    beside: ["tokenBalances.timestamp", "tokenBalances.balance"],
    readings: [17],
  },
  {
    id: "4.3-limit-at-time",
    list: "balances",
    statement: "the limit holds at a time too",
    law: "limit",
    beside: ["tokenBalances.timestamp", "tokenBalances.limit"],
    readings: [17],
  },
  {
    id: "4.3-order-at-time",
    list: "balances",
    statement: "the order holds at a time too",
    law: "order",
    beside: ["tokenBalances.timestamp", "tokenBalances.order"],
    readings: [16, 17],
  },
];

export const together = [...PAGES, ...FILTERS, ...ORDERS, ...TIMES].map(contextClause);
