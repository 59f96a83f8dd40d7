import type { ClauseResult, FieldEvidence, Outcome, RunResult } from "../../engine/results.ts";
import { manyLines, oneLine } from "../escape.ts";
import { compareSections, operationLabel, outcomeLabel, sectionLabel } from "../labels.ts";
import { count, countOf } from "../numbers.ts";
import { html, when, type Markup } from "./markup.ts";
import { violationBox } from "./violation.ts";

const SIGNS: Readonly<Record<Outcome, string>> = {
  pass: "✔",
  fail: "✘",
  known: "≈",
  inconclusive: "?",
  notExercised: "–",
};

/** Every clause, by section, in the order of the document. */
export function clauseList({ clauses, bodyCutAt }: RunResult): Markup {
  const sections = [...new Set(clauses.map(({ section }) => section))].toSorted(compareSections);
  return html`<section id="clauses" aria-labelledby="clauses-title">
    <h2 id="clauses-title">Clause by clause</h2>
    <p class="lead">In the order of the document. Each clause can be linked to by its id.</p>
    ${sections.map((section) =>
      sectionBlock(
        section,
        clauses.filter((clause) => clause.section === section),
        bodyCutAt,
      ),
    )}
  </section>`;
}

/** An outcome as a sign and a word. */
export function badge(outcome: Outcome): Markup {
  return html`<span class="badge ${outcome}"
    ><span aria-hidden="true">${SIGNS[outcome]}</span> ${outcomeLabel(outcome)}</span
  >`;
}

function sectionBlock(
  section: string,
  clauses: readonly ClauseResult[],
  bodyCutAt: number | undefined,
): Markup {
  const outcomes = [...new Set(clauses.map(({ outcome }) => outcome))];
  const tally = outcomes.map((outcome) => {
    const size = clauses.filter((clause) => clause.outcome === outcome).length;
    return `${count(size)} ${outcomeLabel(outcome)}`;
  });
  return html`<details class="section" open id="section-${section}">
    <summary>
      <h3>${section} ${sectionLabel(section)}</h3>
      <span class="tally">${tally.join(", ")}</span>
    </summary>
    ${clauses.map((clause) => clauseRow(clause, bodyCutAt))}
  </details>`;
}

function clauseRow(clause: ClauseResult, bodyCutAt: number | undefined): Markup {
  const { id, outcome, statement, reason, violations } = clause;
  return html`<article class="clause" id="${id}">
    <div>${badge(outcome)}</div>
    <div class="body">
      <div>${oneLine(statement)}</div>
      ${idLine(clause)}
      ${when(
        outcome !== "pass" && outcome !== "fail" && reason !== undefined,
        () => html`<p class="note">${oneLine(reason ?? "")}</p>`,
      )}
      ${violations.map((violation) => violationBox(clause, violation, bodyCutAt))}
    </div>
  </article>`;
}

/** The id as a link to itself, the evidence, and behind them a request that kept the clause. */
function idLine({ id, endpoint, cases, field, sample, origin }: ClauseResult): Markup {
  const from = origin === undefined ? [] : [oneLine(`found through ${origin}`)];
  const facts = [operationLabel(endpoint), evidence(cases, field), ...from].join(" · ");
  const line = html`<a href="#${id}">${id}</a> · ${facts}`;
  return sample === undefined
    ? html`<div class="id">${line}</div>`
    : html`<details class="id">
        <summary>${line}</summary>
        <pre>${manyLines(sample)}</pre>
      </details>`;
}

/** How often a clause was tried, or its field seen: a field that was always null proves less. */
function evidence(cases: number, field: FieldEvidence | undefined): string {
  if (field === undefined) {
    return countOf(cases, "case");
  }
  if (field.seen > 0 && field.notNull === 0) {
    return `seen ${countOf(field.seen, "time")}, always null: weak evidence`;
  }
  return `seen ${countOf(field.seen, "time")}${field.null > 0 ? `, ${count(field.null)} of them null` : ""}`;
}
