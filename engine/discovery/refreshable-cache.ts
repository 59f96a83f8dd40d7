interface Memo {
  readonly at: number;
  readonly value: Promise<unknown>;
  isOver: boolean;
}

/**
 * Looks for each thing once, and again for what moves where it was not looked for after a time (`performance.now()`). Many
 * may want that at once: what is read next serves them all.
 */
export function createRefreshableCache<K>(
  moving: ReadonlySet<K>,
  look: (key: K, again: boolean) => Promise<unknown>,
) {
  const memo = new Map<K, Memo>();

  function find(key: K, after = Number.NEGATIVE_INFINITY): Promise<unknown> {
    const known = memo.get(key);
    if (known !== undefined && (known.at > after || !moving.has(key))) {
      return known.value;
    }
    if (known?.isOver === false) {
      return known.value.catch(() => undefined).then(() => find(key, after));
    }
    const value = look(key, known !== undefined);
    const fresh: Memo = { at: performance.now(), value, isOver: false };
    memo.set(key, fresh);
    const end = (): void => {
      fresh.isOver = true;
    };
    value.then(end, end); // whoever needs it gets the reason
    return value;
  }

  return find;
}
