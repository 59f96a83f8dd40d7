import type { Query } from "../exchange.ts";

/** Understands one value of a parameter, or gives undefined to refuse it. */
type Reader<T> = (text: string) => T | undefined;

export type Order = "asc" | "desc";

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

/** A name for each of them. */
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

  /** Whether a parameter was sent at all. */
  has(name: string): boolean {
    return this.#query.some(([sent]) => sent === name);
  }

  /** Every value of a parameter. */
  all<T>(name: string, read: Reader<T>): readonly T[] {
    const values: T[] = [];
    for (const [sent, text] of this.#query) {
      if (sent !== name) continue;
      const value = read(text);
      if (value === undefined) this.refused.push(name);
      else values.push(value);
    }
    return values;
  }

  /** The last value of a parameter; the ones before it must be well-formed too. */
  last<T>(name: string, read: Reader<T>): T | undefined {
    return this.all(name, read).at(-1);
  }
}

/** One of the two listing orders. */
export function order(text: string): Order | undefined {
  return text === "asc" || text === "desc" ? text : undefined;
}

/** A part of a token name: 3 to 100 characters. */
export function namePart(value: string): string | undefined {
  const characters = Array.from(value).length;
  return characters >= 3 && characters <= 100 ? value.toLowerCase() : undefined;
}

/** A public key, of whatever text, in the form in which keys are compared. */
export function publicKey(value: string): string {
  return value.toLowerCase().replace(/^0x/, "");
}

/** The number of items on a page: 1 to 100. */
export function itemCount(value: string): number | undefined {
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  return count >= 1 && count <= 100 ? count : undefined;
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
