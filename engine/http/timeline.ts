import type { Durations, TimelineEntry } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";

/** Entries of a timeline. A run with more seconds gets longer intervals, so that its memory stays bounded. */
const MOST_ENTRIES = 1_800;
/** Ratio between neighbouring classes of durations, of which only the counts are kept: a median is exact to one percent. */
const CLASS_RATIO = 1.02;

interface Interval {
  requests: number;
  sentAgain: number;
  readonly statuses: Map<number, number>;
}

/** Counts requests by second, and the durations of their responses by endpoint. All times are milliseconds of one clock. */
export class Timeline {
  #intervals: Interval[] = [];
  /** Seconds of each interval: 1, and twice as many each time when the timeline is full. */
  #seconds = 1;
  #origin: number | undefined;
  readonly #durations = new Map<Endpoint, DurationCounts>();

  #at(now: number): Interval {
    this.#origin ??= now;
    const second = Math.max(0, now - this.#origin) / 1_000;
    while (second >= this.#seconds * MOST_ENTRIES) {
      this.#seconds *= 2;
      this.#intervals = this.#intervals.flatMap((one, index, all) =>
        index % 2 === 0 ? [joined(one, all[index + 1])] : [],
      );
    }
    const index = Math.floor(second / this.#seconds);
    while (this.#intervals.length <= index) {
      this.#intervals.push({ requests: 0, sentAgain: 0, statuses: new Map() });
    }
    return this.#intervals[index] ?? { requests: 0, sentAgain: 0, statuses: new Map() };
  }

  /** A request starts. `sent` is to be called when it is written to a connection, `received` at the end of its response. */
  countRequest(endpoint: Endpoint, startedAt = performance.now()) {
    this.#at(startedAt).requests += 1;
    let sentAt = startedAt;
    return {
      sent: (now = performance.now()): void => void (sentAt = now),
      received: (status: number, now = performance.now()): void => {
        // The status counts for the second of its request, so that statuses and requests of an entry can be compared.
        const { statuses } = this.#at(startedAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const durations = this.#durations.get(endpoint) ?? new DurationCounts();
        this.#durations.set(endpoint, durations);
        durations.add(now - sentAt);
      },
    };
  }

  /** A request is going to be sent again. */
  countRetry(now = performance.now()): void {
    this.#at(now).sentAgain += 1;
  }

  /** The intervals from the first request to the last one, those without a request included. */
  entries(): readonly TimelineEntry[] {
    return this.#intervals.map(({ requests, sentAgain, statuses }, index) => ({
      second: index * this.#seconds,
      requests,
      statuses: Object.fromEntries(statuses),
      sentAgain,
    }));
  }

  /** The median and the longest duration of the responses of each endpoint, in whole milliseconds, at least 1. */
  durations(): Durations {
    return Object.fromEntries([...this.#durations].map(([endpoint, counts]) => [endpoint, counts.summary()]));
  }
}

function joined(one: Interval, other: Interval | undefined): Interval {
  const statuses = new Map(one.statuses);
  other?.statuses.forEach((times, status) => statuses.set(status, (statuses.get(status) ?? 0) + times));
  return {
    requests: one.requests + (other?.requests ?? 0),
    sentAgain: one.sentAgain + (other?.sentAgain ?? 0),
    statuses,
  };
}

const wholeMs = (milliseconds: number): number => Math.max(1, Math.round(milliseconds));

/** Durations, of which only the numbers in classes of one percent width are kept. */
class DurationCounts {
  readonly #classes = new Map<number, number>();
  #slowest = 0;
  #total = 0;

  add(milliseconds: number): void {
    const position = Math.round(Math.log(Math.max(milliseconds, 0.1)) / Math.log(CLASS_RATIO));
    this.#classes.set(position, (this.#classes.get(position) ?? 0) + 1);
    this.#slowest = Math.max(this.#slowest, milliseconds);
    this.#total += 1;
  }

  summary() {
    let before = 0;
    const middle = [...this.#classes]
      .toSorted(([a], [b]) => a - b)
      .find(([, times]) => (before += times) * 2 >= this.#total);
    const median = CLASS_RATIO ** (middle?.[0] ?? 0);
    return { medianMs: wholeMs(Math.min(median, this.#slowest)), slowestMs: wholeMs(this.#slowest) };
  }
}
