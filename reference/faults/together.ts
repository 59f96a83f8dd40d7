import type { Fault } from "../fault.ts";
import { ignoreQuery, rewriteQuery, sends, valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import { faultsOf, type Entry } from "./tables.ts";

/** Overlooks one parameter in requests that have another one too. */
function beside(other: string, overlooked: string): Rewriting {
  return when(sends(other), ignoreQuery(overlooked));
}

function underDesc(overlooked: string): Rewriting {
  return when((ask) => valuesOf(ask, "order").includes("desc"), ignoreQuery(overlooked));
}

function limitBesideOrder(clause: string): Entry {
  return ["limit-ignored-with-order", clause, "limit has no effect beside order", beside("order", "limit")];
}

const LOWEST = "0.0.0";
const HIGHEST = "9999999999.9999999999.9999999999";
const NOTHING = `lt:${LOWEST}`;
const EVERYTHING = `gte:${LOWEST}`;

/** What a bound at either end of all accounts is taken for. */
const ENDS: readonly (readonly [operator: string, bound: string, clause: string, taken: string])[] = [
  ["gte", LOWEST, "gte-lowest", NOTHING],
  ["gt", LOWEST, "gt-lowest", NOTHING],
  ["lte", HIGHEST, "lte-highest", NOTHING],
  ["lt", HIGHEST, "lt-highest", NOTHING],
  ["ne", HIGHEST, "ne-highest", NOTHING],
  ["lt", LOWEST, "lt-lowest-none", EVERYTHING],
  ["gt", HIGHEST, "gt-highest-none", EVERYTHING],
  ["gte", HIGHEST, "gte-highest-none", EVERYTHING],
];

const ACCOUNT_ENDS: readonly Entry[] = ENDS.map(([operator, bound, slug, taken]) => [
  `account-id-${slug}-wrong`,
  `4.4-account-id-${slug}`,
  `account.id with operator ${operator} and the ${bound === LOWEST ? "lowest" : "highest"} id selects ` +
    (taken === NOTHING ? "nothing" : "every token that is held"),
  rewriteQuery("account.id", (value) => (value === `${operator}:${bound}` ? taken : value)),
]);

const TOKENS: readonly Entry[] = [
  limitBesideOrder("4.1-tokens-limit-with-others"),
  ...ACCOUNT_ENDS,
  [
    "account-id-ignored-under-desc",
    "4.4-account-id-any-order",
    "account.id has no effect under desc",
    underDesc("account.id"),
  ],
  [
    "publickey-overrides-account-id",
    "4.4-public-key-with-account-id",
    "account.id has no effect beside publickey",
    beside("publickey", "account.id"),
  ],
  [
    "token-id-overrides-publickey",
    "4.4-public-key-with-token-id",
    "publickey has no effect beside token.id",
    beside("token.id", "publickey"),
  ],
  [
    "name-overrides-publickey",
    "4.4-name-with-public-key",
    "publickey has no effect beside name",
    beside("name", "publickey"),
  ],
];

const BALANCES: readonly Entry[] = [
  limitBesideOrder("4.1-balances-limit-with-others"),
  [
    "balance-ignored-under-desc",
    "4.3-balance-any-order",
    "account.balance has no effect under desc",
    underDesc("account.balance"),
  ],
  [
    "publickey-overrides-account-id",
    "4.3-public-key-with-account-id",
    "account.id has no effect beside account.publickey",
    beside("account.publickey", "account.id"),
  ],
  [
    "balance-overrides-publickey",
    "4.3-public-key-with-balance",
    "account.publickey has no effect beside account.balance",
    beside("account.balance", "account.publickey"),
  ],
  [
    "account-id-ignored-at-time",
    "4.3-account-id-at-time",
    "account.id has no effect beside timestamp",
    beside("timestamp", "account.id"),
  ],
  [
    "balance-ignored-at-time",
    "4.3-balance-at-time",
    "account.balance has no effect beside timestamp",
    beside("timestamp", "account.balance"),
  ],
  [
    "limit-ignored-at-time",
    "4.3-limit-at-time",
    "limit has no effect beside timestamp",
    beside("timestamp", "limit"),
  ],
  [
    "order-ignored-at-time",
    "4.3-order-at-time",
    "order has no effect beside timestamp",
    beside("timestamp", "order"),
  ],
];

const FEES: readonly Entry[] = [
  [
    "order-ignored-at-time",
    "4.5-order-at-time",
    "order has no effect beside timestamp",
    beside("timestamp", "order"),
  ],
];

/** Faults that show where parameters stand together (4.1, 4.3 to 4.5), or at the ends of all ids. */
export const togetherFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", TOKENS),
  ...faultsOf("tokenBalances", "balances", BALANCES),
  ...faultsOf("networkFees", "fees", FEES),
];
