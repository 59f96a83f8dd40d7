import { setTimeout as sleep } from "node:timers/promises";
import { createSemaphore } from "./semaphore.ts";

/** Milliseconds of the window in which requests are counted: a second, and a margin because requests arrive with different delays. */
const WINDOW_MS = 1_100;
/** Milliseconds by which a late start is compensated: timers fire late, and the rate would stay below the allowed one. */
const LATE_START_MS = 40;
/** Milliseconds between checks of the waiting time, which changes when an earlier request is sent, or after a back-off. */
const CHECK_EVERY_MS = 20;
/** Lowest rate that a back-off sets, in requests per second. */
const SLOWEST_RPS = 5;
/** A back-off lowers the pace to this fraction of itself or, if that is lower, of the number of requests in the last window. */
const BACK_OFF_FACTOR = 0.7;
/** After each `after` served requests, the pace is multiplied by `factor`; beyond `enough` requests per second, only `rps` limits it. */
const SPEED_UP = { after: 10, factor: 1.5, enough: 5_000 };

interface WaitingRequest {
  /** Of waiting requests, one of the highest priority goes first. */
  readonly priority: number;
  /** Whether the request must not be sent any more, for instance because the circuit of its endpoint opened. */
  readonly isCancelled: () => boolean;
}

/**
 * Limits the rate of requests: in any second at most `rps` are sent, evenly spaced. A response 429 lowers the rate (back-off), and served
 * requests raise it again step by step, never above `rps`.
 *
 * A request counts from the moment in which it is written to its connection, not from its start: a start may wait for a new connection,
 * and several such requests would then arrive at the same time. All times are those of `performance.now()`.
 */
export class TokenBucket {
  readonly #allowed: number;
  readonly #perSecond: number;
  /** The times of the requests that were sent within the window. */
  readonly #sentAt: number[] = [];
  /** One request at a time waits for the next token, so that tokens are given out in order. */
  readonly #oneByOne = createSemaphore(1);
  /** Requests that started and are not sent yet: they count as sent now. */
  #unsent = 0;
  /** Requests per second at present: at most the allowed number, less after a back-off. */
  #pace: number;
  #nextStart = 0;
  #pausedUntil = 0;
  #servedSince = 0;

  /** `rps`: requests per second; undefined: unlimited until the first back-off. */
  constructor(rps: number | undefined) {
    this.#allowed = rps ?? Number.POSITIVE_INFINITY;
    this.#perSecond = Math.max(Math.floor(this.#allowed), 1);
    this.#pace = this.#allowed;
  }

  /** Waits for a token; false if the request was cancelled meanwhile. Call {@link countSent} when the request is sent. */
  async take({ priority, isCancelled }: WaitingRequest): Promise<boolean> {
    return await this.#oneByOne(async () => {
      while (!isCancelled()) {
        const wait = this.delayMs(performance.now());
        if (wait <= 0) {
          this.countStart(performance.now());
          return true;
        }
        await sleep(Math.min(Math.ceil(wait), CHECK_EVERY_MS));
      }
      return false;
    }, priority);
  }

  #countRecent(now: number): number {
    while ((this.#sentAt[0] ?? now) < now - WINDOW_MS) this.#sentAt.shift();
    return this.#sentAt.length + this.#unsent;
  }

  /** Milliseconds until the next request may start; infinite if a started request has to be sent first. */
  delayMs(now: number): number {
    const untilPaced = Math.max(this.#nextStart, this.#pausedUntil) - now;
    const over = this.#countRecent(now) - this.#perSecond;
    if (over < 0) return Math.max(untilPaced, 0);
    const oldest = this.#sentAt[over] ?? Number.POSITIVE_INFINITY;
    return Math.max(untilPaced, oldest + WINDOW_MS - now, 0);
  }

  countStart(now: number): void {
    this.#unsent += 1;
    if (this.#pace !== Number.POSITIVE_INFINITY) {
      this.#nextStart = Math.max(this.#nextStart, now - LATE_START_MS) + WINDOW_MS / this.#pace;
    }
  }

  /** Call when a started request was written to its connection, or is certain not to be. The request counts from this time. */
  countSent(now: number): void {
    this.#unsent -= 1;
    this.#sentAt.push(now);
  }

  /** The target returned 429: no request starts for so many milliseconds, and then requests start more slowly. Nothing changes for 0. */
  backOff(now: number, milliseconds: number): void {
    if (milliseconds <= 0) return;
    if (now >= this.#pausedUntil) {
      const slower = Math.min(this.#pace, Math.max(this.#countRecent(now), 1)) * BACK_OFF_FACTOR;
      this.#pace = Math.min(this.#allowed, Math.max(SLOWEST_RPS, slower));
      this.#servedSince = 0;
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds);
  }

  countServed(): void {
    this.#servedSince += 1;
    if (this.#pace < this.#allowed && this.#servedSince % SPEED_UP.after === 0) {
      const faster = this.#pace * SPEED_UP.factor;
      this.#pace = faster > SPEED_UP.enough ? this.#allowed : Math.min(this.#allowed, faster);
    }
  }
}
