import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { countOf } from "../../engine/model/model.ts";
import { foldedBlock, html, labelled, linksTo, type Markup, section } from "../markup/elements.ts";
import { causeCount, type FailureCause } from "../reading/causes.ts";
import { explainPlace, requestLabel, violationProblem } from "../words/explain.ts";
import { contractLinks } from "./contract-lines.ts";
import { requestOf, violationEvidence } from "./violation.ts";

/** Maximum length of a text of a cause. The evidence below it has the full text. */
const LONGEST_CAUSE_TEXT = 300;
/** Maximum number of causes in print. */
const MOST_PRINTED = 60;
/** If there are more causes than this, their evidence is collapsed to keep the page short. */
const MOST_UNFOLDED = 3;
/** Causes after this number have collapsed requests. */
const MOST_WITH_REQUEST = 10;

/** Every failed clause that is no consequence of another one: what is wrong, the request that shows it, and the evidence. */
export const causeList = (result: RunResult, causes: readonly FailureCause[]): Markup | false =>
  causes.length > 0 &&
  section(
    "causes",
    "Causes",
    `${countOf(result.summary.failed, "failed clause")}, from ${causeCount(causes)}${causes.length > 1 ? ", the one with the widest effect first" : ""}.`,
    html`<ol class="causes">
        ${causes.map((cause, index) => causeItem(result, cause, index, causes.length <= MOST_UNFOLDED))}
      </ol>
      ${
        causes.length > MOST_PRINTED &&
        html`<p class="on-paper">
          … and ${countOf(causes.length - MOST_PRINTED, "more cause")}: see the page on a screen.
        </p>`
      }`,
  );

function causeItem(result: RunResult, cause: FailureCause, index: number, isOpen: boolean): Markup {
  const { clause, violation, title } = cause;
  const { id, endpoint, statement } = clause;
  const problem = title ?? violationProblem(clause, violation);
  const words = oneLine([endpoint, id, statement, problem ?? ""].join(" "), 600);
  const hasLinks = (clause.contract ?? clause.interpretations ?? []).length > 0;
  const more = causeDetails(cause, isOpen);
  return html`<li
    class="clause failed box ${index >= MOST_PRINTED && "on-screen"}"
    id="${id}"
    data-words="${words}"
  >
    <h3>
      ${oneLine(problem ?? statement, LONGEST_CAUSE_TEXT)}
      <a class="permalink" href="#${id}"><code>${id}</code></a>
    </h3>
    <p class="note">
      ${requestLabel(violation)}${problem !== undefined && ` · ${oneLine(statement)}`}${hasLinks && html` · ${contractLinks(clause, result)}`}
    </p>
    ${labelled(causePlace(clause, violation))}
    ${index < MOST_WITH_REQUEST ? more : foldedBlock("Request and evidence", more)}
  </li>`;
}

/** The pointer with the share of responses, the expected and the actual value. */
function causePlace(clause: FailureCause["clause"], violation: FailureCause["violation"]) {
  const lines = explainPlace(clause, violation, LONGEST_CAUSE_TEXT);
  const seen = lines.find(({ label }) => label === "seen");
  return lines.flatMap(({ label, text }) =>
    label === "pointer"
      ? [{ label, text: [text, ...(seen === undefined ? [] : [seen.text])].join(", ") }]
      : label === "expected" || label === "actual" || label === "cases"
        ? [{ label, text }]
        : [],
  );
}

/** The request, the clauses that follow from a cause, and the exchanges that prove it. */
function causeDetails({ clause, violation, also, inconclusive }: FailureCause, isOpen: boolean): Markup {
  const { possiblyRelatedTo: related } = clause;
  const exchanges = violation.exchanges?.length ?? 0;
  const evidence = exchanges > 1 ? `${countOf(exchanges, "exchange")} side by side` : "the response";
  return html`${requestOf(violation, "")} ${consequenceList(also, "failed")}
  ${consequenceList(inconclusive, "could not be tested")}
  ${related !== undefined && html`<div class="note">Possibly related to ${linksTo([related])}</div>`}
  ${foldedBlock(`Evidence: ${evidence}`, violationEvidence(clause, violation), isOpen, " evidence")}`;
}

const consequenceList = (ids: readonly string[], what: string): Markup | false =>
  ids.length > 0 &&
  html`<div class="note">
    It follows that ${countOf(ids.length, "more clause")} ${what}: ${linksTo(ids)}
  </div>`;
