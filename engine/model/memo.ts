/** What came lately, by its key. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/**
 * Remembers at least half of so much, and never more: when the younger half is full, the elder is forgotten. (To take
 * the oldest out of a `Map`, one by one, is slow: it steps over every place that was emptied before.)
 *
 * @param most how much is remembered, in what `weigh` counts
 * @param weigh what a key counts with its value; absent: one
 */
export function createRecent<V>(most: number, weigh: (key: string, value: V) => number = () => 1): Recent<V> {
  let young = new Map<string, V>();
  let elder = new Map<string, V>();
  let weight = 0;

  function set(key: string, value: V): void {
    weight += weigh(key, value);
    if (weight > most / 2) {
      elder = young;
      young = new Map();
      weight = weigh(key, value);
    }
    young.set(key, value);
  }

  return {
    get: (key) => {
      const known = young.get(key);
      const old = known === undefined ? elder.get(key) : undefined;
      if (old !== undefined) {
        // What is asked for again is worth keeping.
        elder.delete(key);
        set(key, old);
      }
      return known ?? old;
    },
    set,
    delete: (key) => {
      const known = young.get(key);
      weight -= known === undefined ? 0 : weigh(key, known);
      young.delete(key);
      elder.delete(key);
    },
  };
}

/** The same function, worked out once for each object: for what many clauses take from one list, or one body. */
export function oncePer<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const kept = known.get(key) ?? { value: work(key) };
    known.set(key, kept);
    return kept.value;
  };
}

/** The same function, worked out anew only for another key than the last one: nothing else is held by it. */
export function ofLast<K extends object, V>(work: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    last = last?.key === key ? last : { key, value: work(key) };
    return last.value;
  };
}
