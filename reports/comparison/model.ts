import { pattern } from "../../engine/evidence/violation.ts";

import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { compareSections } from "../words/labels.ts";
import { groupBy } from "../words/tally.ts";

/** A result that is laid beside others, and what it is called. */
export interface Column {
  readonly label: string;
  readonly result: RunResult;
}

/** Columns that show the same of a clause; the first of them stands for all. */
export interface Group {
  readonly clause: ClauseResult;
  /** Indexes of the columns. */
  readonly columns: readonly number[];
}

/** A clause and what each column says of it. */
export interface Row {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** By column: the index of its group; undefined where the result does not have the clause. */
  readonly cells: readonly (number | undefined)[];
  readonly groups: readonly Group[];
  /** The outcomes are not all the same, or some result does not have the clause. */
  readonly differs: boolean;
}

/** Results side by side. */
export interface Comparison {
  readonly columns: readonly Column[];
  /** In the order of the document. */
  readonly rows: readonly Row[];
}

/** Lays results side by side: every clause that one of them has. */
export function compareResults(columns: readonly Column[]): Comparison {
  const byId = columns.map(({ result }) => new Map(result.clauses.map((clause) => [clause.id, clause])));
  const all = new Map(columns.flatMap(({ result }) => result.clauses.map((clause) => [clause.id, clause])));
  const rows = [...all.values()]
    .toSorted((a, b) => compareSections(a.section, b.section))
    .map((clause) =>
      rowOf(
        clause,
        byId.map((clauses) => clauses.get(clause.id)),
      ),
    );
  return { columns, rows };
}

function rowOf({ id, section, statement }: ClauseResult, found: readonly (ClauseResult | undefined)[]): Row {
  const keys = found.map((clause) => clause && keyOf(clause));
  const groups = groupBy(
    found.flatMap((clause, column) => (clause === undefined ? [] : [{ clause, column }])),
    ({ column }) => keys[column],
  ).flatMap(([key, [first, ...others]]) =>
    first === undefined
      ? []
      : [{ key, clause: first.clause, columns: [first, ...others].map(({ column }) => column) }],
  );
  return {
    id,
    section,
    statement,
    cells: keys.map((key) =>
      key === undefined ? undefined : groups.findIndex((group) => group.key === key),
    ),
    groups,
    differs: new Set(found.map((clause) => clause?.outcome)).size > 1,
  };
}

/** Two columns show the same where the same was wrong at the same places, whatever their hosts are called. */
function keyOf({ outcome, reason, came = reason, violations }: ClauseResult): string {
  return outcome === "pass"
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
}

/** How many rows differ. */
export function differing({ rows }: Pick<Comparison, "rows">): number {
  return rows.filter(({ differs }) => differs).length;
}
