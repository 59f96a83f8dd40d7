// §2.1, §4: values to send, with the names under which reports show them
import * as fc from "fast-check";

export interface NamedCase<T> {
  readonly name: string;
  readonly value: T;
  /** The family of malformed values: a level sends the first value or the first few values of a family. */
  readonly family?: string | undefined;
}

/** A level sends the first of each family of `boundaries`, or the first of all. `middle`: random cases. */
export interface Cases<T> {
  readonly boundaries: readonly NamedCase<T>[];
  readonly middle: fc.Arbitrary<NamedCase<T>>;
}

export interface Format {
  readonly valid: () => Cases<string>;
  /** The lowest and the highest value, without an operator and with each operator of a filter. */
  readonly ends?: () => readonly NamedCase<string>[];
  /** Invalid texts, most of them one edit away from a valid one. */
  readonly invalid: () => Cases<string>;
  /** Ambiguous texts: a service may accept or refuse them. */
  readonly ambiguous: () => readonly NamedCase<string>[];
}

/** Values without a family are one family. */
export function ofEachFamily<T extends Pick<NamedCase<unknown>, "family">>(
  items: readonly T[],
  count: number,
): readonly T[] {
  const counts = new Map<string | undefined, number>();
  return items.filter(({ family }) => {
    counts.set(family, (counts.get(family) ?? 0) + 1);
    return (counts.get(family) ?? 0) <= count;
  });
}

export const nameIn = (family: string, value: string): string => `${family}: ${value}`;

export const familyOf = (name: string): string => name.split(": ", 1)[0] ?? name;

export type Literals = Readonly<Record<string, string>>;

export type Kinds = Readonly<Record<string, fc.Arbitrary<string>>>;

/** Fixed texts as cases, without those that are undefined. */
export function namedCases(
  literals: Readonly<Record<string, string | undefined>>,
): readonly NamedCase<string>[] {
  return Object.entries(literals).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** Each value once, under the first of its names. */
export function uniqueValues(items: readonly NamedCase<string>[]): readonly NamedCase<string>[] {
  return items.filter(({ value }, at) => items.findIndex((other) => other.value === value) === at);
}

/** Each case is named after its text, with `words` before it. */
export const asNamed = (texts: readonly string[], words = ""): readonly NamedCase<string>[] =>
  texts.map((value) => ({ name: words + value, value }));

const ENUMERATION = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Joins texts as words of a sentence: `a limit, an order and a name`. */
export const inWords = (items: readonly string[]): string => ENUMERATION.format(items);

/** Computes a value at the first call: many clauses send the same values. */
export function computeOnce<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The items from index `by` on, then the items before it; the index may exceed their number. */
export function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const from = by % Math.max(items.length, 1);
  return [...items.slice(from), ...items.slice(0, from)];
}

/** Interleaves lists: the first element of each, then the second of each, and so on. */
export function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** Makes cases: `literals` are the boundaries; of the random values, each of the `kinds` has the same share. */
export function cases(literals: Literals, kinds: Kinds): Cases<string> {
  const byKind = Object.entries(kinds).map(([name, texts]) => texts.map((value) => ({ name, value })));
  return { boundaries: namedCases(literals), middle: fc.oneof(...byKind) };
}
