import { setTimeout as sleep } from "node:timers/promises";

/** Lets at most `concurrency` requests be in flight and starts at most `rps` of them in any second. */
export interface Limiter {
  /** Runs the task when its turn has come. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** The target asked for patience: nothing starts for so many milliseconds, and then more slowly. */
  backOff(milliseconds: number): void;
  /** A request was served: the pace that a back-off took away comes back bit by bit. */
  served(): void;
  /** Milliseconds that requests have waited for the rate or a back-off. */
  waited(): number;
}

/** Served requests after which the pace is raised again, and by how much. */
const RECOVERY = { after: 20, factor: 1.25 };
const SLOWEST_RPS = 2;
const BACK_OFF_FACTOR = 0.7;

/** A little over the exact distance, so that jitter cannot squeeze one request too many into a second. */
const SAFETY = 1.02;

/** A limiter over everything that is sent, retries and shrinking included. */
export function createLimiter(concurrency: number, rps: number | undefined): Limiter {
  const allowed = rps ?? Number.POSITIVE_INFINITY;
  const queue: (() => void)[] = [];
  const starts: number[] = [];
  let pace = allowed;
  let inFlight = 0;
  let nextStart = 0;
  let pausedUntil = 0;
  let waitedMs = 0;
  let servedSince = 0;

  async function turn(): Promise<void> {
    if (inFlight >= concurrency) {
      await new Promise<void>((resolve) => {
        queue.push(resolve);
      });
    } else {
      inFlight += 1;
    }
    for (let wait = reserve(); wait > 0; wait = pausedUntil - performance.now()) {
      waitedMs += wait;
      await sleep(wait);
    }
    starts.push(performance.now());
    if (starts.length > 512) {
      starts.splice(0, 256);
    }
  }

  /** Milliseconds until the start that this request has been given. */
  function reserve(): number {
    const now = performance.now();
    const start = Math.max(now, nextStart, pausedUntil);
    nextStart = start + (Number.isFinite(pace) ? (1_000 * SAFETY) / pace : 0);
    return start - now;
  }

  function release(): void {
    const next = queue.shift();
    if (next === undefined) {
      inFlight -= 1;
    } else {
      next();
    }
  }

  return {
    run: async (task) => {
      await turn();
      try {
        return await task();
      } finally {
        release();
      }
    },
    backOff: (milliseconds) => {
      const now = performance.now();
      if (now >= pausedUntil) {
        const recent = starts.filter((at) => at > now - 1_000).length;
        pace = Math.max(SLOWEST_RPS, Math.min(pace, Math.max(recent, 1)) * BACK_OFF_FACTOR);
      }
      servedSince = 0;
      pausedUntil = Math.max(pausedUntil, now + milliseconds);
    },
    served: () => {
      servedSince += 1;
      if (pace < allowed && servedSince % RECOVERY.after === 0) {
        pace = Math.min(allowed, pace * RECOVERY.factor);
      }
    },
    waited: () => Math.round(waitedMs),
  };
}
