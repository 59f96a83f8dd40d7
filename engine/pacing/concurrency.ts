import type { Semaphore } from "./semaphore.ts";
import { createSemaphore } from "./semaphore.ts";

/** After so many served requests, one more may be in flight. */
const GROW_AFTER = 50;

/**
 * Limits how many requests are in flight. A response 429 or 503 halves the limit, because a small service, or a gateway in front of it,
 * may serve only a few requests at a time and turn the others down; served requests raise it again, one by one. Without it, such
 * a service would turn down the retries as well, and many clauses would be inconclusive.
 */
export class Concurrency {
  /** Runs work when fewer requests than the limit are in flight. */
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

  /** A request that was sent at `sentAt` was turned down at `now` (milliseconds of one clock). Those in flight together count once. */
  countTurnedDown(sentAt: number, now: number): void {
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
