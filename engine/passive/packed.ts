import { createHash } from "node:crypto";
import { alikeTogether } from "../evidence/alike.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Counter, Watched } from "../model/results.ts";
import { add, countsOf, noSightings, type Sightings } from "./counters.ts";
import { compareUrls, type Examples, type Seen, type Why } from "./verdicts.ts";

/** What a share of a run saw, as it is written down: equal counts once. */
export function pack(
  sources: ReadonlyMap<string, Sightings>,
  { examples, curls }: Seen,
  why: ReadonlyMap<Endpoint, Why>,
): Watched {
  const counters = createIndex<Counter>();
  const tallies = createIndex<readonly number[]>();
  const indexes = [...sources].map(([source, sightings]) => {
    const counts = [...countsOf(sightings)].flatMap(([counter, times]) => [counters.of(counter), times]);
    return [source, tallies.of(counts)] as const;
  });
  return {
    counters: counters.all,
    tallies: tallies.all,
    sources: Object.fromEntries(indexes),
    examples: [...examples].map(([id, { violations, ...sample }]) => ({
      id,
      ...sample,
      violations: [...violations].map(([cause, violation]) => ({ cause, violation })),
    })),
    values: [...curls].flatMap(([id, values]) => [...values].map(([value, curl]) => ({ id, value, curl }))),
    why: Object.fromEntries(why),
  };
}

/** What shares of a run saw together. A source that several of them had counts once, as the first of them had it. */
export function seenTogether(shares: readonly Watched[]): Seen {
  const sums = noSightings();
  const counted = new Set<string>();
  for (const { counters, tallies, sources } of shares) {
    for (const [source, index] of Object.entries(sources)) {
      if (!counted.has(source)) {
        counted.add(source);
        addTally(sums, counters, tallies[index] ?? []);
      }
    }
  }
  return { sums, examples: examplesOf(shares), curls: curlsOf(shares) };
}

function addTally(sums: Sightings, counters: Watched["counters"], tally: readonly number[]): void {
  for (let at = 0; at < tally.length; at += 2) {
    const counter = counters[tally[at] ?? -1];
    if (counter !== undefined) {
      add(sums, counter, tally[at + 1]);
    }
  }
}

/** The shortest request of each cause, and the first sample. */
function examplesOf(shares: readonly Watched[]): Seen["examples"] {
  const all = new Map<string, Examples>();
  for (const { id, violations, ...sample } of shares.flatMap(({ examples }) => examples)) {
    const known = all.get(id);
    const byCause = new Map(known?.violations);
    for (const { cause, violation } of violations) {
      const other = byCause.get(cause);
      const alike = alikeTogether(other?.alike ?? [], violation.alike ?? []);
      const isShorter = other === undefined || compareUrls(violation.request.url, other.request.url) < 0;
      byCause.set(cause, { ...(isShorter ? violation : other), alike });
    }
    all.set(id, { ...sample, ...known, violations: byCause });
  }
  return all;
}

function curlsOf(shares: readonly Watched[]): Seen["curls"] {
  const all = new Map<string, Map<string, string>>();
  for (const { id, value, curl } of shares.flatMap(({ values }) => values)) {
    const values = all.get(id) ?? new Map<string, string>();
    all.set(id, values);
    if (!values.has(value)) {
      values.set(value, curl);
    }
  }
  return all;
}

interface Index<T> {
  readonly all: readonly T[];
  /** Its place among all, at the end where it is new. */
  of(item: T): number;
}

function createIndex<T>(): Index<T> {
  const all: T[] = [];
  const places = new Map<string, number>();
  return {
    all,
    of: (item) => {
      const key = JSON.stringify(item);
      const known = places.get(key);
      if (known !== undefined) {
        return known;
      }
      places.set(key, all.length);
      return all.push(item) - 1;
    },
  };
}

/** Stands for a request in a file of results, where the request itself may hold what is secret. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 16);
}
