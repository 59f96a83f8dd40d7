import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { oneLine, UNCUT } from "../../engine/secrets/escape.ts";
import { badge, documentOf, filters, foldedBlock, html, pairs, readAssets } from "../html/elements.ts";
import type { Markup } from "../html/elements.ts";
import { violationText, reasonText } from "../words/explain.ts";
import { outcomesOf, sectionLabel, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { runHeaderFacts, verdictText } from "../words/run.ts";
import { comparisonRows, differenceText, type Column, type ComparisonRow } from "./rows.ts";
import { byDate, changeText, isOverTime, stripOf } from "./rows.ts";

const COMPARISON_ASSETS = ["../html/report.css", "./comparison.css", "./comparison.js"].map(
  (name) => new URL(name, import.meta.url),
);

const TITLE = "Comparison of ";

export const isComparison = (page: string): boolean => page.includes(`<title>${TITLE}`);

export function comparisonPage(results: readonly Column[]): Promise<string> {
  const overTime = isOverTime(results);
  const columns = overTime ? byDate(results) : results;
  const rows = comparisonRows(columns);
  const title = `${TITLE}${countOf(columns.length, "result")}${overTime ? " over time" : ""}`;
  const differ = rows.filter(({ differs }) => differs);
  const alike = rows.filter(
    ({ differs, cells }) => !differs && cells.every((clause) => clause?.outcome !== "passed"),
  );
  const draw = (row: ComparisonRow): Markup => tableRow(row, columns, overTime);
  return documentOf(
    title,
    readAssets(COMPARISON_ASSETS),
    html`<main class="${overTime && "over-time"}">
      <h1>${title}</h1>
      <p class="note">${differenceText(rows)} in outcome. Clauses that passed everywhere are omitted.</p>
      ${
        overTime &&
        html`<ol class="runs">
          ${columns.map((column) => html`<li><strong>${nameOf(column)}</strong> ${columnFacts(column)}</li>`)}
        </ol>`
      }
      ${filters(differ.length + alike.length, outcomeCounts([...differ, ...alike]))}
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
                  : columns.map(
                      (column) =>
                        html`<th scope="col">
                          <h2>${nameOf(column)}</h2>
                          ${columnFacts(column)}
                        </th>`,
                    )
              }
            </tr>
          </thead>
          ${differ.map(draw)}
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
          ${alike.map(draw)}
        </table>
      </div>
    </main>`,
  );
}

const outcomeCounts = (rows: readonly ComparisonRow[]) =>
  outcomesOf(
    rows.flatMap(({ cells }) =>
      [...new Set(cells.flatMap((one) => one?.outcome ?? []))].map((outcome) => ({ outcome })),
    ),
  );

const labelOf = ({ label }: Column): string => oneLine(label, 80);

const nameOf = (column: Column): Markup =>
  column.report === undefined
    ? html`${labelOf(column)}`
    : html`<a href="${column.report}">${labelOf(column)}</a>`;

function columnFacts({ result }: Column): Markup {
  const reason = result.verdict === "incomplete" ? result.reason : undefined;
  return html`<strong class="${result.verdict}">${verdictText(result)}</strong
    >${reason !== undefined && `: ${oneLine(reason)}`}
    <p class="note">${tallyOf(result.clauses).join(" · ")}</p>
    ${foldedBlock("Facts", pairs("facts", runHeaderFacts(result)))}`;
}

function tableRow(row: ComparisonRow, columns: readonly Column[], overTime: boolean): Markup {
  const { id, section, statement, endpoint, differs, cells } = row;
  const all = columns.map((column, index) => [column, cells[index]] as const);
  const seen = all.flatMap(([column, clause]) =>
    clause === undefined || clause.outcome === "passed"
      ? []
      : [[labelOf(column), evidenceOf(clause)] as const],
  );
  return html`<tbody
    id="row-${id}"
    class="${!differs && "alike"}"
    data-outcomes="${cells.flatMap((clause) => clause?.outcome ?? []).join(" ")}"
    data-words="${oneLine([id, statement, endpoint].join(" "), 400)}"
  >
    <tr>
      <th scope="row" title="${sectionLabel(section)}">
        <code>${oneLine(id, 120)}</code> ${oneLine(statement, 300)}
        ${seen.length > 0 && foldedBlock("Evidence", pairs("lines", seen))}
      </th>
      ${
        overTime
          ? html`<td>${stripOf(row, columns)}</td>
              <td>${changeText(row, columns)}</td>`
          : all.map(
              ([column, clause]) =>
                html`<td data-label="${labelOf(column)}">${outcomeCell(clause, column)}</td>`,
            )
      }
    </tr>
  </tbody>`;
}

const outcomeCell = (clause: ClauseResult | undefined, { report }: Column): Markup =>
  clause === undefined
    ? html`<span class="note">not in this result</span>`
    : report === undefined
      ? badge(clause.outcome)
      : html`<a href="${report}#${clause.id}">${badge(clause.outcome)}</a>`;

function evidenceOf(clause: ClauseResult): Markup {
  const [violation] = clause.violations;
  return violation === undefined
    ? html`${reasonText(clause)}`
    : html`${violationText(clause, violation)}<br />${oneLine(violation.curl, UNCUT)}`;
}
