import { valuesOf, type ServerRequest } from "../exchange.ts";

/** The query parameters that the contract describes without stating their names. */
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

export type ServedNames = {
  readonly [E in keyof typeof USUAL_NAMES]: Readonly<Record<keyof (typeof USUAL_NAMES)[E], string>>;
};

export const LEDGER_PREFIX = "/ledger";

export const CURSOR = "after";

/** Parses the values of one request; `refused` collects the names of the parameters with an invalid value. */
export function readingOf(request: Pick<ServerRequest, "query">) {
  const refused: string[] = [];
  const all = <T>(name: string, reader: Reader<T>): readonly T[] => {
    const values = valuesOf(request, name).map(reader);
    if (values.includes(undefined)) refused.push(name);
    return values.filter((value) => value !== undefined);
  };
  /** The last value of a parameter; all earlier values must be valid too. */
  const last = <T>(name: string, reader: Reader<T>): T | undefined => all(name, reader).at(-1);
  return { refused, all, last };
}

/** Unspecified behaviour that variants configure. */
export type ServiceSettings = {
  readonly names: ServedNames;
  /** The shard and realm of all records: the default of an id without them. */
  readonly home: string;
  readonly pageSize: number;
  /** The accounts by which `account.id` finds a token: its holders, or its treasury. */
  readonly accountsOf: "holders" | "treasury";
};

export const USUAL_SETTINGS: ServiceSettings = {
  names: USUAL_NAMES,
  home: "0.0",
  pageSize: 25,
  accountsOf: "holders",
};

/** Returns undefined to refuse the value. */
export type Reader<T> = (text: string) => T | undefined;

/** A condition on a number: an id's key, a balance, or a time in nanoseconds. */
export type Filter = (value: bigint) => boolean;

const FULL = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/;
const PART = 10n ** 10n;

/** The position of an id among all ids, in numeric order. */
export const idKey: Reader<bigint> = (id) => {
  const [, shard, realm = "", num = ""] = FULL.exec(id) ?? [];
  return shard === undefined ? undefined : (BigInt(shard) * PART + BigInt(realm)) * PART + BigInt(num);
};

/** The long-zero address of an id: its number in forty hex digits. */
export const longZeroAddress = (id: string): string =>
  `0x${((idKey(id) ?? 0n) % PART).toString(16).padStart(40, "0")}`;

/** A timestamp in nanoseconds; the digits after the dot are a decimal fraction of a second. */
export const nanoseconds: Reader<bigint> = (text) => {
  const [, seconds, fraction = ""] = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  return seconds === undefined ? undefined : BigInt(seconds + fraction.padEnd(9, "0"));
};

/** Compares a value with the bound of a filter, by operator; "" means that there is no operator. */
export const COMPARES: Readonly<Record<string, <T extends bigint | string>(value: T, bound: T) => boolean>> =
  {
    "": (value, bound) => value === bound,
    eq: (value, bound) => value === bound,
    ne: (value, bound) => value !== bound,
    gt: (value, bound) => value > bound,
    gte: (value, bound) => value >= bound,
    lt: (value, bound) => value < bound,
    lte: (value, bound) => value <= bound,
  };

/** "" if there is no operator. */
export const operatorOf = (text: string): string => /^(eq|ne|gte?|lte?):/.exec(text)?.[1] ?? "";

const filterReader =
  (reader: Reader<bigint>): Reader<Filter> =>
  (text) => {
    const operator = operatorOf(text);
    const bound = reader(text.slice(operator === "" ? 0 : operator.length + 1));
    return bound === undefined ? undefined : (value) => COMPARES[operator]?.(value, bound) === true;
  };

/** Reads EntityIdFilters; `home` is the shard and realm of an id without them. */
export const idFilterReader = (home: string): Reader<Filter> =>
  filterReader((id) => idKey(id.includes(".") ? id : `${home}.${id}`));
export const balanceFilterReader = filterReader((text) =>
  /^\d{1,10}$/.test(text) ? BigInt(text) : undefined,
);
export const timestampFilter = filterReader(nanoseconds);

export const meetsAll = (filters: readonly Filter[], value: bigint): boolean =>
  filters.every((meets) => meets(value));

/** A version that is valid from an instant on. */
export type Dated<T> = { readonly at: bigint; readonly value: T };

export function newestFirst<T>(versions: readonly T[], begins: (version: T) => string): readonly Dated<T>[] {
  const dated = versions.map((value) => ({ at: nanoseconds(begins(value)) ?? 0n, value }));
  return dated.toSorted((a, b) => (a.at > b.at ? -1 : 1));
}

/** The newest version whose beginning meets every filter, if any; `versions` has the newest one first. */
export function newestMeeting<T>(versions: readonly Dated<T>[], times: readonly Filter[]): T | undefined {
  return versions.find((version) => meetsAll(times, version.at))?.value;
}

export const orderReader = (text: string): "asc" | "desc" | undefined =>
  text === "asc" || text === "desc" ? text : undefined;

/** A part of a token name in lower case; undefined unless it has 3 to 100 characters. */
export function namePart(value: string): string | undefined {
  const characters = Array.from(value).length;
  return characters >= 3 && characters <= 100 ? value.toLowerCase() : undefined;
}

export function itemCount(value: string): number | undefined {
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  return count >= 1 && count <= 100 ? count : undefined;
}

/** A hex value in lower case without the prefix `0x`, for comparison. */
export const withoutHexPrefix = (text: string): string => text.toLowerCase().replace(/^0x/, "");

/** A text that is equal for a transaction id with and without leading zeros, and that contains the nonce. */
export function transactionKey(transactionId: string, nonce: number | bigint): string {
  const [payer = "", seconds = "", nanos = ""] = transactionId.split("-");
  return `${idKey(payer)}-${BigInt(seconds)}-${BigInt(nanos)}-${nonce}`;
}
