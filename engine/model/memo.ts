/** The same function, worked out once for each object: for what many clauses take from one list, or one body. */
export function oncePer<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const kept = known.get(key) ?? { value: work(key) };
    known.set(key, kept);
    return kept.value;
  };
}
