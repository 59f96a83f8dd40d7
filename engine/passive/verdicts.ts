import type { Catalogue } from "../clauses/catalogue.ts";
import { MOST_CAUSES } from "../evidence/violation.ts";
import { compareTexts } from "../model/compare.ts";
import type { Reason } from "../model/exchange.ts";
import { present } from "../model/model.ts";
import { shownClauses, toldOf, type Draft } from "../model/reason.ts";
import type { OpenEntry, Violation } from "../model/clause-results.ts";
import type { Row } from "../schema/fields.ts";
import type { Endpoint, ParameterNames } from "../model/settings.ts";
import { countOf, type Sightings } from "./counters.ts";
import { sectionOf, type AskingClause } from "../clauses/clause.ts";

/** Different values that are told of an open matter. */
export const VALUES = 40;

/** Why no success answer of an endpoint was seen. */
export interface UnseenReason extends Reason {
  readonly outcome: "inconclusive" | "notExercised";
}

/** Exchanges that stand for what a clause saw. */
export interface Examples {
  /** One violation for each cause; how often the cause was found is counted apart. */
  readonly violations: ReadonlyMap<string, Violation>;
  readonly sample?: string;
  readonly origin?: string;
}

/** Everything that the clauses which only watch have seen. */
export interface Seen {
  readonly sums: Sightings;
  /** By clause: why the first answer of which it could not decide was in doubt. */
  readonly undecided: ReadonlyMap<string, string>;
  readonly examples: ReadonlyMap<string, Examples>;
  /** By open matter and value: a request that showed it. */
  readonly curls: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const NOTHING: Examples = { violations: new Map() };

/** Judges the clauses that only watch, those that are wanted, by what was seen. */
export function judgeSeen(
  { tables, watching }: Pick<Catalogue, "tables" | "watching">,
  wanted: (id: string) => boolean,
  seen: Seen,
  why: (endpoint: Endpoint) => UnseenReason,
): readonly Draft[] {
  return [
    ...tables.flatMap(({ body }) => {
      const rows = [...new Map(body.all.map((row) => [row.id, row])).values()];
      const answered = rows.some(({ id }) => countOf(seen.sums, ["seen", id]) > 0);
      return rows
        .filter(({ id }) => wanted(id))
        .map((row) => rowResult(row, seen, answered ? neverAmong(row, body.all) : why(row.endpoint)));
    }),
    ...watching
      .filter(({ id }) => wanted(id))
      .map((clause) => result(clause, countOf(seen.sums, ["cases", clause.id]), seen, why(clause.endpoint))),
  ];
}

/**
 * A row that was not seen although its endpoint answered belongs to a record that did not occur, or to one that is not
 * there since a row around it is broken.
 */
function neverAmong(row: Row, all: readonly Row[]): UnseenReason {
  return {
    outcome: "inconclusive",
    obstacle: "data",
    suspects: [...around(row, all).map(({ id }) => id), ...shownClauses(row.endpoint)],
    reason: `no record that has ${row.name} was among the responses`,
    came: "no record that has this field was among the responses",
  };
}

/** The rows that hold a row, the nearest first. */
function around({ id }: Row, all: readonly Row[]): readonly Row[] {
  const holders = all.filter(({ record }) => record?.rows.some((inner) => inner.id === id));
  return [...holders, ...holders.flatMap((holder) => around(holder, all))];
}

function rowResult(row: Row, seen: Seen, why: UnseenReason): Draft {
  const times = (kind: "seen" | "null" | "notNull" | "absent"): number => countOf(seen.sums, [kind, row.id]);
  const field = { seen: times("seen"), null: times("null"), notNull: times("notNull") };
  const judged = { ...result(row, field.seen + times("absent"), seen, why), field };
  return judged.outcome === "pass" && row.nullable && field.notNull === 0
    ? { ...judged, reason: `null in every record seen (${field.seen}): no other value was checked` }
    : judged;
}

function result(
  { id, endpoint, statement }: Pick<Row, "id" | "endpoint" | "statement">,
  cases: number,
  { sums, examples }: Seen,
  why: UnseenReason,
): Draft {
  const { violations: byCause, ...sample } = examples.get(id) ?? NOTHING;
  const base = { id, section: sectionOf(id), endpoint, statement, cases, violations: [] };
  // One violation per cause; the smallest request that shows one comes first.
  const violations = [...byCause]
    .map(([cause, violation]) => ({ ...violation, occurrences: countOf(sums, ["found", id, cause]) || 1 }))
    .toSorted((a, b) => compareUrls(a.request.url, b.request.url))
    .slice(0, MOST_CAUSES);
  const [first] = violations;
  if (first !== undefined) {
    return { ...base, ...sample, outcome: "fail", cause: "contract", reason: first.message, violations };
  }
  return cases === 0 ? { ...base, ...toldOf(why) } : { ...base, ...sample, outcome: "pass" };
}

/** Verdicts of the clauses that send requests, on answers that others got; `succeeded`: endpoints of which one was a success. */
export function judgeAlone(
  asking: readonly AskingClause[],
  seen: Seen,
  succeeded: ReadonlySet<Endpoint>,
): readonly Draft[] {
  const why = (reason: string): UnseenReason => ({ outcome: "notExercised", obstacle: "data", reason });
  return asking.map((clause) => {
    const { id, endpoint, recorded } = clause;
    const cases = countOf(seen.sums, ["cases", id]);
    if (recorded === undefined) {
      return result(
        clause,
        0,
        seen,
        why("it needs several responses, or a request of its own: only a run can test it"),
      );
    }
    const doubt = seen.undecided.get(id);
    if (cases === 0) {
      const unseen = why(doubt ?? "no recorded request is of the kind that it is about");
      return result(clause, 0, seen, doubt === undefined ? unseen : { ...unseen, outcome: "inconclusive" });
    }
    const proves = recorded.needsSuccess !== true || succeeded.has(endpoint);
    const drafted = result(clause, cases, seen, why(""));
    return proves
      ? drafted
      : { ...drafted, ...toldOf({ ...why(UNPROVEN), outcome: "inconclusive" }), violations: [] };
  });
}

const UNPROVEN =
  "no successful response of this endpoint was recorded: where everything is refused, a refusal proves nothing";

/** Shorter URLs first; of the same length in the order of their characters, so that chance decides nothing. */
export function compareUrls(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

/** What was observed of the open matters, and what the run takes for granted of them. */
export function openEntries(
  matters: Catalogue["matters"],
  seen: Pick<Seen, "sums" | "curls">,
  names: ParameterNames,
): readonly OpenEntry[] {
  return matters.map(({ id, statement, assumes, odd }) => ({
    id,
    section: sectionOf(id),
    statement,
    ...present({ assumed: typeof assumes === "function" ? assumes(names) : assumes, odd }),
    observed: observedOf(id, seen),
  }));
}

/** The values that an open matter showed, the most frequent ones first. */
export function observedOf(id: string, { sums, curls }: Pick<Seen, "sums" | "curls">): OpenEntry["observed"] {
  return [...(curls.get(id) ?? [])]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .slice(0, VALUES)
    .map(([value, curl]) => ({ value, count: countOf(sums, ["observed", id, value]) || 1, curl }))
    .toSorted((a, b) => b.count - a.count);
}
