interface Memo {
  readonly at: number;
  readonly value: Promise<unknown>;
  isOver: boolean;
}

/**
 * Wraps a finder with a cache. Values of `moving` keys are found again, with `fresh`, for a caller that needs one from after a time
 * (`performance.now()`). Callers that need one at the same time share the next search.
 */
export function createRefreshableCache<K>(
  moving: ReadonlySet<K>,
  look: (key: K, fresh: boolean) => Promise<unknown>,
) {
  const memo = new Map<K, Memo>();

  return function find(key: K, after = Number.NEGATIVE_INFINITY): Promise<unknown> {
    const known = memo.get(key);
    if (known !== undefined && (known.at > after || !moving.has(key))) {
      return known.value;
    }
    if (known?.isOver === false) {
      return known.value.catch(() => undefined).then(() => find(key, after));
    }
    const value = look(key, known !== undefined);
    const next: Memo = { at: performance.now(), value, isOver: false };
    memo.set(key, next);
    const end = (): void => {
      next.isOver = true;
    };
    value.then(end, end); // The caller receives the error.
    return value;
  };
}
