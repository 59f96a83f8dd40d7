/**
 * Something that is counted: how a row of a table was seen, what a watching clause judged, the places that show a cause
 * of its violations, the times that an open matter showed a value.
 */
export type Counter = readonly [
  kind: "seen" | "null" | "notNull" | "absent" | "cases" | "found" | "observed",
  id: string,
  causeOrValue: string,
];

/** What answers showed, counted: nothing of the answers themselves. By the JSON of a {@link Counter}. */
export type Sightings = Map<string, number>;

/** Adds to one count of many. */
export function count(to: Sightings, [kind, id, text = ""]: CounterParts, times = 1): void {
  const key = JSON.stringify([kind, id, text]);
  to.set(key, (to.get(key) ?? 0) + times);
}

/** What is counted; the text is empty where nothing is said. */
type CounterParts = readonly [kind: Counter[0], id: string, causeOrValue?: string];

/** How often something was counted. */
export function countOf(sightings: Sightings, [kind, id, text = ""]: CounterParts): number {
  return sightings.get(JSON.stringify([kind, id, text])) ?? 0;
}

/** Every count with what was counted. */
export function countsOf(sightings: Sightings): readonly (readonly [Counter, number])[] {
  return [...sightings].map(([key, times]): readonly [Counter, number] => [JSON.parse(key), times]);
}

/** What several sources showed together. */
export function sumOf(all: Iterable<Sightings>): Sightings {
  const sum: Sightings = new Map();
  for (const [key, times] of [...all].flatMap((sightings) => [...sightings])) {
    sum.set(key, (sum.get(key) ?? 0) + times);
  }
  return sum;
}
