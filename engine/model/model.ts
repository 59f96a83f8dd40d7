/** Removes the members that are undefined: with `exactOptionalPropertyTypes` an optional member is absent instead. */
export function present<Members extends object>(members: Members): Present<Members>;
export function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A signal that is aborted as soon as one of the given signals is. Undefined signals are ignored. */
export const anySignal = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V>;
export function recordOf(keys: readonly string[], valueOf: (key: string) => unknown): object {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
}

export const mapValues = <A, B>(
  members: Readonly<Record<string, A>>,
  change: (value: A, name: string) => B,
): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));

type Present<Members> = { -readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Appends an ellipsis to a text that it cuts: in front of it, redaction finds the beginning of a secret. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

export function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

export const countText = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** `1 clause`, `2 clauses`. */
export const countOf = (value: number, noun: string): string =>
  `${countText(value)} ${noun}${value === 1 ? "" : "s"}`;

/** Memoizes by an immutable object, and forgets the value together with it, so that nothing of one run reaches another. */
export function memoizeByObject<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const entries = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const entry = entries.get(key) ?? { value: work(key) };
    entries.set(key, entry);
    return entry.value;
  };
}

/** Memoizes a function for its last key only, so that one value at a time is kept in memory. */
export function cacheLast<K, V>(work: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    last = last?.key === key ? last : { key, value: work(key) };
    return last.value;
  };
}

export function getOrInsert<K, V>(
  map: { readonly get: (key: K) => V | undefined; readonly set: (key: K, value: V) => unknown },
  key: K,
  create: () => V,
): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** Groups items by key. The groups are in the order of `keys`, after groups whose key is not in `keys`. */
export function groupBy<K, T>(
  items: readonly T[],
  keyOf: (item: T) => K,
  keys: readonly K[] = [],
): readonly (readonly [K, readonly [T, ...T[]]])[] {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    groups.set(key, group ?? [item]);
    group?.push(item);
  }
  return [...groups].toSorted(([a], [b]) => keys.indexOf(a) - keys.indexOf(b));
}

export const uniqueBy = <T>(items: readonly T[], keyOf: (item: T) => unknown): readonly T[] =>
  groupBy(items, keyOf).map(([, [first]]) => first);

/** At most `most` items, evenly spread; from `most` 2 on, the first and the last item are among them. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most || most < 2) return items.slice(0, most);
  const step = (items.length - 1) / (most - 1);
  const spreadItems = Array.from({ length: most }, (_, index) => items[Math.round(index * step)]);
  return spreadItems.filter((item) => item !== undefined);
}
