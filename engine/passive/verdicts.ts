import type { Catalogue } from "../clauses/catalogue.ts";
import { compareUrls, MOST_REPORTED_VIOLATIONS, withResponseCounts } from "../evidence/violations.ts";
import type { DistinctViolation } from "../evidence/violations.ts";
import { present } from "../model/model.ts";
import { type Draft, dataDependencies } from "../clauses/dependencies.ts";
import { asResult, type Dependency, type Reason } from "../model/reason.ts";
import type { FieldRow } from "../schema/fields.ts";
import type { Tallies, ResponseTally } from "./observer.ts";
import { type PassiveClause, type SendingClause, sectionOf } from "../clauses/clause.ts";
import type { ParameterKey, Endpoint } from "../../schemas/operations.ts";
import type { ApiRequest } from "../model/exchange.ts";

/** `why`: the reason of a clause without a checked response; `unknownReason`: why the name of a parameter is unknown. */
export const passiveResults = (
  { tables, passive }: Pick<Catalogue, "tables" | "passive">,
  selected: ReadonlySet<string>,
  tallies: Tallies,
  why: (endpoint: Endpoint, reads?: PassiveClause["reads"]) => Reason,
  unknownReason: (parameter: ParameterKey) => Reason | undefined,
): readonly Draft[] => [
  ...tables.flatMap(({ body }) => {
    const responded = body.all.some(({ id }) => (tallies.get(id)?.field.seen ?? 0) > 0);
    return body.all
      .filter(({ id }) => selected.has(id))
      .map((row) => {
        const reason = responded ? notAmongRecords(row, body.all) : why(row.endpoint);
        return fieldResult(row, tallies.get(row.id), reason);
      });
  }),
  ...passive
    .filter(({ id }) => selected.has(id))
    .map((clause) => {
      const unknown = clause.parameter && unknownReason(clause.parameter);
      const tally = unknown === undefined ? tallies.get(clause.id) : undefined;
      const draft = draftResult(clause, tally, unknown ?? why(clause.endpoint, clause.reads));
      return clause.repeats === true && isSingleViolation(tallies.get(clause.id))
        ? withSingleDifference(draft)
        : draft;
    }),
];

export const isSingleViolation = ({ violating }: Partial<ResponseTally> = {}): boolean => violating === 1;

/** Makes a clause inconclusive, because only one response differs from an earlier one: it may be an outdated response of a cache. */
function withSingleDifference(draft: Draft): Draft {
  const reason = "one response differs from an earlier one for the same record; no second response differed";
  return { ...draft, violations: [], ...asResult({ code: "unsteady", reason }) };
}

/**
 * Smallest requests to repeat: of the first violation, and of further ones that one response shows. Accepted deviations are omitted.
 */
export const violatingRequests = ({ distinct }: Pick<ResponseTally, "distinct">): readonly ApiRequest[] =>
  smallestViolations(distinct)
    .filter(({ violation }) => violation.known === undefined)
    .flatMap(({ request, ofSmallest }, index) => (index > 0 && ofSmallest > 1 ? [] : [request]));

const smallestViolations = (distinct: ResponseTally["distinct"]): readonly DistinctViolation[] =>
  [...distinct.values()].toSorted((a, b) => compareUrls(a.url, b.url)).slice(0, MOST_REPORTED_VIOLATIONS);

/** Why a nested field was not seen: no response has its record. A violation in a field around that record may be the cause. */
function notAmongRecords(row: FieldRow, all: readonly FieldRow[]): Reason {
  const holders = enclosingRows(row, all);
  const [record] = holders.map(({ schema }) => schema.items ?? schema);
  const subject = record?.title?.replaceAll("-", " ") ?? `record that has ${row.name}`;
  return {
    code: "dataUnsuitable",
    dependsOn: [...holders.map(({ id }) => id), { endpoint: row.endpoint, needs: "data" }],
    reason: `no response contains a well-formed ${subject}`,
  };
}

function enclosingRows({ id }: FieldRow, all: readonly FieldRow[]): readonly FieldRow[] {
  const holders = all.filter(({ record }) => record?.some((inner) => inner.id === id));
  return [...holders, ...holders.flatMap((holder) => enclosingRows(holder, all))];
}

function fieldResult(row: FieldRow, tally: ResponseTally | undefined, why: Reason): Draft {
  const field = { seen: 0, null: 0, notNull: 0, ...tally?.field };
  const draft = { ...draftResult(row, tally, why), field };
  return draft.outcome === "passed" && row.nullable && field.notNull === 0
    ? { ...draft, reason: `null in all ${field.seen} records: no other value was checked` }
    : draft;
}

type DraftText = Pick<FieldRow, "id" | "endpoint" | "statement"> & {
  dependsOn?: readonly Dependency[] | undefined;
};

function draftResult(
  clause: DraftText,
  { cases = 0, responses = 0, distinct = new Map(), sample = {}, inconclusive }: Partial<ResponseTally> = {},
  why: Reason,
): Draft {
  const { id, endpoint, statement } = clause;
  const common = { id, section: sectionOf(id), endpoint, statement, cases, violations: [] };
  const violations = smallestViolations(distinct).map((smallest) => ({
    ...withResponseCounts(smallest, responses),
    ...present({ reproducible: smallest.reproducible ?? (smallest.ofSmallest > 1 ? true : undefined) }),
  }));
  const [first] = violations;
  if (first !== undefined) {
    return { ...common, ...sample, outcome: "failed", reason: first.message, violations };
  }
  if (cases > 0) return { ...common, ...sample, outcome: "passed" };
  // If `inconclusive` is present, there were responses, but none showed the subject of the clause.
  const reason: Reason =
    inconclusive === undefined
      ? why
      : { code: "dataUnsuitable", reason: inconclusive, dependsOn: dataDependencies(clause) };
  return { ...common, ...asResult(reason) };
}

/** The results of sending clauses over recorded exchanges. `succeeded`: the endpoints with a recorded success. */
export const recordedResults = (
  sending: readonly SendingClause[],
  tallies: Tallies,
  succeeded: ReadonlySet<Endpoint>,
): readonly Draft[] =>
  sending.map((clause) => {
    const { id, endpoint, recorded } = clause;
    if (recorded === undefined) {
      const reason =
        "the clause compares several responses or sends its own requests: only a run can test it";
      return draftResult(clause, undefined, { code: "notRecorded", reason });
    }
    const { inconclusive, ...tally } = tallies.get(id) ?? {};
    const incomplete = "the recording has no complete exchange to which the clause applies";
    const code = inconclusive === undefined ? "notRecorded" : "dataUnsuitable";
    const why: Reason = { code, reason: inconclusive ?? incomplete };
    const draft = draftResult(clause, tally, why);
    const provesNothing = recorded.needsSuccess === true && !succeeded.has(endpoint);
    return draft.outcome === "passed" && provesNothing
      ? { ...draft, ...asResult({ code: "dataUnsuitable", reason: NO_SUCCESS_RECORDED }) }
      : draft;
  });

const NO_SUCCESS_RECORDED =
  "no successful response of this endpoint was recorded with its body: a service that refuses every request would also pass";
