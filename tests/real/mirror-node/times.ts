import { splitAgain, type Filter } from "./filters.ts";
import { UNAVAILABLE, valuesOf, type Query, type Reads } from "./query.ts";
import type { Release } from "./releases.ts";

/** Nanoseconds since the epoch. */
export function nanoseconds(text: string): bigint | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text);
  return match === null
    ? undefined
    : BigInt(match[1] ?? "") * 1_000_000_000n + BigInt((match[2] ?? "").padEnd(9, "0"));
}

/** Nanoseconds of a time that is known to be one. */
export function timeOf(text: string): bigint {
  return nanoseconds(text) ?? 0n;
}

/** Times past the end of a 64-bit integer break the query in the database. */
export function fits(time: bigint): bigint {
  if (time >= 2n ** 63n) {
    throw UNAVAILABLE;
  }
  return time;
}

export function readsTimes({ readsOver }: Release): Reads {
  return (text) => nanoseconds(splitAgain(text, readsOver)?.value ?? "") !== undefined;
}

export function timeFilters(query: Query, { readsOver }: Release): readonly Filter<bigint>[] {
  return valuesOf(query, "timestamp").flatMap((text) => {
    const filter = splitAgain(text, readsOver);
    return filter === undefined ? [] : [{ operator: filter.operator, value: timeOf(filter.value) }];
  });
}

/** What several bounds leave: from the first to the last nanosecond, both within. */
export interface Span {
  readonly first: bigint;
  readonly last: bigint;
}

export const END_OF_TIME = 2n ** 63n - 1n;

/** Of several equalities the earliest counts; `ne` leaves everything. */
export function spanOf(filters: readonly Filter<bigint>[]): Span {
  const bounds = filters.map(({ operator, value }): Span => {
    if (operator === "eq") {
      return { first: value, last: value };
    }
    return {
      first: operator === "gt" ? value + 1n : operator === "gte" ? value : 0n,
      last: operator === "lt" ? value - 1n : operator === "lte" ? value : END_OF_TIME,
    };
  });
  const equal = filters.filter(({ operator }) => operator === "eq").map(({ value }) => value);
  const earliest = equal.toSorted((a, b) => (a < b ? -1 : 1))[0];
  const others = bounds.filter((_, index) => filters[index]?.operator !== "eq");
  const start = earliest === undefined ? [] : [{ first: earliest, last: earliest }];
  return [...start, ...others].reduce(
    (span, { first, last }) => ({
      first: first > span.first ? first : span.first,
      last: last < span.last ? last : span.last,
    }),
    { first: 0n, last: END_OF_TIME },
  );
}
