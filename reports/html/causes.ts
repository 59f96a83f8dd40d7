import type { RunResult } from "../../engine/model/results.ts";
import { html, labelled, linksTo, type Markup, section } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import type { FailureCause } from "../reading/causes.ts";
import { explainPlace, problemOf } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../../engine/model/model.ts";
import { requestOf } from "./violation.ts";

/** Characters of a text in a cause: its clause has more. */
const LONGEST = 300;

/** Every cause in short, and what follows from it: what is wrong, where, and the request that shows it. */
export const causeList = ({ summary }: RunResult, causes: readonly FailureCause[]): Markup | false =>
  causes.length > 0 &&
  section(
    "causes",
    "Causes",
    `${countOf(summary.fail, "failed clause")}, from ${countOf(causes.length, "cause")}. A title leads to the response.`,
    html`<ol class="causes">
      ${causes.map(causeItem)}
    </ol>`,
  );

function causeItem({ clause, violation, also, undecided }: FailureCause): Markup {
  const problem = problemOf(clause, violation);
  const lines = explainPlace(clause, violation, LONGEST).filter(({ label }) =>
    ["pointer", "expected", "actual"].includes(label),
  );
  return html`<li class="box">
    <h3><a href="#${clause.id}">${oneLine(problem ?? clause.statement, LONGEST)}</a></h3>
    <p class="note">${operationLabel(clause.endpoint)}${problem !== undefined && ` · ${clause.statement}`}</p>
    ${labelled(lines)} ${requestOf(violation, "")} ${follows(also, "failed")}
    ${follows(undecided, "could not be tested")}
  </li>`;
}

const follows = (ids: readonly string[], what: string): Markup | false =>
  ids.length > 0 &&
  html`<div class="note">
    It follows that ${countOf(ids.length, "more clause")} ${what}: ${linksTo(ids)}
  </div>`;
