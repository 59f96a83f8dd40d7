import type { RunResult } from "../../engine/model/results.ts";
import { countOf, countText } from "../../engine/model/model.ts";
import { isCutOff } from "../reading/assemble.ts";
import { bySection, isNotChecked, outcomeLabel } from "../words/labels.ts";
import type { Outcome } from "../../engine/model/clause-results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { html, type Markup } from "../html/elements.ts";

export interface Column {
  readonly label: string;
  readonly result: RunResult;
  readonly report?: string | undefined;
}

export type ComparisonRow = ReturnType<typeof comparisonRows>[number];

/** A row for each clause that any result has, in the order of the contract. `cells`: the clause in each result; undefined if it lacks the clause. */
export function comparisonRows(columns: readonly Column[]) {
  const byId = columns.map(({ result }) => new Map(result.clauses.map((clause) => [clause.id, clause])));
  const all = new Map(columns.flatMap(({ result }) => result.clauses.map((clause) => [clause.id, clause])));
  return bySection([...all.values()]).flatMap(([, clauses]) =>
    clauses.map(({ id, section, statement, endpoint }) => {
      const cells = byId.map((own) => own.get(id));
      // That a clause was not selected, or not reached by a run which ended early, is no difference.
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

export function isOverTime(columns: readonly Column[]): boolean {
  const targets = columns.map(({ result: { target, embedded } }) =>
    embedded === true ? "" : JSON.stringify(target),
  );
  return new Set(targets).size === 1;
}

export const byDate = (columns: readonly Column[]): readonly Column[] =>
  columns.toSorted(({ result: a }, { result: b }) => Date.parse(a.startedAt) - Date.parse(b.startedAt));

const LONGEST_CHANGE_LABEL = 40;

export function stripOf({ id, cells }: ComparisonRow, columns: readonly Column[]): Markup {
  return html`<span class="cells strip">
    ${cells.map((clause, index) => {
      const { label = "", report } = columns[index] ?? {};
      const outcome = clause === undefined ? "not in this result" : outcomeLabel(clause.outcome);
      const text = `${oneLine(label, LONGEST_CHANGE_LABEL)}: ${outcome}`;
      const kind = clause?.outcome ?? "lacking";
      return report === undefined || clause === undefined
        ? html`<span class="${kind}" role="img" aria-label="${text}" title="${text}"></span>`
        : html`<a class="${kind}" href="${report}#${id}" title="${text}"></a>`;
    })}
  </span>`;
}

const DIRECTIONS: Readonly<Record<Outcome, readonly [fromChecked: string, fromUnchecked: string]>> = {
  failed: ["worse", "worse"],
  passed: ["better", "now tested"],
  known: ["accepted", "now tested"],
  inconclusive: ["no longer decided", "still not decided"],
  notTested: ["no longer tested", "still not decided"],
};

/** The last change of a clause in words, such as `worse: passed → failed since tuesday`; `always passed` without a change. */
export function changeText({ cells }: Pick<ComparisonRow, "cells">, columns: readonly Column[]): string {
  const shown = cells.flatMap((clause, index) =>
    clause === undefined ? [] : [{ outcome: clause.outcome, label: columns[index]?.label ?? "" }],
  );
  const changes = shown.flatMap((now, index) => {
    const before = shown[index - 1]?.outcome ?? now.outcome;
    return before === now.outcome ? [] : [{ ...now, before }];
  });
  const last = changes.at(-1);
  if (last === undefined) return shown[0] === undefined ? "" : `always ${outcomeLabel(shown[0].outcome)}`;
  const { before, outcome, label } = last;
  const direction = DIRECTIONS[outcome][isNotChecked({ outcome: before }) ? 1 : 0];
  const often = changes.length === 1 ? "" : `, changed ${countText(changes.length)} times`;
  return `${direction}: ${outcomeLabel(before)} → ${outcomeLabel(outcome)} since ${oneLine(label, LONGEST_CHANGE_LABEL)}${often}`;
}
