/** One of the two paged lists, tokens (4.4) or token balances (4.3), with the names that its faults need. */
export type List = {
  readonly endpoint: "tokens" | "tokenBalances";
  /** Selects the clause of this list: every fault of both lists gives both ids as literals, so that a search finds it. */
  readonly clause: (tokens: string, balances: string) => string;
  /** The filter on the member that identifies a row. */
  readonly idFilter: string;
  /** The filters on members of a row; the first one is broken in most combinations of parameters. */
  readonly filters: readonly [string, string];
  /** The filter on the public key of an account. */
  readonly keyFilter: string;
  /** The clauses on the pages of a filtered list (4.1), by filter. */
  readonly filteredPages: Readonly<Record<string, string>>;
};

export const TOKEN_LIST: List = {
  endpoint: "tokens",
  clause: (tokens) => tokens,
  idFilter: "token.id",
  filters: ["token.id", "account.id"],
  keyFilter: "publickey",
  filteredPages: {
    "token.id": "4.1-tokens-next-keeps-filters",
    "account.id": "4.1-tokens-account-id-pages",
    publickey: "4.1-tokens-public-key-pages",
  },
};

export const BALANCE_LIST: List = {
  endpoint: "tokenBalances",
  clause: (_, balances) => balances,
  idFilter: "account.id",
  filters: ["account.balance", "account.id"],
  keyFilter: "account.publickey",
  filteredPages: {
    "account.balance": "4.1-balances-balance-pages",
    "account.id": "4.1-balances-next-keeps-filters",
    "account.publickey": "4.1-balances-public-key-pages",
    timestamp: "4.1-balances-timestamp-pages",
  },
};

export const FAULT_LISTS: readonly List[] = [TOKEN_LIST, BALANCE_LIST];
