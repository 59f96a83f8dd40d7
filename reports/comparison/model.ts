import { pattern } from "../../engine/evidence/violation.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { utcOf } from "../words/run.ts";
import { bySection, extentOf, groupBy } from "../words/tally.ts";

/** A result that is laid beside others, and what it is called. */
export interface Column {
  readonly label: string;
  readonly result: RunResult;
  /** An earlier result of the same implementation. */
  readonly earlier?: RunResult | undefined;
  /** Where its own report is, as seen from the page. */
  readonly report?: string | undefined;
}

export type Comparison = ReturnType<typeof compareResults>;
export type ComparedRow = ReturnType<typeof rowOf>;
/** Columns that show the same of a clause; the first of them stands for all. */
export type Group = ComparedRow["groups"][number];

/**
 * Lays results side by side: every clause that one of them has, in the order of the document. A result in which nothing
 * was judged says nothing of an implementation: it is withheld, and named.
 */
export function compareResults(given: readonly Column[]) {
  const [withheld = [], columns = []] = [true, false].map((isEmpty) =>
    given.filter(({ result }) => (extentOf(result.clauses).judged === 0) === isEmpty),
  );
  const byId = columns.map(({ result }) => new Map(result.clauses.map((clause) => [clause.id, clause])));
  const all = new Map(columns.flatMap(({ result }) => result.clauses.map((clause) => [clause.id, clause])));
  const rows = bySection([...all.values()]).flatMap(([, clauses]) =>
    clauses.map((clause) =>
      rowOf(
        clause,
        byId.map((own) => own.get(clause.id)),
      ),
    ),
  );
  return { columns, withheld, rows };
}

/**
 * The result that a column is held against, and what it is: the earlier one that was given, the last of the columns in front
 * of it of the same target, or, of two results alone, the other one.
 */
export function before(columns: readonly Column[], { result, earlier }: Column) {
  const front = columns.slice(
    0,
    columns.findIndex((column) => column.result === result),
  );
  const same = earlier ?? front.findLast((other) => targetOf(other) === targetOf({ result }))?.result;
  const [other] = columns.length === 2 ? front : [];
  return same === undefined
    ? other && { result: other.result, name: other.label }
    : { result: same, name: `the run of ${utcOf(same)}` };
}

const targetOf = ({ result }: Pick<Column, "result">): string => JSON.stringify(result.target);

/** A clause, and what each column says of it: cells are indexes of groups, -1 where a result does not have it. */
function rowOf({ id, section, statement }: ClauseResult, found: readonly (ClauseResult | undefined)[]) {
  const told = found.flatMap((clause, column) => (clause === undefined ? [] : [{ clause, column }]));
  const groups = groupBy(told, ({ clause }) => keyOf(clause)).map(([, own]) => ({
    clause: own[0].clause,
    columns: own.map(({ column }) => column),
  }));
  // A run that broke off says nothing of what it did not come to.
  const reached = found.filter((clause) => clause?.remedy?.kind !== "runToItsEnd");
  return {
    id,
    section,
    statement,
    cells: found.map((_, column) => groups.findIndex(({ columns }) => columns.includes(column))),
    groups,
    differs: new Set(reached.map((clause) => clause?.outcome)).size > 1,
  };
}

/** Two columns show the same where the same was wrong at the same places, whatever their hosts are called. */
const keyOf = ({ outcome, reason, came = reason, violations }: ClauseResult): string =>
  outcome === "pass"
    ? outcome
    : JSON.stringify([
        outcome,
        violations.length === 0 ? came : "",
        violations.map(({ message, pointer, expected, actual }) => [
          message,
          pattern(pointer),
          expected,
          actual,
        ]),
      ]);

export const differing = ({ rows }: Comparison): number => rows.filter(({ differs }) => differs).length;
