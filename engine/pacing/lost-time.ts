/**
 * The time of a run that went into attempts without a usable answer. Each moment is shared equally by the attempts that
 * are under way, so that the shares of all add up to the time by the clock: a hundred requests that are silent together
 * lose as much as one alone.
 */
export class LostTime {
  readonly #clock: () => number;
  #underWay = 0;
  /** Milliseconds that an attempt would have as its share that was under way from the start. */
  #shared = 0;
  #last = 0;
  #lost = 0;
  /** Until when the time is lost as a whole. */
  #lostUntil = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  #pass(): void {
    const now = this.#clock();
    this.#shared += this.#underWay === 0 ? 0 : (now - this.#last) / this.#underWay;
    this.#last = now;
  }

  /** An attempt begins; gives what ends it, and tells whether it was lost. */
  begin(): (isLost: boolean) => void {
    this.#pass();
    this.#underWay += 1;
    const before = this.#shared;
    return (isLost) => {
      this.#pass();
      this.#underWay -= 1;
      this.#lost += isLost ? this.#shared - before : 0;
    };
  }

  /** So much of the time from now on is lost. */
  lose(milliseconds: number): void {
    const until = this.#clock() + milliseconds;
    this.#lost += Math.max(until - Math.max(this.#clock(), this.#lostUntil), 0);
    this.#lostUntil = Math.max(until, this.#lostUntil);
  }

  milliseconds(): number {
    return this.#lost;
  }
}
