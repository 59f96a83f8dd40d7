import type { RunResult } from "../../engine/model/results.ts";
import { fold, labelled, linksTo, note, section } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { oneLine } from "../words/escape.ts";
import { explainPlace } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { causesOf, type Cause } from "../words/tally.ts";

/** Causes that are shown at once, so that they share the first screen with the verdict. */
const FIRST = 3;
/** Causes that are shown here at all; the others are found among the clauses. */
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
    html`${list(causes.slice(0, FIRST))}
    ${
      causes.length <= FIRST
        ? nothing
        : fold(
            countOf(causes.length - FIRST, "more cause"),
            html`${list(causes.slice(FIRST, MOST))}
            ${causes.length > MOST ? note(`${countOf(causes.length - MOST, "more cause")} below.`) : nothing}`,
          )
    }`,
  );
}

function list(causes: readonly Cause[]): Markup {
  return html`<ul class="causes">
    ${causes.map(causeItem)}
  </ul>`;
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
