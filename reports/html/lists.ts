import type { OpenEntry, RunResult } from "../../engine/results.ts";
import type { KnownDeviation } from "../../engine/settings.ts";
import { manyLines, oneLine } from "../escape.ts";
import { compareSections, outcomeLabel } from "../labels.ts";
import { count, countOf } from "../numbers.ts";
import { causesOf, reasonsOf } from "../tally.ts";
import { html, nothing, when, type Markup } from "./markup.ts";

/** The failures in short, with links to where they are shown in full. */
export function brokenList({ clauses }: RunResult): Markup {
  const causes = causesOf(clauses);
  if (causes.length === 0) {
    return nothing;
  }
  return html`<section id="broken" aria-labelledby="broken-title">
    <h2 id="broken-title">What is broken</h2>
    <ul class="list">
      ${causes.map(
        ({ clause, violation, also }) =>
          html`<li>
            <a href="#${clause.id}"><code>${clause.id}</code></a> ${oneLine(clause.statement)}
            <div class="note">
              ${violation.message === clause.statement ? "" : `${oneLine(violation.message, 200)}: `}expected
              <code>${oneLine(violation.expected, 120)}</code>, got
              <code>${oneLine(violation.actual, 120)}</code>
            </div>
            ${when(
              also.length > 0,
              () => html`<div class="note">The same breaks ${also.map((id) => html`${link(id)} `)}</div>`,
            )}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Clauses without a judgement, by reason, with what would have them judged. */
export function notJudgedList({ clauses }: RunResult): Markup {
  const groups = reasonsOf(clauses);
  if (groups.length === 0) {
    return nothing;
  }
  return html`<section id="not-judged" aria-labelledby="not-judged-title">
    <h2 id="not-judged-title">What was not judged</h2>
    <p class="lead">Nothing below counts for or against the service.</p>
    <ul class="list">
      ${groups.map(
        ({ outcome, reason, ids }) =>
          html`<li>
            ${oneLine(reason)}
            <details class="more">
              <summary>${countOf(ids.length, "clause")} ${outcomeLabel(outcome)}</summary>
              <p>${ids.map((id) => html`${link(id)} `)}</p>
            </details>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Fields whose only value was null: their clauses were kept, on weak evidence. */
export function weakList({ clauses }: RunResult): Markup {
  const weak = clauses.filter(
    ({ outcome, field }) =>
      outcome === "pass" && field !== undefined && field.seen > 0 && field.notNull === 0,
  );
  if (weak.length === 0) {
    return nothing;
  }
  return html`<section id="weak" aria-labelledby="weak-title">
    <h2 id="weak-title">Kept on weak evidence</h2>
    <p class="lead">
      These fields were null in every record that was seen, so the form of a value was never looked at.
    </p>
    <p>${weak.map(({ id }) => html`${link(id)} `)}</p>
  </section>`;
}

/** What the document leaves open, with what this service does there. */
export function openList({ open }: RunResult): Markup {
  if (open.length === 0) {
    return nothing;
  }
  return html`<section id="open" aria-labelledby="open-title">
    <h2 id="open-title">What the document leaves open</h2>
    <p class="lead">Observed and reported, never judged.</p>
    ${[...open].toSorted((a, b) => compareSections(a.section, b.section)).map(openEntry)}
  </section>`;
}

/** Known deviations that no longer do anything. */
export function knownList({ known }: RunResult): Markup {
  const { stale = [], expired = [] } = known ?? {};
  if (stale.length + expired.length === 0) {
    return nothing;
  }
  return html`<section id="known" aria-labelledby="known-title">
    <h2 id="known-title">Known deviations to look at</h2>
    <ul class="list">
      ${stale.map((entry) => deviation(entry, "no longer occurs"))}
      ${expired.map((entry) => deviation(entry, `covered until ${entry.until ?? ""} only`))}
    </ul>
  </section>`;
}

function openEntry({ id, statement, observed }: OpenEntry): Markup {
  return html`<article class="clause" id="${id}">
    <div class="id"><a href="#${id}">${id}</a></div>
    <div class="body">
      <div>${oneLine(statement)}</div>
      ${observed.length === 0 ? html`<p class="note">Nothing was observed.</p>` : nothing}
      ${observed.map(
        ({ value, count: times, curl }) =>
          html`<details class="more">
            <summary><code>${oneLine(value, 300)}</code> ${count(times)}×</summary>
            <pre>${manyLines(curl)}</pre>
          </details>`,
      )}
    </div>
  </article>`;
}

function deviation({ clause, pointer = "", reason }: KnownDeviation, what: string): Markup {
  return html`<li>
    ${link(clause)} <code>${oneLine(pointer)}</code> ${what}
    <div class="note">${oneLine(reason)}</div>
  </li>`;
}

function link(id: string): Markup {
  return html`<a href="#${id}"><code>${oneLine(id)}</code></a>`;
}
