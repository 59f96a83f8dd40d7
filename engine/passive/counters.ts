/** What answers showed, counted: nothing of the answers themselves. By the words of what is counted. */
export type Sightings = Map<string, number>;

/**
 * Something that is counted: how a row of a table was seen, what a watching clause judged, the places that show a cause
 * of its violations, the times that an open matter showed a value. The text is empty where nothing is said.
 */
type CounterParts = readonly [
  kind: "seen" | "null" | "notNull" | "absent" | "cases" | "found" | "observed",
  id: string,
  causeOrValue?: string,
];

/** Adds to one count of many. */
export function count(to: Sightings, [kind, id, text = ""]: CounterParts, times = 1): void {
  const key = `${kind} ${id} ${text}`;
  to.set(key, (to.get(key) ?? 0) + times);
}

/** How often something was counted. */
export function countOf(sightings: Sightings, [kind, id, text = ""]: CounterParts): number {
  return sightings.get(`${kind} ${id} ${text}`) ?? 0;
}
