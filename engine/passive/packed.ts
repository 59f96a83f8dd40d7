import { createHash } from "node:crypto";
import { alikeTogether } from "../evidence/alike.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Counter, Watched } from "../model/results.ts";
import { count, type Sightings } from "./counters.ts";
import { compareUrls, type Examples, type Seen, type UnseenReason } from "./verdicts.ts";

/** What a share of a run saw, as it is written down: equal counts once. */
export function pack(
  sources: ReadonlyMap<string, Sightings>,
  { examples, curls }: Seen,
  why: ReadonlyMap<Endpoint, UnseenReason>,
): Watched {
  const counters = new Map<string, number>();
  const tallies = new Map<string, number>();
  const indexes = [...sources].map(([source, sightings]) => {
    const counts = [...sightings].flatMap(([key, times]) => [placeIn(counters, key), times]);
    return [source, placeIn(tallies, JSON.stringify(counts))] as const;
  });
  return {
    counters: [...counters.keys()].map((key): Counter => JSON.parse(key)),
    tallies: [...tallies.keys()].map((key): number[] => JSON.parse(key)),
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

/** The place of a text among all, at the end where it is new. */
function placeIn(places: Map<string, number>, text: string): number {
  const place = places.get(text) ?? places.size;
  places.set(text, place);
  return place;
}

/** What shares of a run saw together. A source that several of them had counts once, as the first of them had it. */
export function seenTogether(shares: readonly Watched[]): Seen {
  const sums: Sightings = new Map();
  const counted = new Set<string>();
  for (const { counters, tallies, sources } of shares) {
    for (const [source, index] of Object.entries(sources).filter(([name]) => !counted.has(name))) {
      counted.add(source);
      const tally = tallies[index] ?? [];
      for (let at = 0; at < tally.length; at += 2) {
        const counter = counters[tally[at] ?? -1];
        if (counter !== undefined) {
          count(sums, counter, tally[at + 1]);
        }
      }
    }
  }
  return { sums, examples: examplesOf(shares), curls: curlsOf(shares) };
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
    all.set(id, values.set(value, values.get(value) ?? curl));
  }
  return all;
}

/** Stands for a request in a file of results, where the request itself may hold what is secret. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 16);
}
