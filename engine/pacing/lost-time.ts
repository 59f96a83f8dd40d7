/** The time of a run that went into attempts without a usable answer. */
export interface LostTime {
  /** An attempt begins; gives what ends it, and tells whether it was lost. */
  begin(): (isLost: boolean) => void;
  /** So much of the time from now on is lost. */
  lose(milliseconds: number): void;
  milliseconds(): number;
}

/**
 * Each moment is shared equally by the attempts that are under way, so that the shares of all add up to the time by the
 * clock: a hundred requests that are silent together lose as much as one alone.
 */
export function createLostTime(clock: () => number): LostTime {
  let underWay = 0;
  /** Milliseconds that an attempt would have as its share that was under way from the start. */
  let shared = 0;
  let last = 0;
  let lost = 0;
  /** Until when the time is lost as a whole. */
  let lostUntil = 0;

  function pass(): void {
    const now = clock();
    shared += underWay === 0 ? 0 : (now - last) / underWay;
    last = now;
  }

  return {
    begin: () => {
      pass();
      underWay += 1;
      const before = shared;
      return (isLost) => {
        pass();
        underWay -= 1;
        lost += isLost ? shared - before : 0;
      };
    },
    lose: (milliseconds) => {
      const until = clock() + milliseconds;
      lost += Math.max(until - Math.max(clock(), lostUntil), 0);
      lostUntil = Math.max(until, lostUntil);
    },
    milliseconds: () => lost,
  };
}
