import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { bodyText } from "../markup/violation.ts";
import { badge, codeToCopy, fold, html, labelled, type Markup, note, section } from "../markup/elements.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { explainPlace, reasonText } from "../words/explain.ts";
import { countOf } from "../words/numbers.ts";
import type { Comparison, ComparedRow } from "./model.ts";

/** Characters of all evidence of a page that came from services. */
const ALL = 3_000_000;
/** Violations that are shown of a clause; the result file of the column has all. */
const SHOWN = 2;

/** Characters that each text of a violation may have. */
interface Room {
  readonly text: number;
  readonly curl: number;
  readonly body: number;
}

/** What stands behind the cells of clauses that were not kept everywhere: equal evidence once. */
export function evidenceOf({ rows, columns }: Comparison): Markup {
  const told = rows.filter(({ groups }) => groups.some(({ clause }) => clause.outcome !== "pass"));
  const shown = told.flatMap(({ groups }) =>
    groups.flatMap(({ clause }) => clause.violations.slice(0, SHOWN)),
  );
  const share = ALL / Math.max(1, shown.length);
  const upTo = (most: number, part: number): number =>
    Math.max(120, Math.min(most, Math.floor(share * part)));
  const room = { text: upTo(600, 0.15), curl: upTo(2_000, 0.4), body: upTo(1_200, 0.3) };
  const labels = columns.map(({ label }) => oneLine(label, 80));
  return section(
    "evidence",
    "Evidence",
    "What stands behind each cell. What is the same in several results is shown once.",
    html`${told.map((row) => proof(row, labels, room))}`,
  );
}

/** What the evidence of a group of columns is called in an address. */
export const anchorOf = ({ id }: ComparedRow, group: number): string => `${id}--${group + 1}`;

function proof(row: ComparedRow, labels: readonly string[], room: Room): Markup {
  const { id, statement, groups, differs } = row;
  return html`<details class="proof ${differs ? "" : "same"}" id="${id}">
    <summary><code>${oneLine(id, 120)}</code><span>${oneLine(statement, 300)}</span></summary>
    ${groups.map(
      ({ clause, columns }, index) =>
        html`<div class="group" id="${anchorOf(row, index)}">
          <p>
            ${badge(clause.outcome)} <span>${columns.map((column) => labels[column] ?? "").join(", ")}</span>
          </p>
          ${clause.outcome !== "pass" && became(clause, room)}
        </div>`,
    )}
    ${note(html`<a href="#row-${id}">Back to its row</a>`)}
  </details>`;
}

function became(clause: ClauseResult, room: Room): Markup {
  const more = clause.violations.length - SHOWN;
  return clause.violations.length === 0
    ? html`<p>${reasonText(clause, room.text)}</p>`
    : html`${clause.violations.slice(0, SHOWN).map((violation) => departure(clause, violation, room))}
      ${more > 0 && note(`${countOf(more, "violation")} more in its own result.`)}`;
}

function departure(clause: ClauseResult, violation: Violation, room: Room): Markup {
  const { curl, response } = violation;
  return html`${labelled(explainPlace(clause, violation, room.text))}
  ${codeToCopy("Request", manyLines(curl, room.curl))}
  ${fold(`Answer: status ${response.status}`, html`<pre tabindex="0">${bodyText(response.body, room.body)}</pre>`)}`;
}
