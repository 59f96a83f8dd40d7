import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import {
  badge,
  code,
  codeToCopy,
  fold,
  html,
  labelled,
  type Markup,
  note,
  nothing,
} from "../markup/elements.ts";
import { documentOf } from "../markup/document.ts";
import { bodyText } from "../markup/violation.ts";
import { explainPlace, reasonText } from "../words/explain.ts";
import { sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { bySection } from "../words/tally.ts";
import { card } from "./card.ts";
import { differing, type Column, type Comparison, type ComparedRow, type Group } from "./model.ts";

const FILES = ["./comparison.css", "./choice.js"].map((name) => new URL(name, import.meta.url));
/** Characters of each text that came from a service: the result file of the column has all. */
const LONGEST = 600;
const LONGEST_LABEL = 80;

/** Results side by side: one file that needs no other, and can be read and switched without its script. */
export function comparisonPage(comparison: Comparison): Promise<string> {
  const { columns, withheld, rows } = comparison;
  const title = `Comparison of ${countOf(columns.length, "result")}`;
  return documentOf(
    title,
    FILES,
    html`<header class="page">
        <p class="note">Conformance, side by side</p>
        <h1>${title}</h1>
        <p class="lead">${lead(comparison)}</p>
        ${notes(columns).map(note)}
        ${withheld.map(
          ({ label, result: { reason = "no reason given" } }) =>
            html`<p class="box">
              Withheld, since nothing was tested: <strong>${oneLine(label, LONGEST_LABEL)}</strong>,
              ${oneLine(reason)}
            </p>`,
        )}
        ${columns.length > 1 && choice(columns)}
      </header>
      <main class="page">
        <ul class="cards">
          ${columns.map((column, index) => card(column, columns, index))}
        </ul>
        <label class="switch" data-screen
          ><input type="checkbox" id="differing" checked /><span
            >Only rows that differ (${count(differing(comparison))} of ${count(rows.length)})</span
          ></label
        >
        ${sheet(comparison)}
        <footer class="note">
          Made by <code>ledger-conformance compare</code> from the <code>results.json</code> of each result,
          which holds all of its violations.
        </footer>
      </main>`,
  );
}

function lead(comparison: Comparison): string {
  const { rows, columns } = comparison;
  const size = differing(comparison);
  const clauses = countOf(rows.length, "clause");
  return size === 0
    ? `All ${countOf(columns.length, "result")} have the same outcome on each of ${clauses}.`
    : `${count(size)} of ${clauses} ${size === 1 ? "differs" : "differ"}: not the same outcome in all results.`;
}

/** What keeps results from being compared one to one. */
function notes(columns: readonly Column[]): readonly string[] {
  const values = (of: (result: RunResult) => string): readonly string[] => [
    ...new Set(columns.map(({ result }) => oneLine(of(result), 60))),
  ];
  const versions = values(({ suite }) => suite.version);
  const levels = values(({ level }) => level);
  const partial = columns.filter(({ result }) => result.verdict === "incomplete");
  return [
    versions.length > 1 &&
      `Made by different versions of the suite (${versions.join(", ")}): a clause that one of them does not have is marked so.`,
    levels.length > 1 &&
      `Made at different levels (${levels.join(", ")}): at a higher level more requests are sent.`,
    partial.length > 0 &&
      `Not the whole of a run: ${partial.map(({ label }) => oneLine(label, LONGEST_LABEL)).join(", ")}.`,
  ].filter((text) => text !== false);
}

/** On a phone there is room for one implementation at a time: which one is chosen here. */
const choice = (columns: readonly Column[]): Markup =>
  html`<fieldset class="chips" id="choice" data-script>
    <legend class="visually-hidden">Implementation</legend>
    ${columns.map(
      ({ label }, index) =>
        html`<label
          ><input type="radio" name="column" value="${index}" ${index === 0 ? "checked" : ""} /><span
            >${oneLine(label, LONGEST_LABEL)}</span
          ></label
        >`,
    )}
  </fieldset>`;

function sheet({ columns, rows }: Comparison): Markup {
  const differ = rows.filter((row) => row.differs);
  const alike = bySection(rows.filter((row) => !row.differs));
  return html`<div class="sheet" role="region" aria-label="Clauses and results" tabindex="0">
    <table>
      <caption class="visually-hidden">
        A row for each clause, a column for each result
      </caption>
      <thead>
        <tr>
          <th scope="col">Clause</th>
          ${columns.map(
            ({ label, result: { implementations = {} } }, index) =>
              html`<th scope="col" data-column="${index}">
                ${oneLine(label, LONGEST_LABEL)}
                ${Object.values(implementations).map((name) => html`<small>${oneLine(name, LONGEST_LABEL)}</small>`)}
              </th>`,
          )}
        </tr>
      </thead>
      ${differ.length > 0 && block("What differs", "", differ, columns)}
      ${alike.map(([section, own]) => block(`${section} ${sectionLabel(section)}`, "all-same", own, columns))}
    </table>
  </div>`;
}

const block = (
  title: string,
  kind: string,
  rows: readonly ComparedRow[],
  columns: readonly Column[],
): Markup =>
  html`<tbody class="${kind}">
    <tr class="heading">
      <th scope="rowgroup">${title}</th>
    </tr>
    ${rows.map((row) => rowOf(row, columns))}
  </tbody>`;

/** A clause with its outcome in each result; below it, over the whole width, what was seen. */
function rowOf({ id, statement, cells, groups, differs }: ComparedRow, columns: readonly Column[]): Markup {
  const kind = differs ? "differs" : "same";
  const told = groups.filter(({ clause }) => clause.outcome !== "pass");
  return html`<tr class="${kind}" id="row-${id}">
    <th scope="row">
      <code>${oneLine(id, 120)}</code> <span>${oneLine(statement, 300)}</span>
      ${
        told.length > 0 &&
        fold(
          "What was seen",
          told.map((group) => evidence(group, columns)),
        )
      }
    </th>
    ${cells.map(
      (group, column) =>
        html`<td data-column="${column}">
          ${groups[group] === undefined ? html`<span class="note">not in this result</span>` : badge(groups[group].clause.outcome)}
        </td>`,
    )}
  </tr>`;
}

/** What some results say of a clause: what is the same in several is told once. */
function evidence({ clause, columns: own }: Group, columns: readonly Column[]): Markup {
  const names = own.map((column) => oneLine(columns[column]?.label ?? "", LONGEST_LABEL));
  return html`<section>
    <p><strong>${names.join(", ")}</strong> ${badge(clause.outcome)}</p>
    ${seen(clause)}
  </section>`;
}

function seen(clause: ClauseResult): Markup {
  const [violation] = clause.violations;
  const more = clause.violations.length - 1;
  return violation === undefined
    ? html`<p>${reasonText(clause, LONGEST)}</p>`
    : html`${labelled(explainPlace(clause, violation, LONGEST))}
      ${codeToCopy("Request", manyLines(violation.curl, LONGEST))}
      ${code(`Actual: status ${violation.response.status}`, bodyText(violation.response.body, LONGEST))}
      ${more > 0 ? note(`${countOf(more, "violation")} more in its own result.`) : nothing}`;
}
