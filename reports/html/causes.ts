import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { fold, html, labelled, linksTo, type Markup, note, section } from "../markup/elements.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { explainPlace, pointerText, titleOf } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { countOf } from "../words/numbers.ts";
import { markOf, type Marks } from "./clauses.ts";
import { requestOf } from "./violation.ts";

/** Causes that are told one by one; the clauses of the others are below. */
const MOST = 60;
/** Consequences that are named at once. */
const FEW = 5;
/** Characters of a text in a cause: its clause has more. */
const LONGEST = 300;

/** Every cause in short, and what follows from it: what is wrong, where, and the request that shows it. */
export function causeList(result: RunResult, marks: Marks): Markup | false {
  const causes = causesOf(result);
  const from = causes.length === 1 ? "one cause" : countOf(causes.length, "cause");
  return (
    causes.length > 0 &&
    section(
      "causes",
      "Causes",
      `${countOf(result.summary.fail, "failed clause")}, from ${from}. A title leads to the response.`,
      html`<ol class="causes">
          ${causes.slice(0, MOST).map((cause) => causeItem(cause, marks))}
        </ol>
        ${causes.length > MOST && note(`${countOf(causes.length - MOST, "more cause")} among the clauses below.`)}`,
    )
  );
}

function causeItem({ clause, violation, also, undecided }: FailureCause, marks: Marks): Markup {
  const title = titleOf(clause, violation);
  const statement = oneLine(clause.statement);
  const told = explainPlace(clause, violation, LONGEST);
  const lines = told.filter(({ label }) => label === "expected" || label === "actual");
  const place = told.find(({ label, text }) => label === "pointer" && text !== pointerText(""));
  return html`<li class="box">
    <h3><a href="#${clause.id}">${title}</a> ${markOf(marks, clause.id)}</h3>
    <p class="note">
      ${operationLabel(clause.endpoint)}${place !== undefined && `, at ${place.text}`}${title !== statement && ` · ${statement}`}
    </p>
    ${labelled(lines)} ${requestOf(violation)} ${follows(also, "failed")}
    ${follows(undecided, "could not be tested")}
  </li>`;
}

/** What follows from a cause, in sight where it is little. */
function follows(ids: readonly string[], what: string): Markup | false {
  const told = `It follows that ${countOf(ids.length, "more clause")} ${what}`;
  return (
    ids.length > 0 &&
    (ids.length > FEW ? fold(told, note(linksTo(ids))) : note(html`${told}: ${linksTo(ids)}`))
  );
}
