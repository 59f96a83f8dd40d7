import type { RowCount } from "../schema/check-fields.ts";
import type { Counter } from "../model/results.ts";

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

/** The counts of a clause or an open matter by text, none at first. */
export function countsFor(all: Map<string, Map<string, number>>, id: string): Map<string, number> {
  const known = all.get(id);
  if (known !== undefined) {
    return known;
  }
  const fresh = new Map<string, number>();
  all.set(id, fresh);
  return fresh;
}

/** Adds to one count of many. */
export function bump(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

/** Adds to a count by its name. */
export function add(to: Sightings, [kind, id, text]: Counter, times = 1): void {
  switch (kind) {
    case "cases":
      bump(to.cases, id, times);
      break;
    case "found":
    case "observed":
      bump(countsFor(to[kind], id), text, times);
      break;
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

/** Adds what was shown, so many times; kind by kind, since it is done for every different answer. */
export function addAll(to: Sightings, shown: Sightings, times = 1): void {
  for (const [id, sight] of shown.rows) {
    const sum = rowSight(to, id);
    for (const kind of ROW_KINDS) {
      sum[kind] += sight[kind] * times;
    }
  }
  for (const [id, cases] of shown.cases) {
    bump(to.cases, id, cases * times);
  }
  for (const kind of ["found", "observed"] as const) {
    for (const [id, counts] of shown[kind]) {
      for (const [text, count] of counts) {
        bump(countsFor(to[kind], id), text, count * times);
      }
    }
  }
}

/** What several sources showed together. */
export function sumOf(all: Iterable<Sightings>): Sightings {
  const sum = noSightings();
  for (const sightings of all) {
    addAll(sum, sightings);
  }
  return sum;
}
