import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, codeBlock, foldedBlock, html, type Markup, noteText, section } from "../markup/elements.ts";
import type { Block } from "../words/blocks.ts";
import { operationLabel, sectionLabel, bySection, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { contractLinks } from "./contract-lines.ts";
import { violations } from "./violation.ts";

/**
 * Every clause, section by section, in the order of the contract. A section without a failure is collapsed. Any other section
 * shows its failed clauses, and the other clauses are collapsed into one line. A clause that is a cause is shown above, and
 * linked here.
 */
export function clauseList(result: RunResult, blocks: readonly Block[]): Markup {
  const shownAbove = new Set(
    blocks.flatMap(({ items }) => items.flatMap(({ cause }) => cause?.clause.id ?? [])),
  );
  const row = (clause: ClauseResult): Markup =>
    shownAbove.has(clause.id) ? causeLink(clause) : clauseRow(clause, result);
  return section(
    {
      id: "clauses",
      title: "Clauses",
      lead: "In the order of the contract; only failed clauses are unfolded.",
    },
    html`${bySection(result.clauses).map(([number, clauses]) => {
      const failed = clauses.filter(({ outcome }) => outcome === "failed");
      const others = clauses.filter(({ outcome }) => outcome !== "failed");
      const isFolded = failed.length > 0 && others.length > 0;
      return html`<details class="section" ${failed.length > 0 ? "open" : ""} id="section-${number}">
        <summary>
          <h3>${number} ${sectionLabel(number)}</h3>
          <span class="note">${tallyOf(clauses).join(" · ")}</span>
        </summary>
        ${failed.map(row)}
        ${isFolded ? foldedBlock(tallyOf(others).join(" · "), others.map(row), false, " others") : others.map(row)}
      </details>`;
    })}`,
  );
}

const causeLink = ({ id, outcome, endpoint, statement }: ClauseResult): Markup =>
  html`<p class="clause-link ${outcome}" data-words="${oneLine([endpoint, id, statement].join(" "))}">
    ${badge(outcome)} <a href="#${id}">${oneLine(statement)}</a> <code class="note">${id}</code>
  </p>`;

function clauseRow(clause: ClauseResult, result: RunResult): Markup {
  const { id, outcome, statement, endpoint, reason, sample, origin } = clause;
  const why = outcome !== "failed" && outcome !== "known" && reason !== undefined;
  const found = origin === undefined ? "" : ` · the record was found through ${oneLine(origin)}`;
  return html`<details
    class="clause ${outcome}"
    id="${id}"
    data-words="${endpoint} ${id} ${oneLine(statement)}"
  >
    <summary>
      ${badge(outcome)} ${oneLine(statement)} <code class="note">${id}</code>
      <span class="note">${evidence(clause)}</span>
    </summary>
    ${why && html`<p>${oneLine(reason)}</p>`}
    ${clause.violations.length > 0 && html`${violations(clause)} ${noteText(html`Stated in ${contractLinks(clause, result)}.`)}`}
    ${noteText(operationLabel(endpoint) + found)}
    ${sample !== undefined && codeBlock("A request that passed", manyLines(sample), "copy")}
  </details>`;
}

/** The number of cases of a clause, or of records that contain its field. A field that was always null is weak evidence. */
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
