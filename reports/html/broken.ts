import type { RunResult } from "../../engine/model/results.ts";
import { labelled, linksTo, note, section } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { oneLine } from "../words/escape.ts";
import { explainPlace } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { causesOf, type Cause } from "../words/tally.ts";

/** Causes that are shown here; the others are found among the clauses. */
const MOST = 40;

/** The failures in short, the same cause once, with links to where they are shown in full. */
export function brokenList({ clauses, summary: { fail } }: RunResult): Markup {
  const causes = causesOf(clauses);
  if (causes.length === 0) {
    return nothing;
  }
  const fewer =
    causes.length === fail
      ? ""
      : `; where several show the same, they are one entry: ${count(causes.length)} in all`;
  return section(
    "broken",
    "What is broken",
    `${countOf(fail, "broken clause")}${fewer}. Each title leads to the request and the answer.`,
    html`<ul class="causes">
        ${causes.slice(0, MOST).map(causeItem)}
      </ul>
      ${causes.length > MOST ? note(`${countOf(causes.length - MOST, "more cause")} below.`) : nothing}`,
  );
}

function causeItem({ clause, violation, also }: Cause): Markup {
  const { id, endpoint, statement } = clause;
  return html`<li>
    <a class="title" href="#${id}">${oneLine(statement)}</a>
    <span class="note"><code>${id}</code> · ${operationLabel(endpoint)}</span>
    ${labelled(explainPlace(clause, violation, 300))}
    ${also.length === 0 ? nothing : note(html`The same breaks ${linksTo(also)}.`)}
  </li>`;
}
