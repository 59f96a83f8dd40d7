import type { Catalogue } from "../clauses/catalogue.ts";
import {
  compareUrls,
  MOST_REPORTED_VIOLATIONS,
  requestKey,
  seenIn,
  type Shown,
} from "../evidence/violation.ts";
import { present } from "../model/model.ts";
import { type Draft, allBaseRowsOf, shownClauses, reasonWithCause } from "../model/reason.ts";
import type { FieldRow } from "../schema/fields.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Tallies, ResponseTally } from "./observer.ts";
import { type AskingClause, sectionOf } from "../clauses/clause.ts";
import type { ParameterKey, Untested } from "../clauses/prerequisites.ts";
import type { ApiRequest } from "../model/exchange.ts";

/** Checks the clauses that only watch, those that are wanted, by what was seen. */
export function checkSeen(
  { tables, passive }: Pick<Catalogue, "tables" | "passive">,
  wanted: (id: string) => boolean,
  seen: Tallies,
  why: (endpoint: Endpoint) => Untested,
  { repeated = new Set(), unused = () => undefined }: WatchedRun = {},
): readonly Draft[] {
  return [
    ...tables.flatMap(({ body }) => {
      const responded = body.all.some(({ id }) => (seen.get(id)?.field.seen ?? 0) > 0);
      return body.all
        .filter(({ id }) => wanted(id))
        .map((row) =>
          rowResult(
            row,
            seen.get(row.id),
            responded ? neverAmong(row, body.all) : why(row.endpoint),
            repeated,
          ),
        );
    }),
    ...passive
      .filter(({ id }) => wanted(id))
      .map((clause) => {
        const none = clause.parameter && unused(clause.parameter);
        const drafted =
          none === undefined
            ? draftOf(clause, seen.get(clause.id), why(clause.endpoint), repeated)
            : draftOf(clause, undefined, none);
        return clause.repeats === true && isOnce(seen.get(clause.id))
          ? withSingleDifference(drafted)
          : drafted;
      }),
  ];
}

/** Whether one response alone violates a clause. */
export const isOnce = ({ violating }: Partial<ResponseTally> = {}): boolean => violating === 1;

/**
 * One response that differs from an earlier one decides nothing: an accident of the network may be its cause. A second one
 * that differs, in whatever member and whichever record, fails the clause.
 */
function withSingleDifference(draft: Draft): Draft {
  const reason = "one response differs from an earlier one to the same request, and no other does";
  return {
    ...draft,
    violations: [],
    outcome: "inconclusive",
    ...reasonWithCause({ obstacle: "service", reason }),
  };
}

interface WatchedRun {
  /** The requests of violations that were sent once more, as {@link requestKey} writes them. */
  readonly repeated?: ReadonlySet<string>;
  /** Why the target does not know the parameter; undefined where it does. */
  readonly unused?: (parameter: ParameterKey) => Untested | undefined;
}

/** The requests that show the violations of a tally, the smallest of each violation, in the order of the report. */
export const violatingRequests = ({ causes }: Pick<ResponseTally, "causes">): readonly ApiRequest[] =>
  evidenceIn(causes).flatMap(({ request, again, violation }) =>
    again > 1 || violation.known !== undefined ? [] : [request],
  );

/** One violation per cause; the smallest request that shows one comes first. */
const evidenceIn = (causes: ResponseTally["causes"]): readonly Shown[] =>
  [...causes.values()].toSorted((a, b) => compareUrls(a.url, b.url)).slice(0, MOST_REPORTED_VIOLATIONS);

/** Whether a violation was seen again when its request was repeated; undefined where that was not tried. */
function isReproducible({ again, request }: Shown, repeated: ReadonlySet<string>): boolean | undefined {
  return again > 1 ? true : repeated.has(requestKey(request)) ? false : undefined;
}

/**
 * A row that was not seen although its endpoint answered belongs to a record that did not occur, or to one that is not
 * there since a row around it is broken.
 */
