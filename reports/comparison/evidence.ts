import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { badge, codeToCopy } from "../markup/elements.ts";
import { html, nothing, when, type Markup } from "../markup/markup.ts";
import { count, countOf } from "../words/numbers.ts";
import { whereOf } from "../words/place.ts";
import type { Comparison, Group, Row } from "./model.ts";

/** Characters of all evidence of a page that came from services. */
const ALL = 3_000_000;
/** Characters of one text: at most, and at least where there is much evidence. */
const MOST = { text: 600, curl: 2_000, body: 1_200 } as const;
const LEAST = 120;
/** Violations that are shown of a clause; the result file of the column has all. */
const SHOWN = 2;

/** How long the texts of one piece of evidence may be. */
interface Room {
  readonly text: number;
  readonly curl: number;
  readonly body: number;
}

/** What stands behind the cells: clause by clause, equal evidence once. */
export function evidenceOf(comparison: Comparison): Markup {
  const { rows, columns } = comparison;
  const room = roomFor(comparison);
  const labels = columns.map(({ label }) => oneLine(label, 80));
  return html`<section aria-labelledby="evidence">
    <h2 id="evidence">Evidence</h2>
    <p class="lead">What stands behind each cell. What is the same in several results is shown once.</p>
    ${rows.map((row) => proof(row, labels, room))}
  </section>`;
}

/** What the evidence of a group of columns is called in an address. */
export function anchorOf({ id }: Pick<Row, "id">, group: number): string {
  return `${id}--${group + 1}`;
}

function roomFor({ rows }: Comparison): Room {
  const violations = rows.flatMap(({ groups }) =>
    groups.flatMap(({ clause }) => clause.violations.slice(0, SHOWN)),
  );
  const share = ALL / Math.max(1, violations.length);
  const upTo = (most: number, part: number): number =>
    Math.max(LEAST, Math.min(most, Math.floor(share * part)));
  return { text: upTo(MOST.text, 0.15), curl: upTo(MOST.curl, 0.4), body: upTo(MOST.body, 0.3) };
}

function proof(row: Row, labels: readonly string[], room: Room): Markup {
  const { id, statement, groups, differs } = row;
  return html`<details class="proof ${differs ? "" : "same"}" id="${id}">
    <summary><code>${oneLine(id, 120)}</code><span>${oneLine(statement, 300)}</span></summary>
    ${groups.map((group, index) => groupOf(row, group, index, labels, room))}
    <p class="note"><a href="#row-${id}">Back to its row</a></p>
  </details>`;
}

function groupOf(row: Row, group: Group, index: number, labels: readonly string[], room: Room): Markup {
  const names = group.columns.map((column) => labels[column] ?? "").join(", ");
  return html`<div class="group" id="${anchorOf(row, index)}">
    <p>${badge(group.clause.outcome)} <span>${names}</span></p>
    ${told(group.clause, room)}
  </div>`;
}

function told(clause: ClauseResult, room: Room): Markup {
  const { outcome, reason, violations } = clause;
  const more = violations.length - SHOWN;
  if (outcome === "pass") {
    return kept(clause, room);
  }
  return violations.length === 0
    ? html`<p>${oneLine(reason ?? "no reason was given", room.text)}</p>`
    : html`${violations.slice(0, SHOWN).map((violation) => departure(clause, violation, room))}
      ${when(more > 0, () => html`<p class="note">${countOf(more, "violation")} more in its own result.</p>`)}`;
}

function kept({ cases, reason, sample }: ClauseResult, room: Room): Markup {
  return html`<p>
      Kept in ${countOf(cases, "case")}${reason === undefined ? "" : `: ${oneLine(reason, room.text)}`}.
    </p>
    ${sample === undefined ? nothing : codeToCopy("One of the requests", manyLines(sample, room.curl))}`;
}

function departure(clause: ClauseResult, violation: Violation, room: Room): Markup {
  const { message, expected, actual, curl, response, known } = violation;
  const { place, share } = whereOf(clause, violation);
  const where = place === undefined ? "the whole answer" : html`<code>${place}</code>`;
  return html`${message === clause.statement ? nothing : html`<p>${oneLine(message, room.text)}</p>`}
    <dl class="three">
      <dt>Where</dt>
      <dd>${where}${share === undefined ? "" : `, ${share}`}</dd>
      <dt>Expected</dt>
      <dd><code>${oneLine(expected, room.text)}</code></dd>
      <dt>Got</dt>
      <dd><code>${oneLine(actual, room.text)}</code></dd>
    </dl>
    ${known === undefined ? nothing : html`<p class="note">Known deviation: ${oneLine(known, room.text)}</p>`}
    ${codeToCopy("Request", manyLines(curl, room.curl))}
    <details>
      <summary class="note">Answer: status ${count(response.status)}</summary>
      <pre tabindex="0">${response.body === "" ? "(empty body)" : manyLines(response.body, room.body)}</pre>
    </details>`;
}
