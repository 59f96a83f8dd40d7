/** What came lately, by its key. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/**
 * Remembers so much and never more: what was not asked for lately is forgotten first.
 *
 * @param most how much is remembered, in what `weigh` counts
 * @param weigh what a key counts with its value; absent: one
 */
export function createRecent<V>(most: number, weigh: (key: string, value: V) => number = () => 1): Recent<V> {
  const kept = new Map<string, V>();
  let weight = 0;

  function forget(key: string): V | undefined {
    const value = kept.get(key);
    if (value !== undefined) {
      weight -= weigh(key, value);
      kept.delete(key);
    }
    return value;
  }

  function set(key: string, value: V): void {
    forget(key);
    kept.set(key, value);
    weight += weigh(key, value);
    for (const oldest of kept.keys()) {
      if (weight <= most) {
        break;
      }
      forget(oldest);
    }
  }

  return {
    get: (key) => {
      const value = forget(key);
      if (value !== undefined) {
        set(key, value);
      }
      return value;
    },
    set,
    delete: forget,
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
