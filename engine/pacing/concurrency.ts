import { type Semaphore, createSemaphore } from "./semaphore.ts";

/** The number of served requests after which the limit rises by one. */
const GROW_AFTER = 50;

/**
 * Limits how many requests are in flight. A response 429 or 503 halves the limit, because a small service, or a gateway in front of
 * it, may serve only a few requests at a time and reject all others. Every {@link GROW_AFTER} served requests raise the limit by one.
 * With a constant limit, such a service would reject the retries as well, and many clauses would be inconclusive.
 */
export class Concurrency {
  /** Runs work as soon as fewer requests than the limit are in flight. */
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

  /** The number of requests that may be in flight now. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * Counts a request that was sent at `sentAt` and rejected with 429 or 503 at `now`, both in milliseconds of one clock. Requests that
   * were in flight together lower the limit once.
   */
  countRejected(sentAt: number, now: number): void {
    if (sentAt >= this.#loweredAt) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#loweredAt = now;
      this.#servedSince = 0;
    }
  }

  /** Counts a request that was not rejected. */
  countServed(): void {
    this.#servedSince += 1;
    if (this.#servedSince >= GROW_AFTER) {
      this.#limit = Math.min(this.#limit + 1, this.#most);
      this.#servedSince = 0;
    }
  }
}
