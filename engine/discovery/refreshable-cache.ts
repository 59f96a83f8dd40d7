interface CacheEntry<T> {
  /** `performance.now()` when the search for the value began. */
  readonly startedAt: number;
  readonly value: Promise<T>;
  isSettled: boolean;
}

/** Creates a cache that searches for each value once, and again for a `changeable` key if its last search began before `after`. */
export function createRefreshableCache<T>(
  changeable: ReadonlySet<keyof T>,
  search: <K extends keyof T>(key: K, fresh: boolean) => Promise<T[K]>,
) {
  const entries: { [K in keyof T]?: CacheEntry<T[K]> } = {};

  function find<K extends keyof T>(key: K, after = Number.NEGATIVE_INFINITY): Promise<T[K]> {
    const latest: CacheEntry<T[K]> | undefined = entries[key];
    if (latest !== undefined && (latest.startedAt > after || !changeable.has(key))) return latest.value;
    if (latest?.isSettled === false) return latest.value.catch(() => undefined).then(() => find(key, after));
    const value = search(key, latest !== undefined);
    const entry: CacheEntry<T[K]> = { startedAt: performance.now(), value, isSettled: false };
    entries[key] = entry;
    const markSettled = (): void => void (entry.isSettled = true);
    value.then(markSettled, markSettled); // The caller receives the error.
    return value;
  }

  async function findAll(keys: readonly (keyof T)[], after?: number): Promise<Partial<T>> {
    const values: Partial<T> = {};
    const searches = keys.map(async (key) => {
      values[key] = await find(key, after);
    });
    // If several values cannot be found, the error of the first key is thrown in every run.
    await Promise.allSettled(searches);
    await Promise.all(searches);
    return values;
  }

  return { find, findAll };
}
