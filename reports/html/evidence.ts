import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { adviceFor, adviceForField, type Advice } from "../words/advice.ts";
import { oneLine } from "../words/escape.ts";
import { compareSections, sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { badge, codeToCopy, scrollingTable } from "../markup/elements.ts";
import { linksTo } from "./broken.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";

/** What the evidence is worth: what was not judged and what to add, fields without a value, every field in numbers. */
export function evidence({ clauses }: RunResult): Markup {
  const fields = clauses.filter(({ field }) => field !== undefined);
  const open = clauses.filter(({ outcome }) => outcome === "inconclusive" || outcome === "notExercised");
  if (fields.length + open.length === 0) {
    return nothing;
  }
  return html`<section id="evidence" aria-labelledby="evidence-title">
    <h2 id="evidence-title">What the evidence is worth</h2>
    <p class="lead">
      A clause that was kept was kept in every case that was tried, no more. Here is what was not tried, and
      what was seen too little of.
    </p>
    ${notJudged(open)} ${weak(fields)} ${fields.length === 0 ? nothing : fieldTables(fields)}
  </section>`;
}

function notJudged(clauses: readonly ClauseResult[]): Markup {
  if (clauses.length === 0) {
    return html`<h3 id="not-judged">Not judged: none</h3>
      <p>Every clause of the run was judged.</p>`;
  }
  return html`<h3 id="not-judged">Not judged: ${countOf(clauses.length, "clause")}</h3>
    <p class="note">Nothing below counts for or against the service.</p>
    <ul class="list reasons">
      ${grouped(clauses).map(reasonItem)}
    </ul>`;
}

interface Group {
  readonly first: ClauseResult;
  readonly advice: Advice;
  readonly ids: readonly string[];
}

/** Clauses with the same reason and the same advice together, the largest group first. */
function grouped(clauses: readonly ClauseResult[]): readonly Group[] {
  const groups = new Map<string, { first: ClauseResult; advice: Advice; ids: string[] }>();
  for (const clause of clauses) {
    const advice = adviceFor(clause);
    const key = JSON.stringify([clause.outcome, clause.reason, advice]);
    const group = groups.get(key) ?? { first: clause, advice, ids: [] };
    group.ids.push(clause.id);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => b.ids.length - a.ids.length);
}

function reasonItem({ first, advice, ids }: Group): Markup {
  return html`<li>
    ${badge(first.outcome)} ${oneLine(first.reason ?? "no reason was recorded")} ${adviceLines(advice)}
    <details class="more" ${ids.length <= 3 ? "open" : ""}>
      <summary>${countOf(ids.length, "clause")}</summary>
      <p>${linksTo(ids)}</p>
    </details>
  </li>`;
}

function adviceLines({ text, entry }: Advice): Markup {
  return entry === undefined
    ? html`<p class="note">To have it judged: ${text}.</p>`
    : codeToCopy(`To have it judged: ${text}`, JSON.stringify(entry));
}

function weak(fields: readonly ClauseResult[]): Markup {
  const thin = fields.filter(
    ({ field, outcome }) => outcome === "pass" && field !== undefined && field.notNull === 0,
  );
  if (thin.length === 0) {
    return nothing;
  }
  const endpoints = [...new Set(thin.map(({ endpoint }) => endpoint))];
  return html`<h3 id="weak">Kept on weak evidence: ${countOf(thin.length, "field")}</h3>
    <p class="note">Null in every record that was seen: the form of a value was never looked at.</p>
    <ul class="list reasons">
      ${endpoints.map(
        (endpoint) =>
          html`<li>
            ${linksTo(thin.filter((clause) => clause.endpoint === endpoint).map(({ id }) => id))}
            ${adviceLines(adviceForField({ endpoint }))}
          </li>`,
      )}
    </ul>`;
}

function fieldTables(fields: readonly ClauseResult[]): Markup {
  const sections = [...new Set(fields.map(({ section }) => section))].toSorted(compareSections);
  return html`<h3 id="fields">Fields, and how often they were seen</h3>
    ${sections.map((section) => {
      const own = fields.filter((clause) => clause.section === section);
      return html`<details class="section">
        <summary>
          <h4>${section} ${sectionLabel(section)}</h4>
          <span class="tally">${countOf(own.length, "field")}</span>
        </summary>
        ${scrollingTable(`Fields of ${section}`, ["Field", "seen", "null", "not null"], own.map(fieldRow))}
      </details>`;
    })}`;
}

function fieldRow({ id, field }: ClauseResult): Markup {
  const { seen, null: empty, notNull } = field ?? { seen: 0, null: 0, notNull: 0 };
  const remark = seen === 0 ? "never seen" : notNull === 0 ? "never with a value" : "";
  return html`<tr>
    <th scope="row">
      ${linksTo([id])}${remark === "" ? nothing : html` <span class="note">${remark}</span>`}
    </th>
    <td>${count(seen)}</td>
    <td>${count(empty)}</td>
    <td>${count(notNull)}</td>
  </tr>`;
}
