import type { RunResult } from "../../engine/model/results.ts";
import { documentOf } from "../markup/document.ts";
import { html, type Markup } from "../markup/elements.ts";
import { clauseMap } from "../pictures/map.ts";
import { changesSince } from "../reading/changes.ts";
import { sectionLabel } from "../words/labels.ts";
import { pageTitle } from "../words/run.ts";
import { bySection, isNotJudged } from "../words/tally.ts";
import { causeList } from "./causes.ts";
import { clauseList } from "./clauses.ts";
import { marksSince } from "./marks.ts";
import { leftOpen } from "./open.ts";
import { untested } from "./untested.ts";
import { verdictPart } from "./verdict.ts";

const FILES = ["./page.css", "./filters.js"].map((name) => new URL(name, import.meta.url));

/** The conformance report, made from a result alone: one file, which can be read without its scripts. */
export function reportPage(result: RunResult, previous?: RunResult): Promise<string> {
  const since = previous && changesSince(previous, result);
  const marks = marksSince(since);
  return documentOf(
    pageTitle(result),
    FILES,
    html`${verdictPart(result, since)}
      <main class="page" id="main" tabindex="-1">
        ${causeList(result, marks)} ${untested(result)} ${mapPart(result)} ${clauseList(result, marks)}
        ${leftOpen(result)}
        <footer class="note">Made from <code>results.json</code>, which holds all that is shown here.</footer>
      </main>`,
  );
}

function mapPart({ clauses, open }: RunResult): Markup {
  const parts = [
    clauses.some(({ outcome }) => outcome === "fail") && (["causes", "Causes"] as const),
    clauses.some(isNotJudged) && (["not-tested", "Not tested"] as const),
    ["clauses", "Clauses"] as const,
    open.length > 0 && (["open", "Left open"] as const),
  ].filter((part) => part !== false);
  const blocks = bySection(clauses).map(([number, own]) => ({
    name: `${number} ${sectionLabel(number)}`,
    href: `#section-${number}`,
    clauses: own,
  }));
  return html`<nav class="map" aria-label="Clauses by section">
    <p class="past"><a href="#clauses">Past the map</a></p>
    <div class="within">
      <ul class="parts">
        ${parts.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
      ${clauseMap(blocks, (id) => `#${id}`)}
    </div>
  </nav>`;
}
