import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { documentOf } from "../markup/document.ts";
import { fold, html, itemList, type Markup, section } from "../markup/elements.ts";
import { causesOf } from "../reading/causes.ts";
import { changesSince } from "../reading/changes.ts";
import { blocksOf, leftOpen, untested } from "../words/blocks.ts";
import { bySection, isNotJudged, outcomeLabel, sectionLabel, tallyOf } from "../words/labels.ts";
import { count, countOf } from "../../engine/model/model.ts";
import { pageTitle } from "../words/run.ts";
import { causeList } from "./causes.ts";
import { clauseList } from "./clauses.ts";
import { verdictPart } from "./verdict.ts";

const FILES = ["./report.css", "./report.js"].map((name) => new URL(name, import.meta.url));

/** The conformance report, made from a result alone: one file, which can be read without its script. */
export function reportPage(result: RunResult, previous?: RunResult): Promise<string> {
  const causes = causesOf(result);
  return documentOf(
    pageTitle(result),
    FILES,
    html`${verdictPart(result, blocksOf(result, previous && changesSince(previous, result)))}
      <main>
        <div>
          ${causeList(result, causes)} ${notTested(result)} ${clauseList(result, causes)} ${openPart(result)}
          <footer class="note">
            Made from <code>results.json</code>, which holds all that is shown here.
          </footer>
        </div>
        ${mapPart(result)}
      </main>`,
  );
}

/** What has no verdict, by what a reader has to do; what the service or the network kept from it is in a box. */
function notTested(result: RunResult): Markup | false {
  const clauses = result.clauses.filter(isNotJudged);
  return (
    clauses.length > 0 &&
    section(
      "not-tested",
      "Not tested",
      `${tallyOf(clauses).join(", ")}: neither for nor against the service.`,
      itemList(untested(result)),
    )
  );
}

/** What the document leaves open: what the service did, and what this run assumed. */
function openPart(result: RunResult): Markup | false {
  const groups = leftOpen(result);
  return (
    groups.length > 0 &&
    section(
      "open",
      "What the document leaves open",
      `Nothing here fails a run. ${countOf(result.open.length, "matter")}: what the service did, and what this run assumed.`,
      html`${groups.map(([title, items]) => fold(`${title} · ${count(items.length)}`, itemList(items)))}`,
    )
  );
}

/** Clauses at a glance: a link for each, which is called by its id, its outcome and what it says. */
const mapPart = ({ clauses: all }: RunResult): Markup =>
  html`<nav class="map" aria-label="Clauses by section">
    ${bySection(all).map(([number, clauses]) => {
      const failed = clauses.filter(({ outcome }) => outcome === "fail").length;
      return html`<div>
          <a href="#section-${number}">${number} ${sectionLabel(number)}</a>
          ${failed > 0 && html`<span class="wrong">✘ ${count(failed)}</span>`}
        </div>
        <div class="cells">
          ${clauses.map(
            ({ id, outcome, statement }) =>
              html`<a
                class="${outcome}"
                href="#${id}"
                title="${id}, ${outcomeLabel(outcome)}: ${oneLine(statement, 200)}"
              ></a>`,
          )}
        </div>`;
    })}
  </nav>`;
