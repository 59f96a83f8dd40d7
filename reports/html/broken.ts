import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { count, countOf } from "../words/numbers.ts";
import { causesOf, type Cause } from "../words/tally.ts";
import { codeToCopy } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { threeLines } from "./violation.ts";

/** Causes that are shown here; the others are found among the clauses. */
const MOST = 40;

/** The failures in short, the same cause once, with links to where they are shown in full. */
export function brokenList({ clauses }: RunResult): Markup {
  const causes = causesOf(clauses);
  if (causes.length === 0) {
    return nothing;
  }
  return html`<section id="broken" aria-labelledby="broken-title">
    <h2 id="broken-title">What is broken</h2>
    <p class="lead">
      ${headline(clauses, causes.length)} In the order of the document; each title leads to the answer, with
      the place marked.
    </p>
    <ul class="causes">
      ${causes.slice(0, MOST).map(causeItem)}
    </ul>
    ${causes.length > MOST ? html`<p class="note">${countOf(causes.length - MOST, "more cause")} below.</p>` : nothing}
  </section>`;
}

/** How many clauses, and how few things may be behind them. */
function headline(clauses: RunResult["clauses"], causes: number): string {
  const broken = clauses.filter(({ outcome }) => outcome === "fail").length;
  return causes === broken
    ? `${countOf(broken, "broken clause")}.`
    : `${countOf(broken, "broken clause")}; where several show the same, they are one entry: ${count(causes)} in all.`;
}

function causeItem({ clause, violation, also }: Cause): Markup {
  const { id, statement } = clause;
  return html`<li>
    <a class="title" href="#${id}">${oneLine(statement)}</a> <code class="note">${id}</code>
    ${violation.message === statement ? nothing : html`<p>${oneLine(violation.message, 300)}</p>`}
    ${threeLines(clause, violation)} ${codeToCopy("Request", manyLines(violation.curl))}
    ${also.length === 0 ? nothing : html`<p class="note">The same breaks ${linksTo(also)}.</p>`}
  </li>`;
}

/** Links to clauses, with commas between them. */
export function linksTo(ids: readonly string[]): Markup {
  return html`${ids.map((id, index) => html`${index === 0 ? "" : ", "}<a href="#${id}"><code>${id}</code></a>`)}`;
}
