/** The same function with its last value kept: for rules that look at one answer, one after the other. */
export function lastOf<K extends object, V>(work: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) {
      last = { key, value: work(key) };
    }
    return last.value;
  };
}

/** The same function, worked out once for each object: for what many clauses take from one list, or one body. */
export function oncePer<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  // Most often it is the same object again, which needs no look into the table.
  return lastOf((key) => {
    let kept = known.get(key);
    if (kept === undefined) {
      kept = { value: work(key) };
      known.set(key, kept);
    }
    return kept.value;
  });
}

/** Keeps what was worked out of some objects, for as long as it is asked of the very same ones. */
export function keeping<V>(): (of: readonly object[], work: () => V) => V {
  const known = new WeakMap<object, { readonly of: readonly object[]; readonly value: V }>();
  return (of, work) => {
    const [first] = of;
    const kept = first === undefined ? undefined : known.get(first);
    if (kept?.of.length === of.length && kept.of.every((one, index) => one === of[index])) {
      return kept.value;
    }
    const value = work();
    if (first !== undefined) {
      known.set(first, { of, value });
    }
    return value;
  };
}
