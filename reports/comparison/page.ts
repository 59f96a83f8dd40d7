import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { documentOf } from "../markup/document.ts";
import {
  badge,
  choice,
  code,
  codeToCopy,
  fold,
  html,
  labelled,
  type Markup,
  note,
} from "../markup/elements.ts";
import { bodyText, explainPlace, reasonText } from "../words/explain.ts";
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
  const { withheld, rows } = comparison;
  const columns = comparison.columns.map((column) => ({
    ...column,
    label: oneLine(column.label, LONGEST_LABEL),
  }));
  const title = `Comparison of ${countOf(columns.length, "result")}`;
  return documentOf(
    title,
    FILES,
    html`<header>
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
        ${
          columns.length > 1 &&
          html`<div id="choice" data-script>
            ${choice(
              "Implementation",
              "column",
              columns.map(({ label }, index) => [String(index), label]),
            )}
          </div>`
        }
      </header>
      <main>
        <ul class="cards">
          ${columns.map((column, index) => card(column, columns, index))}
        </ul>
        <label data-screen
          ><input type="checkbox" id="differing" checked /> Only rows that differ
          (${count(differing(comparison))} of ${count(rows.length)})</label
        >
        ${table(rows, columns)}
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
    partial.length > 0 && `Not the whole of a run: ${partial.map(({ label }) => label).join(", ")}.`,
  ].filter((text) => text !== false);
}

function table(rows: readonly ComparedRow[], columns: readonly Column[]): Markup {
  const alike = bySection(rows.filter(({ differs }) => !differs));
  const heading = (title: string): Markup =>
    html`<tbody class="heading same">
      <tr>
        <th scope="rowgroup" colspan="${columns.length + 1}">${title}</th>
      </tr>
    </tbody>`;
  return html`<table>
    <caption class="visually-hidden">
      A row for each clause, a column for each result
    </caption>
    <thead>
      <tr>
        <th scope="col">Clause</th>
        ${columns.map(
          ({ label, result: { implementations = {} } }, index) =>
            html`<th scope="col" data-column="${index}">
              ${label}
              ${Object.values(implementations).map((name) => html`<small>${oneLine(name, LONGEST_LABEL)}</small>`)}
            </th>`,
        )}
      </tr>
    </thead>
    ${rows.filter(({ differs }) => differs).map((row) => rowOf(row, columns))}
    ${alike.map(
      ([section, own]) =>
        html`${heading(`${section} ${sectionLabel(section)}`)} ${own.map((row) => rowOf(row, columns))}`,
    )}
  </table>`;
}

/** A clause with its outcome in each result; below it, over the whole width, what was seen. */
function rowOf({ id, statement, cells, groups, differs }: ComparedRow, columns: readonly Column[]): Markup {
  const told = groups.filter(({ clause }) => clause.outcome !== "pass");
  return html`<tbody id="row-${id}" class="${differs ? "differs" : "same"}">
    <tr>
      <th scope="row"><code>${oneLine(id, 120)}</code> <span>${oneLine(statement, 300)}</span></th>
      ${cells.map(
        (group, column) =>
          html`<td data-column="${column}">
            ${groups[group] === undefined ? html`<span class="note">not in this result</span>` : badge(groups[group].clause.outcome)}
          </td>`,
      )}
    </tr>
    ${
      told.length > 0 &&
      html`<tr class="seen">
        <td colspan="${columns.length + 1}">
          ${fold(
            "What was seen",
            told.map((group) => evidence(group, columns)),
          )}
        </td>
      </tr>`
    }
  </tbody>`;
}

/** What some results say of a clause: what is the same in several is told once. */
const evidence = ({ clause, columns: own }: Group, columns: readonly Column[]): Markup =>
  html`<section>
    <p><strong>${own.map((column) => columns[column]?.label).join(", ")}</strong> ${badge(clause.outcome)}</p>
    ${seen(clause)}
  </section>`;

function seen(clause: ClauseResult): Markup {
  const [violation] = clause.violations;
  const more = clause.violations.length - 1;
  return violation === undefined
    ? html`<p>${reasonText(clause, LONGEST)}</p>`
    : html`${labelled(explainPlace(clause, violation, LONGEST))}
      ${codeToCopy("Request", manyLines(violation.curl, LONGEST))}
      ${code(`Actual: status ${violation.response.status}`, bodyText(violation.response.body, LONGEST))}
      ${more > 0 && note(`${countOf(more, "violation")} more in its own result.`)}`;
}
