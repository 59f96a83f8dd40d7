// Ids to which files of other clauses refer. Among the clause files, only the one that declares a clause contains its id, so that a search
// finds it. The ids of `fields` clauses are composed (2-records.clauses.ts).
import type { DependencyTable } from "../engine/clauses/dependencies.ts";
import type { ClauseId } from "../engine/model/clause-results.ts";

export const LIST_CLAUSES = {
  tokens: {
    noRowMissing: "4.1-tokens-no-row-missing",
    selection: "4.4-selection",
    orderSorted: "4.4-order-sorted",
    ownIdListed: "4.4-own-id-listed",
    publicKey: "4.4-public-key",
    rows: "4.4-tokens",
  },
  balances: {
    noRowMissing: "4.1-balances-no-row-missing",
    selection: "4.3-selection",
    orderSorted: "4.3-order-sorted",
    ownIdListed: "4.3-own-id-listed",
    publicKey: "4.3-public-key",
    rows: "2.4-balances",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ClauseId>>>>;

/** The clauses on the members of rows that filters and orders compare. */
export const ROW_FIELDS = {
  account: "2.4-balance-account",
  balance: "2.4-balance-balance",
  gas: "2.5-fee-gas",
  name: "2.3-name",
  symbol: "2.3-symbol",
  token_id: "2.3-token-id",
} as const satisfies Readonly<Record<string, ClauseId>>;

export const OWN_HASH_FOUND: ClauseId = "4.7-own-hash-found";

/** The clauses without which the responses of an endpoint cannot be used to check other clauses. */
export const dependsOn: DependencyTable = {
  statusSummary: { success: ["4.2-answers-200", "4.2-success-status"] },
  tokenBalances: {
    data: ["2.4-balances", "2.4-balance-account", "4.3-order-sorted", "4.3-limit-at-most"],
    links: ["2.4-links", "2.4-links-next", "4.1-balances-pages-end", "4.1-balances-next-null-at-end"],
    together: ["4.3-together-accepted"],
    success: ["4.3-answers-200", "4.3-success-status"],
  },
  tokens: {
    data: ["4.4-tokens", "2.3-token-id", "4.4-order-sorted", "4.4-limit-at-most"],
    links: ["4.4-links", "4.4-links-next", "4.1-tokens-pages-end", "4.1-tokens-next-null-at-end"],
    together: ["4.4-together-accepted"],
    success: ["4.4-answers-200", "4.4-success-status"],
  },
  networkFees: {
    data: ["2.5-fees", "2.5-fee-transaction-type", "4.5-order-sorted"],
    together: ["4.5-together-accepted"],
    success: ["4.5-answers-200", "4.5-success-status"],
  },
  topicMessage: {
    data: ["2.6-consensus-timestamp", "4.6-message-of-that-time"],
    success: ["4.6-answers-200", "4.6-success-status"],
  },
  contractResult: {
    data: ["2.7-hash", "4.7-record-of-that-hash", "4.7-neighbouring-transaction-ids"],
    lookup: [OWN_HASH_FOUND],
    together: ["4.7-together-accepted"],
    success: ["4.7-answers-200", "4.7-success-status"],
  },
  contract: {
    data: ["2.8-contract-id", "2.8-evm-address", "4.8-contract-of-that-name", "4.8-forms-of-an-address"],
    together: ["4.8-together-accepted"],
    success: ["4.8-answers-200", "4.8-success-status"],
  },
  sessionVerify: { success: ["4.9-answers-200", "4.9-success-status"] },
  verify: { success: ["4.10-answers-200", "4.10-success-status"] },
};

/** A search by name finds all tokens with the text in their name, and no other tokens. */
export const NAME_SEARCH = {
  complete: "4.4-name-complete",
  contained: "4.4-name-contained",
} as const satisfies Readonly<Record<string, ClauseId>>;

/** Relations between the tokens that account.id selects with different operators. */
export const ACCOUNT_SELECTIONS = [
  "4.4-account-id-none-is-eq",
  "4.4-account-id-gte",
] as const satisfies readonly ClauseId[];

/** The clauses that test whether the invalid request of the clauses of section 7 is refused. */
export const REFUSAL_CLAUSES = {
  tokens: "4.4-token-id-refused",
  tokenBalances: "4.3-path-refused",
  networkFees: "4.5-timestamp-refused",
  topicMessage: "4.6-time-refused",
} as const satisfies Readonly<Record<string, ClauseId>>;
