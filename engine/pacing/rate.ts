/** A second as it may look at the target, where requests arrive with delays that differ. */
const WINDOW_MS = 1_100;
/** A start that came late is made up for within this time. */
const LATE_START_MS = 40;
const SLOWEST_RPS = 5;
const BACK_OFF_FACTOR = 0.7;
/** Served requests after which the pace is raised again, and by how much. */
const RECOVERY = { after: 10, factor: 1.5, enough: 5_000 };

/** When requests may start: never more of them in a second than is allowed, and later where the target requests it. */
export class RateLimiter {
  readonly #allowed: number;
  readonly #perSecond: number;
  /** When requests went out in the last second, and how many have started and not gone out yet. */
  readonly #sentAt: number[] = [];
  #unsent = 0;
  #pace: number;
  #nextStart = 0;
  #pausedUntil = 0;
  #servedSince = 0;

  /** At most `rps` requests in any second; undefined: any number, until the service says that there are too many requests. */
  constructor(rps: number | undefined) {
    this.#allowed = rps ?? Number.POSITIVE_INFINITY;
    this.#perSecond = Math.max(Math.floor(this.#allowed), 1);
    this.#pace = this.#allowed;
  }

  #lately(now: number): number {
    while ((this.#sentAt[0] ?? now) < now - WINDOW_MS) {
      this.#sentAt.shift();
    }
    return this.#sentAt.length + this.#unsent;
  }

  /** Milliseconds until the next request may start; infinite: not before one that has started goes out. */
  wait(now: number): number {
    const paced = Math.max(this.#nextStart, this.#pausedUntil) - now;
    const over = this.#lately(now) - this.#perSecond;
    if (over < 0) {
      return Math.max(paced, 0);
    }
    const leaves = this.#sentAt[over];
    return leaves === undefined ? Number.POSITIVE_INFINITY : Math.max(paced, leaves + WINDOW_MS - now, 0);
  }

  start(now: number): void {
    this.#unsent += 1;
    if (this.#pace !== Number.POSITIVE_INFINITY) {
      this.#nextStart = Math.max(this.#nextStart, now - LATE_START_MS) + WINDOW_MS / this.#pace;
    }
  }

  sent(now: number): void {
    this.#unsent -= 1;
    this.#sentAt.push(now);
  }

  /** The target requested patience: nothing starts for so many milliseconds, and then more slowly; none: come at once. */
  backOff(now: number, milliseconds: number): void {
    if (milliseconds <= 0) {
      return;
    }
    if (now >= this.#pausedUntil) {
      const slower = Math.min(this.#pace, Math.max(this.#lately(now), 1)) * BACK_OFF_FACTOR;
      this.#pace = Math.min(this.#allowed, Math.max(SLOWEST_RPS, slower));
      this.#servedSince = 0;
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds);
  }

  /** A request was served: the pace that a back-off took away comes back bit by bit. */
  served(): void {
    this.#servedSince += 1;
    if (this.#pace < this.#allowed && this.#servedSince % RECOVERY.after === 0) {
      const faster = this.#pace * RECOVERY.factor;
      this.#pace = faster > RECOVERY.enough ? this.#allowed : Math.min(this.#allowed, faster);
    }
  }
}
