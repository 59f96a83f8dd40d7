import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { documentOf, readAssets } from "../markup/document.ts";
import { badge, filters, foldedBlock, html, type Markup, pairs } from "../markup/elements.ts";
import { violationText, reasonText } from "../words/explain.ts";
import { outcomesOf, sectionLabel, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { runHeaderFacts, utcOf, verdictText } from "../words/run.ts";
import { comparisonRows, differenceText, type Column, type ComparisonRow } from "./rows.ts";
import { byDate, changeText, isOverTime, stripOf } from "./over-time.ts";

const COMPARISON_ASSETS = ["../html/report.css", "./comparison.css", "./comparison.js"].map(
  (name) => new URL(name, import.meta.url),
);
const LONGEST_LABEL = 80;

const TITLE = "Comparison of ";

/** Whether a page is a comparison. */
export const isComparison = (page: string): boolean => page.includes(`<title>${TITLE}`);

/**
 * The comparison as a single file: the clauses whose outcomes differ, and the clauses that passed in no result. Results of one
 * target are shown over time.
 */
export function comparisonPage(results: readonly Column[]): Promise<string> {
  const overTime = isOverTime(results);
  const columns = overTime ? byDate(results) : results;
  const rows = comparisonRows(columns);
  const title = `${TITLE}${countOf(columns.length, "result")}${overTime ? " over time" : ""}`;
  const differ = rows.filter(({ differs }) => differs);
  const alike = rows.filter(
    ({ differs, cells }) => !differs && cells.every((clause) => clause?.outcome !== "passed"),
  );
  const row = overTime ? timeRow : implementationRow;
  return documentOf(
    title,
    readAssets(COMPARISON_ASSETS),
    html`<main class="${overTime && "over-time"}">
      <h1>${title}</h1>
      <p class="note">${differenceText(rows)} in outcome. Clauses that passed everywhere are left out.</p>
      ${overTime && runTable(columns)}
      ${filters("Filter", differ.length + alike.length, outcomeCounts([...differ, ...alike]))}
      ${alike.length > 0 && html`<label><input type="checkbox" id="only-differences" autocomplete="off" /> only rows that differ (${countText(differ.length)})</label>`}
      <div class="wide compared" tabindex="0" role="region" aria-label="Clauses">
        <table aria-label="A row for each clause">
          <thead>
            <tr>
              <th scope="col">Clause</th>
              ${
                overTime
                  ? html`<th scope="col">Oldest to newest</th>
                      <th scope="col">Change</th>`
                  : columns.map(head)
              }
            </tr>
          </thead>
          ${differ.map((one) => row(one, columns))}
          ${
            alike.length > 0 &&
            html`<tbody id="alike" class="alike">
              <tr>
                <th scope="rowgroup" colspan="${overTime ? 3 : columns.length + 1}">
                  <strong>The same in all</strong>
                </th>
              </tr>
            </tbody>`
          }
          ${alike.map((one) => row(one, columns))}
        </table>
      </div>
    </main>`,
  );
}

/** Each outcome that occurs in any result, with the number of rows that contain it. */
const outcomeCounts = (rows: readonly ComparisonRow[]) =>
  outcomesOf(
    rows.flatMap(({ cells }) =>
      [...new Set(cells.flatMap((one) => one?.outcome ?? []))].map((outcome) => ({ outcome })),
    ),
  );

const nameOf = ({ label, report }: Column): Markup => {
  const name = oneLine(label, LONGEST_LABEL);
  return report === undefined ? html`${name}` : html`<a href="${report}">${name}</a>`;
};

const columnVerdict = ({ result }: Column): Markup => {
  const reason = result.verdict === "incomplete" ? result.reason : undefined;
  return html`<strong class="${result.verdict}">${verdictText(result)}</strong
    >${reason !== undefined && `: ${oneLine(reason)}`}`;
};

/** The header of a result: its target, its verdict and its counts. */
const head = (column: Column): Markup =>
  html`<th scope="col">
    <h2>${nameOf(column)}</h2>
    ${columnVerdict(column)}
    <p class="note">${tallyOf(column.result.clauses).join(" · ")}</p>
    ${foldedBlock("Facts", pairs("facts", runHeaderFacts(column.result)))}
  </th>`;

/** The header of a comparison over time: the date, the verdict and the counts of each run. */
const runTable = (columns: readonly Column[]): Markup =>
  html`<ol class="runs">
    ${columns.map(
      (column) =>
        html`<li>
          <strong>${nameOf(column)}</strong> ${columnVerdict(column)}
          <span class="note">${tallyOf(column.result.clauses).join(" · ")}</span>
          ${foldedBlock(utcOf(column.result), pairs("facts", runHeaderFacts(column.result)))}
        </li>`,
    )}
  </ol>`;

/** A row of the table, with the words and outcomes that the filter searches. */
function tableRow(row: ComparisonRow, columns: readonly Column[], cells: Markup): Markup {
  const { id, section, statement, endpoint, differs } = row;
  const seen = row.cells.flatMap((clause, index) =>
    clause === undefined || clause.outcome === "passed"
      ? []
      : [[columns[index]?.label ?? "", clause] as const],
  );
  const outcomes = row.cells.flatMap((clause) => clause?.outcome ?? []).join(" ");
  const words = oneLine([id, statement, endpoint].join(" "), 400);
  return html`<tbody
    id="row-${id}"
    class="${!differs && "alike"}"
    data-outcomes="${outcomes}"
    data-words="${words}"
  >
    <tr>
      <th scope="row" title="${sectionLabel(section)}">
        <code>${oneLine(id, 120)}</code> ${oneLine(statement, 300)}
        ${
          seen.length > 0 &&
          foldedBlock("What was seen", [
            pairs(
              "lines",
              seen.map(([label, clause]) => [oneLine(label, LONGEST_LABEL), comparisonCell(clause)]),
            ),
          ])
        }
      </th>
      ${cells}
    </tr>
  </tbody>`;
}

/** A clause with its outcome in each result. */
const implementationRow = (row: ComparisonRow, columns: readonly Column[]): Markup =>
  tableRow(
    row,
    columns,
    html`${row.cells.map((clause, index) => html`<td data-label="${oneLine(columns[index]?.label ?? "", LONGEST_LABEL)}">${cell(clause, columns[index]?.report)}</td>`)}`,
  );

/** A clause with a strip of its outcomes, and its last change in words. */
const timeRow = (row: ComparisonRow, columns: readonly Column[]): Markup =>
  tableRow(
    row,
    columns,
    html`<td>${stripOf(row, columns)}</td>
      <td>${changeText(row, columns)}</td>`,
  );

const cell = (clause: ClauseResult | undefined, report: string | undefined): Markup =>
  clause === undefined
    ? html`<span class="note">not in this result</span>`
    : report === undefined
      ? badge(clause.outcome)
      : html`<a href="${report}#${clause.id}">${badge(clause.outcome)}</a>`;

/** The first violation with its request, or the reason why the clause has none. */
function comparisonCell(clause: ClauseResult): Markup {
  const [violation] = clause.violations;
  return violation === undefined
    ? html`${reasonText(clause)}`
    : html`${violationText(clause, violation)}<br />${oneLine(violation.curl, 2_000)}`;
}
