import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { countOf } from "../../engine/model/model.ts";
import { foldedBlock, html, labelled, linksTo, type Markup, noteText } from "../markup/elements.ts";
import type { Block, Item } from "../words/blocks.ts";
import { clipped, requestLabel } from "../words/explain.ts";
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
export const causeList = ({ items }: Block, result: RunResult): Markup =>
  html`<ol class="causes">
      ${items.map((item, index) => causeMarkup(result, item, index, items.length <= MOST_UNFOLDED))}
    </ol>
    ${
      items.length > MOST_PRINTED &&
      html`<p class="on-paper">
        … and ${countOf(items.length - MOST_PRINTED, "more cause")}: see the page on a screen.
      </p>`
    }`;

function causeMarkup(result: RunResult, { cause, lines = [] }: Item, index: number, isOpen: boolean) {
  if (cause === undefined) {
    return false;
  }
  const { clause, violation } = cause;
  const { id, endpoint, statement } = clause;
  const shown = lines.map((line) => ({ ...line, text: clipped(line.text, LONGEST_CAUSE_TEXT) }));
  const problem = oneLine(shown.find(({ label }) => label === "problem")?.text ?? "");
  const hasLinks = (clause.contract ?? clause.interpretations ?? []).length > 0;
  const exchanges = violation.exchanges?.length ?? 0;
  const evidence = exchanges > 1 ? `${countOf(exchanges, "exchange")} side by side` : "the response";
  const details = html`${requestOf(violation, "")}
  ${shown.map(({ label, text, ids = [] }) => label === "consequence" && html`<div class="note">${text}: ${linksTo(ids)}</div>`)}
  ${foldedBlock(`Evidence: ${evidence}`, violationEvidence(clause, violation), isOpen, " evidence")}`;
  return html`<li
    class="clause failed box ${index >= MOST_PRINTED && "on-screen"}"
    id="${id}"
    data-words="${oneLine([endpoint, id, statement, problem].join(" "))}"
  >
    <h3>
      ${problem} <a class="permalink" href="#${id}"><code>${id}</code></a>
    </h3>
    ${noteText(html`${requestLabel(violation)}${problem !== statement && ` · ${oneLine(statement)}`}${hasLinks && html` · ${contractLinks(clause, result)}`}`)}
    ${labelled(shown.filter(({ label }) => SHOWN_FACTS.has(label)))}
    ${index < MOST_WITH_REQUEST ? details : foldedBlock("Request and evidence", details)}
  </li>`;
}

const SHOWN_FACTS = new Set(["expected", "actual", "at", "seen", "cases"]);
