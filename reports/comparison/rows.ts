import type { RunResult } from "../../engine/model/results.ts";
import { countOf, countText } from "../../engine/model/model.ts";
import { isCutOff } from "../reading/assemble.ts";
import { bySection } from "../words/labels.ts";

export interface Column {
  readonly label: string;
  readonly result: RunResult;
  /** The link from the page to the report of this result. */
  readonly report?: string | undefined;
}

export type ComparisonRow = ReturnType<typeof comparisonRows>[number];

/** Every clause that any of the results has, in the order of the contract. `cells`: the clause in each result; undefined if it is not there. */
export function comparisonRows(columns: readonly Column[]) {
  const byId = columns.map(({ result }) => new Map(result.clauses.map((clause) => [clause.id, clause])));
  const all = new Map(columns.flatMap(({ result }) => result.clauses.map((clause) => [clause.id, clause])));
  return bySection([...all.values()]).flatMap(([, clauses]) =>
    clauses.map(({ id, section, statement, endpoint }) => {
      const cells = byId.map((own) => own.get(id));
      // A result has no outcome of a clause that was not selected, or that a run which ended early did not reach.
      const reached = cells.flatMap((clause) => clause ?? []).filter((clause) => !isCutOff(clause));
      const differs = new Set(reached.map(({ outcome }) => outcome)).size > 1;
      return { id, section, statement, endpoint, cells, differs };
    }),
  );
}

export function differenceText(rows: readonly ComparisonRow[]): string {
  const size = rows.filter(({ differs }) => differs).length;
  return `${countText(size)} of ${countOf(rows.length, "clause")} ${size === 1 ? "differs" : "differ"}`;
}
