/** One of the two lists, and where the contract speaks of it. */
export type List = {
  readonly endpoint: "tokens" | "tokenBalances";
  readonly section: "4.3" | "4.4";
  readonly member: "tokens" | "balances";
  /** The filters of the rows themselves, the first of which tells most. */
  readonly filters: readonly [string, string];
  readonly key: string;
  /** The clauses, of 4.1, on walks under each filter. */
  readonly pagedLists: Readonly<Record<string, string>>;
};

export const TOKEN_LIST: List = {
  endpoint: "tokens",
  section: "4.4",
  member: "tokens",
  filters: ["token.id", "account.id"],
  key: "publickey",
  pagedLists: {
    "token.id": "next-keeps-filters",
    "account.id": "account-id-pages",
    publickey: "public-key-pages",
  },
};

export const BALANCE_LIST: List = {
  endpoint: "tokenBalances",
  section: "4.3",
  member: "balances",
  filters: ["account.balance", "account.id"],
  key: "account.publickey",
  pagedLists: {
    "account.balance": "balance-pages",
    "account.id": "next-keeps-filters",
    "account.publickey": "public-key-pages",
    timestamp: "timestamp-pages",
  },
};

export const FAULT_LISTS: readonly List[] = [TOKEN_LIST, BALANCE_LIST];
