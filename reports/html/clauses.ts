import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { placeInfo } from "../../schemas/places.ts";
import { badge, codeBlock, html, type Markup, noteText, section, filters } from "../markup/elements.ts";
import type { FailureCause } from "../reading/causes.ts";
import { operationLabel, sectionLabel, bySection, outcomesOf, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { violations } from "./violation.ts";

/** Causes whose clauses are unfolded from the start. */
const MOST_UNFOLDED = 3;

/** Every clause, section by section, in the order of the contract; what has no failure is folded. */
export function clauseList(result: RunResult, causes: readonly FailureCause[]): Markup {
  const unfolded = new Set(causes.slice(0, MOST_UNFOLDED).map(({ clause }) => clause.id));
  return section(
    "clauses",
    "Clauses",
    "In the order of the contract; sections without a failure are folded.",
    html`${filters("Clauses", result.clauses.length, outcomesOf(result.clauses))}
    ${bySection(result.clauses).map(
      ([number, clauses]) =>
        html`<details
          class="section"
          ${clauses.some(({ outcome }) => outcome === "failed") ? "open" : ""}
          id="section-${number}"
        >
          <summary>
            <h3>${number} ${sectionLabel(number)}</h3>
            <span class="note">${tallyOf(clauses).join(" · ")}</span>
          </summary>
          ${clauses.map((clause) => clauseRow(clause, result, unfolded.has(clause.id)))}
        </details>`,
    )}`,
  );
}

function clauseRow(clause: ClauseResult, result: RunResult, open: boolean): Markup {
  const { id, outcome, statement, endpoint, reason, sample, origin } = clause;
  const why = outcome !== "failed" && outcome !== "known" && reason !== undefined;
  const found = origin === undefined ? "" : ` · the record was found through ${oneLine(origin)}`;
  return html`<details
    class="clause ${outcome}"
    id="${id}"
    data-words="${endpoint} ${id} ${oneLine(statement)}"
    ${open ? "open" : ""}
  >
    <summary>
      ${badge(outcome)} ${oneLine(statement)} <code class="note">${id}</code>
      <span class="note">${evidence(clause)}</span>
    </summary>
    ${why && html`<p>${oneLine(reason)}</p>`}
    ${clause.violations.length > 0 && html`${violations(clause)} ${saidBy(clause, result)}`}
    ${noteText(operationLabel(endpoint) + found)}
    ${sample !== undefined && codeBlock("A request that passed", manyLines(sample), "copy")}
  </details>`;
}

/** The lines of the contract and the interpretations of a clause, which a reader needs to disagree. */
function saidBy(
  { cites = [], interpretations = [] }: ClauseResult,
  { interpretations: texts = [] }: RunResult,
): Markup {
  const told = cites
    .flatMap((name) => placeInfo(name) ?? [])
    .map(({ section: of, line, fact }) => `section ${of}, line ${line} (${fact})`);
  const leant = texts.filter(({ number }) => interpretations.includes(number));
  return html`<p>
    ${told.length > 0 && `Stated in ${told.join("; ")}.`} ${leant.length > 0 && "Interpretations:"}
    ${leant.map(({ number, title }, index) => html`${index > 0 && ", "}<a href="#interpretation-${number}">${title}</a>`)}
  </p>`;
}

/** How often a clause was tried, or its field seen: a field that was always null proves less. */
function evidence({ outcome, cases, field }: ClauseResult): string {
  if (outcome === "notTested") {
    return "";
  }
  if (field === undefined) {
    return countOf(cases, "case");
  }
  const weak = field.seen > 0 && field.notNull === 0 && outcome === "passed" ? ": weak evidence" : "";
  return `seen ${countOf(field.seen, "time")}${field.null > 0 ? `, ${countText(field.null)} null` : ""}${weak}`;
}
