import type { RowCount } from "./inspect.ts";
import type { Counter } from "./results.ts";

/** How often a row was seen, and how often it was not where its record was. */
export interface RowSight extends RowCount {
  absent: number;
}

/** What answers showed, counted: nothing of the answers themselves. */
export interface Sightings {
  /** Rows of tables, by clause id. */
  readonly rows: Map<string, RowSight>;
  /** Answers that a watching clause judged. */
  readonly cases: Map<string, number>;
  /** Places that show a violation, by clause id and cause. */
  readonly found: Map<string, Map<string, number>>;
  /** How often a value of an open matter was observed. */
  readonly observed: Map<string, Map<string, number>>;
}

const ROW_KINDS = ["seen", "null", "notNull", "absent"] as const;

export function noSightings(): Sightings {
  return { rows: new Map(), cases: new Map(), found: new Map(), observed: new Map() };
}

/** The counts of a row, zero at first. */
export function rowSight(sightings: Sightings, id: string): RowSight {
  const known = sightings.rows.get(id);
  if (known !== undefined) {
    return known;
  }
  const fresh: RowSight = { seen: 0, null: 0, notNull: 0, absent: 0 };
  sightings.rows.set(id, fresh);
  return fresh;
}

/** Adds to a count. */
export function add(to: Sightings, [kind, id, text]: Counter, times = 1): void {
  switch (kind) {
    case "cases":
      to.cases.set(id, (to.cases.get(id) ?? 0) + times);
      break;
    case "found":
    case "observed": {
      const counts = to[kind].get(id) ?? new Map<string, number>();
      counts.set(text, (counts.get(text) ?? 0) + times);
      to[kind].set(id, counts);
      break;
    }
    default:
      rowSight(to, id)[kind] += times;
  }
}

/** Every count that is not zero. */
export function* countsOf(sightings: Sightings): Generator<readonly [Counter, number]> {
  for (const [id, sight] of sightings.rows) {
    for (const kind of ROW_KINDS) {
      if (sight[kind] > 0) {
        yield [[kind, id, ""], sight[kind]];
      }
    }
  }
  for (const [id, cases] of sightings.cases) {
    yield [["cases", id, ""], cases];
  }
  for (const kind of ["found", "observed"] as const) {
    for (const [id, counts] of sightings[kind]) {
      for (const [text, times] of counts) {
        yield [[kind, id, text], times];
      }
    }
  }
}

/** What several sources showed together. */
export function sumOf(all: Iterable<Sightings>): Sightings {
  const sum = noSightings();
  for (const sightings of all) {
    for (const [counter, times] of countsOf(sightings)) {
      add(sum, counter, times);
    }
  }
  return sum;
}
