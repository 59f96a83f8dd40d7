import { type ClauseResult, OUTCOMES } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, code, codeToCopy, fold, html, labelled, type Markup, note } from "../markup/elements.ts";
import { documentOf } from "../markup/document.ts";
import { bodyText } from "../markup/violation.ts";
import { explainPlace, reasonText } from "../words/explain.ts";
import { outcomeLabel, sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { drawnBy, filesNote, verdictText } from "../words/run.ts";
import { groupBy } from "../words/tally.ts";
import { differing, type Column, type Comparison, type ComparedRow, type Group } from "./model.ts";

const VERDICT_COLOURS = { conforms: "pass", nonconforming: "fail", incomplete: "inconclusive" } as const;
/** Characters of each text that came from a service: the result file of the column has all. */
const LONGEST = 600;

/** Results side by side: one file that needs no other, and can be read and switched without its script. */
export function comparisonPage(comparison: Comparison): Promise<string> {
  const { columns, rows } = comparison;
  const title = `Comparison of ${countOf(columns.length, "result")}`;
  return documentOf(
    title,
    [new URL("./comparison.css", import.meta.url)],
    html`<header class="page wide">
        <p class="kicker">Conformance, side by side</p>
        <h1>${title}</h1>
        <p class="lead">${lead(comparison)}</p>
        ${notes(columns).map(note)}
      </header>
      <main class="page wide">
        <label class="switch" data-screen
          ><input type="checkbox" id="differing" /><span
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
    levels.length > 1 && `Made at different levels (${levels.join(", ")}): some were asked more.`,
    partial.length > 0 &&
      `Not the whole of a run: ${partial.map(({ label }) => oneLine(label, 80)).join(", ")}.`,
  ].filter((text) => text !== false);
}

function sheet({ columns, rows }: Comparison): Markup {
  const differ = rows.filter((row) => row.differs);
  const alike = groupBy(
    rows.filter((row) => !row.differs),
    ({ section }) => section,
  );
  return html`<div class="sheet" role="region" aria-label="Clauses and results" tabindex="0">
    <table>
      <caption class="visually-hidden">
        A row for each clause, a column for each result
      </caption>
      <thead>
        <tr class="label">
          <th scope="col">Clause</th>
          ${columns.map(({ label }) => html`<th scope="col">${oneLine(label, 80)}</th>`)}
        </tr>
      </thead>
      <tbody>
        <tr class="about">
          <th scope="row">Result</th>
          ${columns.map(about)}
        </tr>
        ${OUTCOMES.map(
          (outcome) =>
            html`<tr class="counts">
              <th scope="row">${outcomeLabel(outcome)}</th>
              ${columns.map(({ result }) => html`<td>${count(result.summary[outcome])}</td>`)}
            </tr>`,
        )}
      </tbody>
      ${differ.length > 0 && block("What differs", "", differ, columns)}
      ${alike.map(([section, own]) => block(`${section} ${sectionLabel(section)}`, "all-same", own, columns))}
    </table>
  </div>`;
}

function about({ result }: Column): Markup {
  const { target, verdict, startedAt, suite } = result;
  const how = filesNote(result) ?? drawnBy(result).join(", ");
  const started = oneLine(startedAt, 40).slice(0, 16).replace("T", " ");
  // The reference listened for this one run alone.
  const services = result.embedded
    ? ["the embedded reference"]
    : Object.values(target).map((url) => oneLine(url, 200));
  return html`<td>
    <p>${badge(VERDICT_COLOURS[verdict], verdictText(result))}</p>
    ${services.map((service) => html`<p>${service}</p>`)}
    <p>${started} UTC</p>
    <p>${how}</p>
    <p>version ${oneLine(suite.version, 40)}</p>
  </td>`;
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
      <td colspan="${columns.length}"></td>
    </tr>
    ${rows.map((row) => rowOf(row, columns))}
  </tbody>`;

function rowOf({ id, statement, cells, groups, differs }: ComparedRow, columns: readonly Column[]): Markup {
  return html`<tr class="${differs ? "differs" : "same"}" id="row-${id}">
    <th scope="row"><code>${oneLine(id, 120)}</code><span>${oneLine(statement, 300)}</span></th>
    ${cells.map((group, column) => html`<td>${cell(groups[group], column, columns)}</td>`)}
  </tr>`;
}

/** What a result says of a clause, with its evidence behind a fold: what is the same in several results is told once. */
function cell(group: Group | undefined, column: number, columns: readonly Column[]): Markup {
  if (group === undefined) {
    return html`<span class="none">not in this result</span>`;
  }
  const { clause } = group;
  const [first = column] = group.columns;
  if (clause.outcome === "pass") {
    return badge("pass");
  }
  return first < column
    ? html`${badge(clause.outcome)}
        <span class="none">as in ${oneLine(columns[first]?.label ?? "", 80)}</span>`
    : fold(badge(clause.outcome), evidence(clause));
}

function evidence(clause: ClauseResult): Markup {
  const [violation] = clause.violations;
  const more = clause.violations.length - 1;
  return violation === undefined
    ? html`<p>${reasonText(clause, LONGEST)}</p>`
    : html`${labelled(explainPlace(clause, violation, LONGEST))}
      ${codeToCopy("Request", manyLines(violation.curl, LONGEST))}
      ${code(`Answer: status ${violation.response.status}`, bodyText(violation.response.body, LONGEST))}
      ${more > 0 && note(`${countOf(more, "violation")} more in its own result.`)}`;
}
