import { RateLimiter } from "./rate-limiter.ts";

/** A request that waits for its start. */
export interface QueuedRequest {
  /** Other requests wait for its response, as for a page in the middle of a paged list: it starts before requests that are not urgent. */
  readonly urgent: boolean;
  /** Whether the request must not be sent any more, for instance because the run ended: then it stops waiting. */
  readonly isCancelled: () => boolean;
}

interface QueueEntry {
  readonly isCancelled: () => boolean;
  readonly resolve: (started: boolean) => void;
}

/**
 * Starts requests: at most `concurrency` are in flight, and at most `rps` are sent in any second, retries and the requests of
 * shrinking included. Urgent requests start first.
 */
export class RequestScheduler {
  readonly #concurrency: number;
  readonly rateLimiter: RateLimiter;
  readonly #urgent: QueueEntry[] = [];
  readonly #ordinary: QueueEntry[] = [];
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `rps`: requests per second; undefined: unlimited. */
  constructor(concurrency: number, rps: number | undefined) {
    this.#concurrency = concurrency;
    this.rateLimiter = new RateLimiter(rps);
  }

  /** Starts the requests that may start now, and ends the wait of those that are cancelled. */
  startWaiting(): void {
    for (;;) {
      const queue = this.#urgent.length === 0 ? this.#ordinary : this.#urgent;
      const [next] = queue;
      if (next === undefined) {
        return;
      }
      if (next.isCancelled()) {
        queue.shift();
        next.resolve(false);
        continue;
      }
      if (this.#inFlight >= this.#concurrency) {
        return;
      }
      const wait = this.rateLimiter.delayMs(performance.now());
      if (wait > 0) {
        if (wait !== Number.POSITIVE_INFINITY) {
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => this.startWaiting(), Math.ceil(wait));
        }
        return;
      }
      queue.shift();
      this.#inFlight += 1;
      this.rateLimiter.countStart(performance.now());
      next.resolve(true);
    }
  }

  /** Waits until a request may start: true; false if it was cancelled meanwhile. Call {@link release} when a started request ends. */
  waitForTurn({ urgent: isUrgent, isCancelled }: QueuedRequest): Promise<boolean> {
    return new Promise((resolve) => {
      (isUrgent ? this.#urgent : this.#ordinary).push({ isCancelled, resolve });
      this.startWaiting();
    });
  }

  /** A started request was written to its connection: from now on it counts for the rate. */
  markSent(): void {
    this.rateLimiter.countSent(performance.now());
    this.startWaiting();
  }

  /** A started request ended. */
  release(): void {
    this.#inFlight -= 1;
    this.startWaiting();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
