import { valuesOf, type Query } from "../exchange.ts";
import type { Reader } from "./values.ts";

/** The query parameters that the contract describes without naming them. */
export const USUAL_NAMES = {
  tokens: { limit: "limit", order: "order", name: "name", publicKey: "publickey" },
  tokenBalances: {
    balance: "account.balance",
    accountId: "account.id",
    publicKey: "account.publickey",
    limit: "limit",
    order: "order",
    timestamp: "timestamp",
  },
  networkFees: { order: "order", timestamp: "timestamp" },
} as const;

export type ParameterNames = {
  readonly [E in keyof typeof USUAL_NAMES]: Readonly<Record<keyof (typeof USUAL_NAMES)[E], string>>;
};

/** The path in front of /api/v1, which links carry. */
export const PREFIX = "/ledger";

/** The name under which a list carries the place where its next page begins. */
export const CURSOR = "after";

/** The reading of one query: values as they are understood, and the names of those that are not. */
export class QueryReading {
  readonly #query: Query;
  /** The names of the parameters refused so far. */
  readonly refused: string[] = [];

  constructor(query: Query) {
    this.#query = query;
  }

  all<T>(name: string, read: Reader<T>): readonly T[] {
    const values = valuesOf({ query: this.#query }, name).map(read);
    if (values.includes(undefined)) this.refused.push(name);
    return values.filter((value) => value !== undefined);
  }

  /** The last value of a parameter; the ones before it must be well-formed too. */
  last<T>(name: string, read: Reader<T>): T | undefined {
    return this.all(name, read).at(-1);
  }
}

/** What the contract leaves to an implementation and the reference can be told. */
export type Settings = {
  readonly names: ParameterNames;
  /** The shard and realm of all records, which a short id leaves out. */
  readonly home: string;
  /** How many items a page has when nothing is said. */
  readonly pageSize: number;
  /** Which accounts a token is found by: those that hold it, or one that does not. */
  readonly accountsOf: "holders" | "treasury";
};

export const USUAL_SETTINGS: Settings = {
  names: USUAL_NAMES,
  home: "0.0",
  pageSize: 25,
  accountsOf: "holders",
};
