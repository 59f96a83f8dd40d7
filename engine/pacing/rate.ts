/** When requests may start: never more of them in a second than is allowed, and later where the target asks for it. */
export interface Rate {
  /** Whether there is anything to wait for: a rate, or a back-off that is not yet forgotten. */
  limited(): boolean;
  /** Milliseconds until the next request may start; infinite: not before one that has started goes out. */
  wait(now: number): number;
  /** A request starts. */
  start(now: number): void;
  /** A request that has started goes out on its connection. */
  sent(now: number): void;
  /** The target asked for patience: nothing starts for so many milliseconds, and then more slowly; none: come at once. */
  backOff(now: number, milliseconds: number): void;
  /** A request was served: the pace that a back-off took away comes back bit by bit. */
  served(): void;
}

/** A second as it may look at the target, where requests arrive with delays that differ. */
export const SECOND = 1_100;
/** A start that came late is made up for within this time. */
const LAG = 40;
const SLOWEST = 5;
const BACK_OFF_FACTOR = 0.7;
/** Served requests after which the pace is raised again, and by how much. */
const RECOVERY = { after: 10, factor: 1.5, enough: 5_000 };

/** Keeps at most `rps` requests in any second; undefined: any number, until the target asks for patience. */
export function createRate(rps: number | undefined): Rate {
  const allowed = rps ?? Number.POSITIVE_INFINITY;
  const perSecond = Math.max(Math.floor(allowed), 1);
  const recent = createRecent();
  const thisSecond = { since: 0, starts: 0, before: 0 };
  let pace = allowed;
  let nextStart = 0;
  let pausedUntil = 0;
  let unsent = 0;
  let servedSince = 0;

  /** Requests that started in the last second or so. */
  function startsLately(now: number): number {
    return now - thisSecond.since > 1_000
      ? thisSecond.starts
      : Math.max(thisSecond.starts, thisSecond.before);
  }

  function count(now: number): void {
    if (now - thisSecond.since > 1_000) {
      thisSecond.before = now - thisSecond.since > 2_000 ? 0 : thisSecond.starts;
      thisSecond.starts = 0;
      thisSecond.since = now;
    }
    thisSecond.starts += 1;
  }

  return {
    limited: () => pace !== Number.POSITIVE_INFINITY || pausedUntil !== 0,
    wait: (now) => {
      const paced = Math.max(nextStart, pausedUntil) - now;
      const over = recent.countSince(now - SECOND) + unsent - perSecond;
      if (over < 0) {
        return Math.max(paced, 0);
      }
      const leaves = recent.at(over);
      return leaves === undefined ? Number.POSITIVE_INFINITY : Math.max(paced, leaves + SECOND - now, 0);
    },
    start: (now) => {
      count(now);
      if (pace !== Number.POSITIVE_INFINITY) {
        nextStart = Math.max(nextStart, now - LAG) + SECOND / pace;
      }
      unsent += allowed === Number.POSITIVE_INFINITY ? 0 : 1;
    },
    sent: (now) => {
      if (allowed !== Number.POSITIVE_INFINITY) {
        unsent -= 1;
        recent.add(now);
      }
    },
    backOff: (now, milliseconds) => {
      if (milliseconds <= 0) {
        return;
      }
      if (now >= pausedUntil) {
        const slower = Math.min(pace, Math.max(startsLately(now), 1)) * BACK_OFF_FACTOR;
        pace = Math.min(allowed, Math.max(SLOWEST, slower));
        servedSince = 0;
      }
      pausedUntil = Math.max(pausedUntil, now + milliseconds);
    },
    served: () => {
      servedSince += 1;
      if (pace < allowed && servedSince % RECOVERY.after === 0) {
        const faster = pace * RECOVERY.factor;
        pace = faster > RECOVERY.enough ? allowed : Math.min(allowed, faster);
      }
    },
  };
}

interface Recent {
  add(time: number): void;
  /** Drops what is older and counts the rest. */
  countSince(time: number): number;
  /** The n-th oldest that is left. */
  at(index: number): number | undefined;
}

/** Times in the order in which they were added. */
function createRecent(): Recent {
  let times: number[] = [];
  let first = 0;
  return {
    add: (time) => {
      times.push(time);
    },
    countSince: (time) => {
      while ((times[first] ?? Number.POSITIVE_INFINITY) <= time) {
        first += 1;
      }
      if (first > 1_024) {
        times = times.slice(first);
        first = 0;
      }
      return times.length - first;
    },
    at: (index) => times[first + index],
  };
}
