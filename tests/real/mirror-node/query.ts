import type { Json } from "../../../reference/json.ts";

/** An answer before it is printed. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** An answer that ends the work on a request early. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(status: number, ...messages: readonly string[]) {
    super(messages.join("; "));
    this.answer = { status, body: errorBody(messages) };
  }
}

export function errorBody(messages: readonly string[]): Json {
  return { _status: { messages: messages.map((message) => ({ message })) } };
}

export function invalid(parameter: string): Refused {
  return new Refused(400, `Invalid parameter: ${parameter}`);
}

export const NOT_FOUND = new Refused(404, "Not found");

export type Query = readonly (readonly [name: string, value: string])[];

/** A comparison of a filter. */
export interface Filter<T> {
  readonly operator: Operator;
  readonly value: T;
}

const OPERATORS = ["eq", "ne", "gt", "gte", "lt", "lte"] as const;
export type Operator = (typeof OPERATORS)[number];

function isOperator(text: string): text is Operator {
  return (OPERATORS as readonly string[]).includes(text);
}

/** Splits `gt:5`; undefined where what stands before the colon is no operator. */
export function split(text: string): Filter<string> | undefined {
  const at = text.indexOf(":");
  if (at === -1) {
    return { operator: "eq", value: text };
  }
  const operator = text.slice(0, at);
  return isOperator(operator) ? { operator, value: text.slice(at + 1) } : undefined;
}

export function compare<T extends number | bigint | string>(
  actual: T,
  { operator, value }: Filter<T>,
): boolean {
  const results: Readonly<Record<Operator, boolean>> = {
    eq: actual === value,
    ne: actual !== value,
    gt: actual > value,
    gte: actual >= value,
    lt: actual < value,
    lte: actual <= value,
  };
  return results[operator];
}

/** Equalities hold when one of them does, everything else together. */
export function meets<T extends number | bigint | string>(actual: T, filters: readonly Filter<T>[]): boolean {
  const equal = filters.filter(({ operator }) => operator === "eq");
  const others = filters.filter(({ operator }) => operator !== "eq");
  return (
    (equal.length === 0 || equal.some((filter) => compare(actual, filter))) &&
    others.every((filter) => compare(actual, filter))
  );
}

/** How a release reads ids. */
export interface Release {
  readonly name: "0.123" | "0.160";
  /** Largest number of an entity. */
  readonly largest: bigint;
  /** Digits of a number behind a shard or realm. */
  readonly digits: number;
  /** Largest number that stands alone. */
  readonly alone: bigint;
  /** Whether tokens may be named by address. */
  readonly addresses: boolean;
}

export const RELEASES: Readonly<Record<Release["name"], Release>> = {
  "0.123": { name: "0.123", largest: 2n ** 32n - 1n, digits: 10, alone: 2n ** 63n - 1n, addresses: false },
  "0.160": { name: "0.160", largest: 2n ** 38n - 1n, digits: 12, alone: 2n ** 38n - 1n, addresses: true },
};

/** The number under which an entity is kept: shard, realm and number in one. */
export function entityId(text: string, parameter: string, release: Release): bigint {
  if (/^\d{1,19}$/.test(text)) {
    return demandFit(BigInt(text), release.alone, text);
  }
  const match = /^(?:(\d{1,5})\.)?(\d{1,5})\.(\d{1,12})$/.exec(text);
  const [, shard = "0", realm = "0", num = ""] = match ?? [];
  if (match === null || num.length > release.digits) {
    throw invalid(parameter);
  }
  const high =
    (demandFit(BigInt(shard), 2n ** 15n - 1n, text) << 16n) | demandFit(BigInt(realm), 2n ** 16n - 1n, text);
  return (high << 38n) | demandFit(BigInt(num), release.largest, text);
}

function demandFit(value: bigint, largest: bigint, text: string): bigint {
  if (value > largest) {
    throw new Refused(400, `Invalid entity ID "${text}"`);
  }
  return value;
}

/** The long form of an address, or undefined where the text is none. */
function addressId(text: string): bigint | undefined {
  const match = /^(?:0x)?([0-9a-f]{40})$/i.exec(text);
  return match === null ? undefined : BigInt(`0x${match[1]}`);
}

/** An account is named by id or address. */
export function accountId(text: string, parameter: string, release: Release): bigint {
  return addressId(text) ?? entityId(text, parameter, release);
}

/** A token is named by id, in later releases by address too. */
export function tokenId(text: string, parameter: string, release: Release): bigint {
  return (release.addresses ? addressId(text) : undefined) ?? entityId(text, parameter, release);
}

/** A filter by id; later releases read over a doubled operator. */
export function idFilter(
  text: string,
  parameter: string,
  release: Release,
  read: typeof entityId,
): Filter<bigint> {
  const filter = split(text);
  if (filter === undefined) {
    throw invalid(parameter);
  }
  const doubled = release.addresses ? split(filter.value) : undefined;
  return { operator: filter.operator, value: read(doubled?.value ?? filter.value, parameter, release) };
}

/** Nanoseconds since the epoch. */
export function nanoseconds(text: string): bigint | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text);
  return match === null
    ? undefined
    : BigInt(match[1] ?? "") * 1_000_000_000n + BigInt((match[2] ?? "").padEnd(9, "0"));
}

/** Times past the end of a 64-bit integer break the query in the database. */
export function fits(time: bigint): bigint {
  if (time >= 2n ** 63n) {
    throw new Refused(503, "Service unavailable");
  }
  return time;
}

export function timeFilters(query: Query, parameter: string): readonly Filter<bigint>[] {
  return valuesOf(query, parameter).map((text) => {
    const filter = split(text);
    const value = filter === undefined ? undefined : nanoseconds(filter.value);
    if (filter === undefined || value === undefined) {
      throw invalid(parameter);
    }
    return { operator: filter.operator, value };
  });
}

export function valuesOf(query: Query, name: string): readonly string[] {
  return query.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
}

/** Every parameter is one of the endpoint. */
export function demandKnown(query: Query, known: readonly string[]): void {
  const unknown = query.map(([name]) => name.toLowerCase()).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Refused(400, `Unknown query parameter: ${unknown}`);
  }
}

const DEFAULT_LIMIT = 25;
const MOST = 100;

/** The last limit counts, every one has to be good, and more than the maximum gives the maximum. */
export function limitOf(query: Query): number {
  const limits = valuesOf(query, "limit").map((text) => {
    const digits = split(text)?.value ?? "";
    if (!/^\d{1,19}$/.test(digits) || BigInt(digits) === 0n || BigInt(digits) >= 2n ** 63n) {
      throw invalid("limit");
    }
    return Math.min(Number(digits), MOST);
  });
  return limits.at(-1) ?? DEFAULT_LIMIT;
}

/** The last order counts; letter case and an operator before it do not matter. */
export function orderOf(query: Query, usual: "asc" | "desc"): "asc" | "desc" {
  const orders = valuesOf(query, "order").map((text) => {
    const word = split(text)?.value.toLowerCase();
    if (word !== "asc" && word !== "desc") {
      throw invalid("order");
    }
    return word;
  });
  return orders.at(-1) ?? usual;
}

/** A public key; letter case and 0x do not matter. */
export function publicKey(text: string, parameter: string): string {
  const match = /^(?:0x)?([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{88})$/i.exec(text);
  if (match === null) {
    throw invalid(parameter);
  }
  return (match[1] ?? "").toLowerCase();
}
