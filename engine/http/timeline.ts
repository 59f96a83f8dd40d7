import { getOrInsert } from "../model/model.ts";
import type { Durations, TimelineEntry } from "../model/results.ts";
import type { Endpoint } from "../../schemas/operations.ts";

interface Interval {
  requests: number;
  sentAgain: number;
  readonly statuses: Record<number, number>;
}

const emptyInterval = (): Interval => ({ requests: 0, sentAgain: 0, statuses: {} });

/** Counts requests by second, and the durations of their responses by endpoint. All times are milliseconds of one clock. */
export class Timeline {
  /** The intervals, by seconds since the first request; a second without requests has no entry. */
  readonly #seconds = new Map<number, Interval>();
  #origin: number | undefined;
  readonly #durations = new Map<Endpoint, number[]>();

  #at(now: number): Interval {
    this.#origin ??= now;
    const second = Math.floor(Math.max(0, now - this.#origin) / 1_000);
    return getOrInsert(this.#seconds, second, emptyInterval);
  }

  /** Counts a request. Call `sent` when it is written to a connection, and `received` at the end of its response. */
  countRequest(endpoint: Endpoint, startedAt = performance.now()) {
    this.#at(startedAt).requests += 1;
    let sentAt = startedAt;
    return {
      sent: (now = performance.now()): void => void (sentAt = now),
      received: (status: number, now = performance.now()): void => {
        // A status is counted in the interval of its request, so that statuses and requests of an entry can be compared.
        const { statuses } = this.#at(startedAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
        getOrInsert(this.#durations, endpoint, () => []).push(now - sentAt);
      },
    };
  }

  countRetry(now = performance.now()): void {
    this.#at(now).sentAgain += 1;
  }

  /** An entry for each second from the first request to the last one, also for a second without a request. */
  entries(): readonly TimelineEntry[] {
    const seconds = [...this.#seconds.keys()].reduce((most, second) => Math.max(most, second + 1), 0);
    return Array.from({ length: seconds }, (_, second) => ({
      second,
      ...(this.#seconds.get(second) ?? emptyInterval()),
    }));
  }

  /** By endpoint, the median and the longest time from sending a request to the end of its response, in whole milliseconds, at least 1. */
  durations(): Durations {
    return Object.fromEntries(
      Array.from(this.#durations, ([endpoint, durations]) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const median = sorted[Math.ceil(sorted.length / 2) - 1];
        return [endpoint, { medianMs: wholeMs(median), slowestMs: wholeMs(sorted.at(-1)) }];
      }),
    );
  }
}

const wholeMs = (milliseconds = 0): number => Math.max(1, Math.round(milliseconds));
