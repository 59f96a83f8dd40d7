import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { documentOf, readAssets } from "../markup/document.ts";
import { badge, filters, foldedBlock, html, type Markup, pairs } from "../markup/elements.ts";
import { isCutOff } from "../reading/assemble.ts";
import { violationText, reasonText } from "../words/explain.ts";
import { bySection, outcomesOf, sectionLabel, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { runHeaderFacts, verdictText } from "../words/run.ts";

const COMPARISON_ASSETS = ["../html/report.css", "./comparison.css", "./comparison.js"].map(
  (name) => new URL(name, import.meta.url),
);
const LONGEST_LABEL = 80;

/** A result that is laid beside others. */
export interface Column {
  readonly label: string;
  readonly result: RunResult;
  /** The link from the page to the report of this result. */
  readonly report?: string | undefined;
}

type ComparisonRow = ReturnType<typeof comparisonRows>[number];

/** Every clause that one of the results has, in the order of the contract, with what each says of it. */
export function comparisonRows(columns: readonly Column[]) {
  const byId = columns.map(({ result }) => new Map(result.clauses.map((clause) => [clause.id, clause])));
  const all = new Map(columns.flatMap(({ result }) => result.clauses.map((clause) => [clause.id, clause])));
  return bySection([...all.values()]).flatMap(([, clauses]) =>
    clauses.map(({ id, section, statement, endpoint }) => {
      const cells = byId.map((own) => own.get(id));
      // A run of other clauses, or one that broke off, says nothing of what it did not come to.
      const told = cells.flatMap((clause) => clause ?? []).filter((clause) => !isCutOff(clause));
      const differs = new Set(told.map(({ outcome }) => outcome)).size > 1;
      return { id, section, statement, endpoint, cells, differs };
    }),
  );
}

/** How many clauses differ, in words. */
export function differenceText(rows: readonly ComparisonRow[]): string {
  const size = rows.filter(({ differs }) => differs).length;
  return `${countText(size)} of ${countOf(rows.length, "clause")} ${size === 1 ? "differs" : "differ"}`;
}

const TITLE = "Comparison of ";

/** Whether a page is one of these. */
export const isComparison = (page: string): boolean => page.includes(`<title>${TITLE}`);

/** Results side by side: the clauses on which they differ, and those that passed in none. One file that needs no other. */
export function comparisonPage(columns: readonly Column[]): Promise<string> {
  const rows = comparisonRows(columns);
  const title = `${TITLE}${countOf(columns.length, "result")}`;
  const differ = rows.filter(({ differs }) => differs);
  const alike = rows.filter(
    ({ differs, cells }) => !differs && cells.every((clause) => clause?.outcome !== "passed"),
  );
  return documentOf(
    title,
    readAssets(COMPARISON_ASSETS),
    html`<main>
      <h1>${title}</h1>
      <p class="note">
        ${differenceText(rows)}: not the same outcome in all results. What passed everywhere is left out.
      </p>
      ${filters("Clauses", differ.length + alike.length, outcomeCounts([...differ, ...alike]))}
      <div class="wide" tabindex="0">
        <table aria-label="A row for each clause, a column for each result">
          <thead>
            <tr>
              <th scope="col">Clause</th>
              ${columns.map(head)}
            </tr>
          </thead>
          ${differ.map((row) => rowMarkup(row, columns))}
          ${
            alike.length > 0 &&
            html`<tbody id="alike">
              <tr>
                <th scope="rowgroup" colspan="${columns.length + 1}"><strong>The same in all</strong></th>
              </tr>
            </tbody>`
          }
          ${alike.map((row) => rowMarkup(row, columns))}
        </table>
      </div>
    </main>`,
  );
}

/** The outcomes that rows have in some result, and in how many rows. */
const outcomeCounts = (rows: readonly ComparisonRow[]) =>
  outcomesOf(
    rows.flatMap(({ cells }) =>
      [...new Set(cells.flatMap((one) => one?.outcome ?? []))].map((outcome) => ({ outcome })),
    ),
  );

/** A result in short: what it is of, its verdict and its sums. */
function head({ label, result, report }: Column): Markup {
  const name = oneLine(label, LONGEST_LABEL);
  const reason = result.verdict === "incomplete" ? result.reason : undefined;
  return html`<th scope="col">
    <h2>${report === undefined ? name : html`<a href="${report}">${name}</a>`}</h2>
    <strong class="${result.verdict}">${verdictText(result)}</strong
    >${reason !== undefined && `: ${oneLine(reason)}`}
    <p class="note">${tallyOf(result.clauses).join(" · ")}</p>
    ${foldedBlock("Facts", pairs("facts", runHeaderFacts(result)), true)}
  </th>`;
}

/** A clause with its outcome in each result; below it, over the whole width, what was seen. */
function rowMarkup(
  { id, section, statement, endpoint, cells }: ComparisonRow,
  columns: readonly Column[],
): Markup {
  const told = cells.flatMap((clause, index) =>
    clause === undefined || clause.outcome === "passed"
      ? []
      : [[columns[index]?.label ?? "", clause] as const],
  );
  const outcomes = cells.flatMap((clause) => clause?.outcome ?? []).join(" ");
  const words = oneLine([id, statement, endpoint].join(" "), 400);
  return html`<tbody id="row-${id}" data-outcomes="${outcomes}" data-words="${words}">
    <tr>
      <th scope="row" title="${sectionLabel(section)}">
        <code>${oneLine(id, 120)}</code> ${oneLine(statement, 300)}
        ${
          told.length > 0 &&
          foldedBlock("What was seen", [
            pairs(
              "lines",
              told.map(([label, clause]) => [oneLine(label, LONGEST_LABEL), comparisonCell(clause)]),
            ),
          ])
        }
      </th>
      ${cells.map((clause, index) => html`<td data-label="${oneLine(columns[index]?.label ?? "", LONGEST_LABEL)}">${cell(clause, columns[index]?.report)}</td>`)}
    </tr>
  </tbody>`;
}

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
