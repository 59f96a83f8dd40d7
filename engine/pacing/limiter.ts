import { createQueue } from "./queue.ts";
import { createRate } from "./rate.ts";

/** What is told of a request that waits for its turn. */
export interface Turn {
  /** Others wait for it, as for a page in the middle of a walk: it goes before those that open something new. */
  readonly urgent: boolean;
  /** Whether it would come to nothing by now: then it need not wait. */
  readonly moot: () => boolean;
}

/** Lets at most `concurrency` requests be in flight and at most `rps` of them start in any second. */
export interface Limiter {
  /** Whether nothing stands in the way: then the turn has come. */
  enterNow(): boolean;
  /** Waits for the turn: true when it has come, false where it became moot. */
  enter(turn: Turn): Promise<boolean>;
  /** The request goes out on its connection. */
  sent(): void;
  /** The request whose turn it was is over. */
  leave(): void;
  /** The target asked for patience: nothing starts for so many milliseconds, and then more slowly. */
  backOff(milliseconds: number): void;
  /** A request was served: the pace that a back-off took away comes back bit by bit. */
  served(): void;
  /** Looks again at all who wait, whether their turn became moot. */
  look(): void;
  /** Milliseconds for which nothing but the rate or a back-off kept the next request from starting. */
  waited(): number;
  close(): void;
}

interface Waiting {
  readonly moot: () => boolean;
  readonly go: (started: boolean) => void;
}

/** A limiter over everything that is sent, retries and shrinking included. */
export function createLimiter(concurrency: number, rps: number | undefined): Limiter {
  const rate = createRate(rps);
  const urgent = createQueue<Waiting>();
  const usual = createQueue<Waiting>();
  let inFlight = 0;
  let waitedMs = 0;
  let heldSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Starts whoever may start by now. */
  function pump(): void {
    for (;;) {
      const queue = urgent.first() === undefined ? usual : urgent;
      const next = queue.first();
      if (next === undefined) {
        return released();
      }
      if (next.moot()) {
        queue.take();
        next.go(false);
        continue;
      }
      if (inFlight >= concurrency) {
        return released();
      }
      const wait = rate.limited() ? rate.wait(performance.now()) : 0;
      if (wait > 0) {
        return held(wait);
      }
      released();
      queue.take();
      start();
      next.go(true);
    }
  }

  function start(): void {
    inFlight += 1;
    rate.start(performance.now());
  }

  /** Only the rate stands in the way. */
  function held(wait: number): void {
    heldSince ??= performance.now();
    if (wait !== Number.POSITIVE_INFINITY) {
      clearTimeout(timer);
      timer = setTimeout(pump, Math.ceil(wait));
    }
  }

  function released(): void {
    if (heldSince !== undefined) {
      waitedMs += performance.now() - heldSince;
      heldSince = undefined;
    }
  }

  return {
    enterNow: () => {
      const isFree = usual.first() === undefined && urgent.first() === undefined && inFlight < concurrency;
      if (isFree && (!rate.limited() || rate.wait(performance.now()) <= 0)) {
        start();
        return true;
      }
      return false;
    },
    enter: ({ urgent: isUrgent, moot }) =>
      new Promise((go) => {
        (isUrgent ? urgent : usual).add({ moot, go });
        pump();
      }),
    sent: () => {
      rate.sent(performance.now());
      if (heldSince !== undefined) {
        pump();
      }
    },
    leave: () => {
      inFlight -= 1;
      pump();
    },
    backOff: (milliseconds) => rate.backOff(performance.now(), milliseconds),
    served: () => rate.served(),
    look: () => {
      for (const queue of [urgent, usual]) {
        for (const waiting of queue.takeWhere(({ moot }) => moot())) {
          waiting.go(false);
        }
      }
      pump();
    },
    waited: () => Math.round(waitedMs + (heldSince === undefined ? 0 : performance.now() - heldSince)),
    close: () => clearTimeout(timer),
  };
}