function neverAmong(row: FieldRow, all: readonly FieldRow[]): Untested {
  const holders = enclosingRows(row, all);
  const [record] = holders.map(({ schema }) => schema.items ?? schema);
  const what = record?.title?.replaceAll("-", " ") ?? `record that has ${row.name}`;
  return {
    outcome: "inconclusive",
    obstacle: "data",
    dependsOn: [...holders.map(({ id }) => id), ...shownClauses(row.endpoint)],
    reason: `the responses show no ${what}`,
  };
}

/** The rows that hold a row, the nearest first. */
function enclosingRows({ id }: FieldRow, all: readonly FieldRow[]): readonly FieldRow[] {
  const holders = all.filter(({ record }) => record?.rows.some((inner) => inner.id === id));
  return [...holders, ...holders.flatMap((holder) => enclosingRows(holder, all))];
}

function rowResult(
  row: FieldRow,
  tally: ResponseTally | undefined,
  why: Untested,
  repeated: ReadonlySet<string>,
): Draft {
  const field = { seen: 0, null: 0, notNull: 0, ...tally?.field };
  const checked = { ...draftOf(row, tally, why, repeated), field };
  return checked.outcome === "passed" && row.nullable && field.notNull === 0
    ? { ...checked, reason: `null in every record seen (${field.seen}): no other value was checked` }
    : checked;
}

/** What a result says of its clause, and the clauses on fields without which the clause has no case. */
type DraftText = Pick<FieldRow, "id" | "endpoint" | "statement"> & {
  readonly dependsOn?: readonly string[];
};

function draftOf(
  clause: DraftText,
  { cases = 0, responses = 0, causes = new Map(), sample = {}, inconclusive }: Partial<ResponseTally> = {},
  why: Untested,
  repeated: ReadonlySet<string> = new Set(),
): Draft {
  const { id, endpoint, statement } = clause;
  const base = { id, section: sectionOf(id), endpoint, statement, cases, violations: [] };
  const violations = evidenceIn(causes).map((shown) => ({
    ...seenIn(shown, responses),
    ...present({ reproducible: isReproducible(shown, repeated) }),
  }));
  const [first] = violations;
  if (first !== undefined) {
    return { ...base, ...sample, outcome: "failed", cause: "contract", reason: first.message, violations };
  }
  // Responses came, and none showed what the clause is about.
  const nothing: Untested | undefined =
    inconclusive === undefined
      ? undefined
      : { outcome: "inconclusive", obstacle: "data", reason: inconclusive, dependsOn: allBaseRowsOf(clause) };
  return cases === 0
    ? { ...base, ...reasonWithCause(nothing ?? why) }
    : { ...base, ...sample, outcome: "passed" };
}

/** Verdicts of the clauses that send requests, on responses that others got; `succeeded`: endpoints of which one was a success. */
export function checkAlone(
  sending: readonly AskingClause[],
  seen: Tallies,
  succeeded: ReadonlySet<Endpoint>,
): readonly Draft[] {
  const why = (reason: string): Untested => ({ outcome: "notTested", obstacle: "data", reason });
  return sending.map((clause) => {
    const { id, endpoint, recorded } = clause;
    if (recorded === undefined) {
      return draftOf(
        clause,
        undefined,
        why("it needs several responses, or a request of its own: only a run can test it"),
      );
    }
    const { inconclusive: doubt, ...tally } = seen.get(id) ?? {};
    const unseen = why(doubt ?? "no recorded request is of the kind that it is about");
    const drafted = draftOf(
      clause,
      tally,
      doubt === undefined ? unseen : { ...unseen, outcome: "inconclusive" },
    );
    // A malformed request that is served shows a success by itself.
    const isShown = succeeded.has(endpoint) || drafted.violations.some(({ served }) => served === true);
    const proves = drafted.cases === 0 || recorded.needsSuccess !== true || isShown;
    return proves
      ? drafted
      : { ...drafted, ...reasonWithCause({ ...why(UNPROVEN), outcome: "inconclusive" }), violations: [] };
  });
}

const UNPROVEN =
  "no successful response of this endpoint was recorded: where everything is refused, a refusal proves nothing";
