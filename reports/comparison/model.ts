import { pattern } from "../../engine/evidence/violation.ts";

import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { compareSections } from "../words/labels.ts";

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
  const groups: { readonly clause: ClauseResult; readonly columns: number[]; readonly key: string }[] = [];
  const cells = found.map((clause, column) => {
    if (clause === undefined) {
      return undefined;
    }
    const key = keyOf(clause);
    const known = groups.findIndex((group) => group.key === key);
    const index = known < 0 ? groups.push({ clause, columns: [], key }) - 1 : known;
    groups[index]?.columns.push(column);
    return index;
  });
  const outcomes = new Set(found.map((clause) => clause?.outcome));
  return {
    id,
    section,
    statement,
    cells,
    groups: groups.map(({ clause, columns }) => ({ clause, columns })),
    differs: outcomes.size > 1,
  };
}

/** Two columns show the same where the same was wrong at the same places, whatever their hosts are called. */
function keyOf({ outcome, reason, violations }: ClauseResult): string {
  return outcome === "pass"
    ? outcome
    : JSON.stringify([
        outcome,
        violations.length === 0 ? reason : "",
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
