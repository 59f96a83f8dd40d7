import { getOrInsert } from "../model/model.ts";

/** Runs work as soon as a permit is free. Of waiting work, that of the highest priority goes first. */
export type Semaphore = <T>(work: () => Promise<T>, priority?: number) => Promise<T>;

/**
 * Creates a semaphore: at most `permits` pieces of work run at a time, and further work of equal priority waits in order. A permit goes
 * straight to the next waiting work, also when work throws: a lost permit would make later work wait for ever. If `permits` is a function,
 * it is called whenever work could start: a lower number never interrupts running work.
 *
 * Work must not wait for other work of the same semaphore: with all permits held by waiting work, none would ever be free.
 */
export function createSemaphore(permits: number | (() => number)): Semaphore {
  const current = typeof permits === "number" ? () => permits : permits;
  const waiting: { readonly priority: number; readonly start: () => void }[] = [];
  let held = 0;
  const startWaiting = (): void => {
    while (held < current()) {
      const next = waiting.shift();
      if (next === undefined) return;
      held += 1;
      next.start();
    }
  };
  return async (work, priority = 0) => {
    await new Promise<void>((start) => {
      const at = waiting.findIndex((other) => other.priority < priority);
      waiting.splice(at === -1 ? waiting.length : at, 0, { priority, start });
      startWaiting();
    });
    try {
      return await work();
    } finally {
      held -= 1;
      startWaiting();
    }
  };
}

/** Creates a function that returns the semaphore of a key, with `permits` for each key; the first call with a key creates it. */
export function createSemaphores(permits: number): (key: string) => Semaphore {
  const semaphores = new Map<string, Semaphore>();
  return (key) => getOrInsert(semaphores, key, () => createSemaphore(permits));
}

/** The number of served requests after which the limit rises by one. */
const GROW_AFTER = 50;

/** Limits the requests in flight. A 429 or 503 halves the limit, since a small service may reject all others; served requests raise it. */
export class Concurrency {
  readonly run: Semaphore;
  readonly #most: number;
  #limit: number;
  #servedSince = 0;
  #loweredAt = Number.NEGATIVE_INFINITY;

  /** `most`: the highest limit, with which a run begins. */
  constructor(most: number) {
    this.#most = most;
    this.#limit = most;
    this.run = createSemaphore(() => this.#limit);
  }

  get limit(): number {
    return this.#limit;
  }

  /** Counts a request that was sent at `sentAt` and rejected at `now`. Requests in flight together lower the limit once. */
  countRejected(sentAt: number, now: number): void {
    if (sentAt >= this.#loweredAt) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#loweredAt = now;
      this.#servedSince = 0;
    }
  }

  countServed(): void {
    this.#servedSince += 1;
    if (this.#servedSince >= GROW_AFTER) {
      this.#limit = Math.min(this.#limit + 1, this.#most);
      this.#servedSince = 0;
    }
  }
}
