import { idKey } from "./entity-id.ts";

export type Operator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte";

/** A condition on a number: an id's key, a balance, or a time in nanoseconds. */
export type Filter = { readonly operator: Operator; readonly bound: bigint };

const ID_FILTER = /^(?:(eq|ne|gte?|lte?):)?((?:\d{1,10}\.\d{1,10}\.)?\d{1,10})$/;
const BALANCE_FILTER = /^(?:(eq|ne|gte?|lte?):)?(\d{1,10})$/;
const TIMESTAMP_FILTER = /^(?:(eq|ne|gte?|lte?):)?(\d{1,10}(?:\.\d{1,9})?)$/;
const TIMESTAMP = /^(\d{1,10})(?:\.(\d{1,9}))?$/;

function isOperator(text: string): text is Operator {
  return Object.hasOwn(COMPARES, text);
}

/** The operator of a filter, "" when there is none. */
export function operatorOf(text: string): string {
  return /^(eq|ne|gte?|lte?):/.exec(text)?.[1] ?? "";
}

function filterFrom(pattern: RegExp, text: string, bound: (value: string) => bigint): Filter | undefined {
  const [, operator = "eq", value] = pattern.exec(text) ?? [];
  return value !== undefined && isOperator(operator) ? { operator, bound: bound(value) } : undefined;
}

/** Reads EntityIdFilters; `home` is the shard and realm that a short id lies in. */
export function idFilter(home: string): (text: string) => Filter | undefined {
  return (text) => filterFrom(ID_FILTER, text, (id) => idKey(id.includes(".") ? id : `${home}.${id}`));
}

/** The condition that a BalanceFilter states. */
export function balanceFilter(text: string): Filter | undefined {
  return filterFrom(BALANCE_FILTER, text, BigInt);
}

/** The condition that a TimestampFilter states. */
export function timestampFilter(text: string): Filter | undefined {
  return filterFrom(TIMESTAMP_FILTER, text, (value) => nanoseconds(value) ?? 0n);
}

/** The instant that a timestamp names; digits after the dot are a decimal fraction of a second. */
export function nanoseconds(text: string): bigint | undefined {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return undefined;
  const [, seconds = "0", fraction = ""] = parts;
  return BigInt(seconds) * 10n ** 9n + BigInt(fraction.padEnd(9, "0"));
}

const COMPARES: Readonly<Record<Operator, (value: bigint, bound: bigint) => boolean>> = {
  eq: (value, bound) => value === bound,
  ne: (value, bound) => value !== bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

/** Whether a number meets every one of the conditions. */
export function meetsAll(filters: readonly Filter[], value: bigint): boolean {
  return filters.every(({ operator, bound }) => COMPARES[operator](value, bound));
}

/** Something that was so from an instant on. */
export type Dated<T> = { readonly at: bigint; readonly value: T };

/** The newest version whose beginning meets every one of the filters; versions come newest first. */
export function newestMeeting<T>(versions: readonly Dated<T>[], times: readonly Filter[]): T | undefined {
  return versions.find((version) => meetsAll(times, version.at))?.value;
}
