import type { Catalogue } from "../clauses/catalogue.ts";
import { compareUrls, MOST_CAUSES, requestKey, seenIn, type Shown } from "../evidence/violation.ts";
import { present } from "../model/model.ts";
import { type Draft, groundsOf, shownClauses, toldOf } from "../model/reason.ts";
import type { Row } from "../schema/fields.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Tallies, Tally } from "./observer.ts";
import { type AskingClause, sectionOf } from "../clauses/clause.ts";
import type { ParameterKey, Untested } from "../clauses/prerequisites.ts";
import type { Ask } from "../model/exchange.ts";

/** Judges the clauses that only watch, those that are wanted, by what was seen. */
export function judgeSeen(
  { tables, watching }: Pick<Catalogue, "tables" | "watching">,
  wanted: (id: string) => boolean,
  seen: Tallies,
  why: (endpoint: Endpoint) => Untested,
  { repeated = new Set(), unused = () => undefined }: WatchedRun = {},
): readonly Draft[] {
  return [
    ...tables.flatMap(({ body }) => {
      const answered = body.all.some(({ id }) => (seen.get(id)?.field.seen ?? 0) > 0);
      return body.all
        .filter(({ id }) => wanted(id))
        .map((row) =>
          rowResult(
            row,
            seen.get(row.id),
            answered ? neverAmong(row, body.all) : why(row.endpoint),
            repeated,
          ),
        );
    }),
    ...watching
      .filter(({ id }) => wanted(id))
      .map((clause) => {
        const none = clause.parameter && unused(clause.parameter);
        const drafted =
          none === undefined
            ? result(clause, seen.get(clause.id), why(clause.endpoint), repeated)
            : result(clause, undefined, none);
        return clause.repeats === true && isOnce(seen.get(clause.id)) ? differedOnce(drafted) : drafted;
      }),
  ];
}

/** Whether one response alone violates a clause. */
export const isOnce = ({ violating }: Partial<Tally> = {}): boolean => violating === 1;

/**
 * One response that differs from an earlier one decides nothing: an accident of the network may be its cause. A second one
 * that differs, in whatever member and whichever record, fails the clause.
 */
function differedOnce(draft: Draft): Draft {
  const reason = "one response differs from an earlier one to the same request, and no other does";
  return { ...draft, violations: [], outcome: "inconclusive", ...toldOf({ obstacle: "service", reason }) };
}

interface WatchedRun {
  /** The requests of violations that were sent once more, as {@link requestKey} writes them. */
  readonly repeated?: ReadonlySet<string>;
  /** Why the target does not know the parameter; undefined where it does. */
  readonly unused?: (parameter: ParameterKey) => Untested | undefined;
}

/** The requests that show the violations of a tally, the smallest of each violation, in the order of the report. */
export const violatingAsks = ({ causes }: Pick<Tally, "causes">): readonly Ask[] =>
  shownIn(causes).flatMap(({ ask, again, violation }) =>
    again > 1 || violation.known !== undefined ? [] : [ask],
  );

/** One violation per cause; the smallest request that shows one comes first. */
const shownIn = (causes: Tally["causes"]): readonly Shown[] =>
  [...causes.values()].toSorted((a, b) => compareUrls(a.url, b.url)).slice(0, MOST_CAUSES);

/** Whether a violation was seen again when its request was repeated; undefined where that was not tried. */
function isReproducible({ again, ask }: Shown, repeated: ReadonlySet<string>): boolean | undefined {
  return again > 1 ? true : repeated.has(requestKey(ask)) ? false : undefined;
}

/**
 * A row that was not seen although its endpoint answered belongs to a record that did not occur, or to one that is not
 * there since a row around it is broken.
 */
function neverAmong(row: Row, all: readonly Row[]): Untested {
  const holders = around(row, all);
  const [record] = holders.map(({ schema }) => schema.items ?? schema);
  const what = record?.title?.replaceAll("-", " ") ?? `record that has ${row.name}`;
  return {
    outcome: "inconclusive",
    obstacle: "data",
    suspects: [...holders.map(({ id }) => id), ...shownClauses(row.endpoint)],
    reason: `the responses show no ${what}`,
  };
}

/** The rows that hold a row, the nearest first. */
function around({ id }: Row, all: readonly Row[]): readonly Row[] {
  const holders = all.filter(({ record }) => record?.rows.some((inner) => inner.id === id));
  return [...holders, ...holders.flatMap((holder) => around(holder, all))];
}

function rowResult(row: Row, tally: Tally | undefined, why: Untested, repeated: ReadonlySet<string>): Draft {
  const field = { seen: 0, null: 0, notNull: 0, ...tally?.field };
  const judged = { ...result(row, tally, why, repeated), field };
  return judged.outcome === "pass" && row.nullable && field.notNull === 0
    ? { ...judged, reason: `null in every record seen (${field.seen}): no other value was checked` }
    : judged;
}

/** What a result says of its clause, and the clauses on fields without which the clause has no case. */
type Told = Pick<Row, "id" | "endpoint" | "statement"> & { readonly restsOn?: readonly string[] };

function result(
  clause: Told,
  { cases = 0, responses = 0, causes = new Map(), sample = {}, undecided }: Partial<Tally> = {},
  why: Untested,
  repeated: ReadonlySet<string> = new Set(),
): Draft {
  const { id, endpoint, statement } = clause;
  const base = { id, section: sectionOf(id), endpoint, statement, cases, violations: [] };
  const violations = shownIn(causes).map((shown) => ({
    ...seenIn(shown, responses),
    ...present({ reproducible: isReproducible(shown, repeated) }),
  }));
  const [first] = violations;
  if (first !== undefined) {
    return { ...base, ...sample, outcome: "fail", cause: "contract", reason: first.message, violations };
  }
  // Responses came, and none showed what the clause is about.
  const nothing: Untested | undefined =
    undecided === undefined
      ? undefined
      : { outcome: "inconclusive", obstacle: "data", reason: undecided, suspects: groundsOf(clause) };
  return cases === 0 ? { ...base, ...toldOf(nothing ?? why) } : { ...base, ...sample, outcome: "pass" };
}

/** Verdicts of the clauses that send requests, on answers that others got; `succeeded`: endpoints of which one was a success. */
export function judgeAlone(
  asking: readonly AskingClause[],
  seen: Tallies,
  succeeded: ReadonlySet<Endpoint>,
): readonly Draft[] {
  const why = (reason: string): Untested => ({ outcome: "notExercised", obstacle: "data", reason });
  return asking.map((clause) => {
    const { id, endpoint, recorded } = clause;
    if (recorded === undefined) {
      return result(
        clause,
        undefined,
        why("it needs several responses, or a request of its own: only a run can test it"),
      );
    }
    const { undecided: doubt, ...tally } = seen.get(id) ?? {};
    const unseen = why(doubt ?? "no recorded request is of the kind that it is about");
    const drafted = result(
      clause,
      tally,
      doubt === undefined ? unseen : { ...unseen, outcome: "inconclusive" },
    );
    // A malformed request that is served shows a success by itself.
    const isShown = succeeded.has(endpoint) || drafted.violations.some(({ served }) => served === true);
    const proves = drafted.cases === 0 || recorded.needsSuccess !== true || isShown;
    return proves
      ? drafted
      : { ...drafted, ...toldOf({ ...why(UNPROVEN), outcome: "inconclusive" }), violations: [] };
  });
}

const UNPROVEN =
  "no successful response of this endpoint was recorded: where everything is refused, a refusal proves nothing";
