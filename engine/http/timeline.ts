import { getOrInsert } from "../model/model.ts";
import type { Durations, TimelineEntry } from "../model/results.ts";
import type { Endpoint } from "../../schemas/operations.ts";

/** Maximum number of entries of a timeline. In a run of more seconds, each entry covers several of them. */
const MOST_ENTRIES = 1_800;

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

  /** The intervals from the first request to the last one, those without a request included. */
  entries(): readonly TimelineEntry[] {
    const seconds = [...this.#seconds.keys()].reduce((most, second) => Math.max(most, second + 1), 0);
    const step = 2 ** Math.max(0, Math.ceil(Math.log2(seconds / MOST_ENTRIES)));
    const entries = Array.from({ length: Math.ceil(seconds / step) }, (_, index) => ({
      second: index * step,
      ...emptyInterval(),
    }));
    for (const [second, { requests, sentAgain, statuses }] of this.#seconds) {
      const entry = entries[Math.floor(second / step)] ?? emptyInterval();
      entry.requests += requests;
      entry.sentAgain += sentAgain;
      for (const [status, times] of Object.entries(statuses)) {
        entry.statuses[Number(status)] = (entry.statuses[Number(status)] ?? 0) + times;
      }
    }
    return entries;
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
