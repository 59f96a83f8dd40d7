import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { bodyText } from "../markup/violation.ts";
import { badge, codeToCopy, fold, html, labelled, type Markup, note, section } from "../markup/elements.ts";
import { manyLines, oneLine } from "../../engine/model/escape.ts";
import { explainPlace, reasonText } from "../words/explain.ts";
import { count, countOf } from "../words/numbers.ts";
import type { Comparison, Group, ComparedRow } from "./model.ts";

/** Characters of all evidence of a page that came from services. */
const ALL = 3_000_000;
/** Violations that are shown of a clause; the result file of the column has all. */
const SHOWN = 2;

type Room = ReturnType<typeof roomFor>;

/** What stands behind the cells: clause by clause, equal evidence once. */
export function evidenceOf(comparison: Comparison): Markup {
  const { rows, columns } = comparison;
  const room = roomFor(comparison);
  const labels = columns.map(({ label }) => oneLine(label, 80));
  return section(
    "evidence",
    "Evidence",
    "What stands behind each cell. What is the same in several results is shown once.",
    html`${rows.map((row) => proof(row, labels, room))}`,
  );
}

/** What the evidence of a group of columns is called in an address. */
export const anchorOf = ({ id }: ComparedRow, group: number): string => `${id}--${group + 1}`;

function roomFor({ rows }: Comparison) {
  const shown = rows.flatMap(({ groups }) => groups.flatMap((group) => violationsOf(group.clause)));
  const share = ALL / Math.max(1, shown.length);
  const upTo = (most: number, part: number): number =>
    Math.max(120, Math.min(most, Math.floor(share * part)));
  return { text: upTo(600, 0.15), curl: upTo(2_000, 0.4), body: upTo(1_200, 0.3) };
}

const violationsOf = ({ violations }: ClauseResult): readonly Violation[] => violations.slice(0, SHOWN);

function proof(row: ComparedRow, labels: readonly string[], room: Room): Markup {
  const { id, statement, groups, differs } = row;
  return html`<details class="proof ${differs ? "" : "same"}" id="${id}">
    <summary><code>${oneLine(id, 120)}</code><span>${oneLine(statement, 300)}</span></summary>
    ${groups.map((group, index) => groupOf(row, group, index, labels, room))}
    ${note(html`<a href="#row-${id}">Back to its row</a>`)}
  </details>`;
}

function groupOf(
  row: ComparedRow,
  { clause, columns }: Group,
  index: number,
  labels: readonly string[],
  room: Room,
) {
  const names = columns.map((column) => labels[column] ?? "").join(", ");
  return html`<div class="group" id="${anchorOf(row, index)}">
    <p>${badge(clause.outcome)} <span>${names}</span></p>
    ${clause.outcome === "pass" ? kept(clause, room) : told(clause, room)}
  </div>`;
}

function told(clause: ClauseResult, room: Room): Markup {
  const more = clause.violations.length - SHOWN;
  return clause.violations.length === 0
    ? html`<p>${reasonText(clause, room.text)}</p>`
    : html`${violationsOf(clause).map((violation) => departure(clause, violation, room))}
      ${more > 0 && note(`${countOf(more, "violation")} more in its own result.`)}`;
}

const kept = ({ cases, reason, sample }: ClauseResult, room: Room): Markup =>
  html`<p>
      Kept in ${countOf(cases, "case")}${reason === undefined ? "" : `: ${oneLine(reason, room.text)}`}.
    </p>
    ${sample !== undefined && codeToCopy("One of the requests", manyLines(sample, room.curl))}`;

function departure(clause: ClauseResult, violation: Violation, room: Room): Markup {
  const { curl, response } = violation;
  return html`${labelled(explainPlace(clause, violation, room.text))}
  ${codeToCopy("Request", manyLines(curl, room.curl))}
  ${fold(`Answer: status ${count(response.status)}`, html`<pre tabindex="0">${bodyText(response.body, room.body)}</pre>`)}`;
}
