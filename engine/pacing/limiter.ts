import { RateLimiter } from "./rate.ts";

export interface QueuedRequest {
  /** Others wait for it, as for a page in the middle of a paged list: it goes before those that open something new. */
  readonly urgent: boolean;
  /** Whether it would come to nothing by now: then it need not wait. */
  readonly isCancelled: () => boolean;
}

interface QueueEntry {
  readonly isCancelled: () => boolean;
  readonly go: (started: boolean) => void;
}

/** Lets at most `concurrency` requests be in flight and at most `rps` of them start in any second. */
export class RequestScheduler {
  readonly #concurrency: number;
  readonly rate: RateLimiter;
  readonly #urgent: QueueEntry[] = [];
  readonly #usual: QueueEntry[] = [];
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Over everything that is sent, retries and shrinking included. */
  constructor(concurrency: number, rps: number | undefined) {
    this.#concurrency = concurrency;
    this.rate = new RateLimiter(rps);
  }

  /** Starts whoever may start by now, and lets go whose turn became moot. */
  look(): void {
    for (;;) {
      const queue = this.#urgent.length === 0 ? this.#usual : this.#urgent;
      const [next] = queue;
      if (next === undefined) {
        return;
      }
      if (next.isCancelled()) {
        queue.shift();
        next.go(false);
        continue;
      }
      if (this.#inFlight >= this.#concurrency) {
        return;
      }
      const wait = this.rate.wait(performance.now());
      if (wait > 0) {
        if (wait !== Number.POSITIVE_INFINITY) {
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => this.look(), Math.ceil(wait));
        }
        return;
      }
      queue.shift();
      this.#inFlight += 1;
      this.rate.start(performance.now());
      next.go(true);
    }
  }

  /** Waits for the turn: true when it has come, false where it became moot. */
  enter({ urgent: isUrgent, isCancelled }: QueuedRequest): Promise<boolean> {
    return new Promise((go) => {
      (isUrgent ? this.#urgent : this.#usual).push({ isCancelled, go });
      this.look();
    });
  }

  sent(): void {
    this.rate.sent(performance.now());
    this.look();
  }

  leave(): void {
    this.#inFlight -= 1;
    this.look();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
