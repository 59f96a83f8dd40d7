import type { RunResult } from "../../engine/model/results.ts";
import { documentOf } from "../markup/document.ts";
import { fold, html, itemList, type Markup, section } from "../markup/elements.ts";
import { clauseMap } from "../markup/map.ts";
import { changesSince } from "../reading/changes.ts";
import { blocksOf, leftOpen, untested } from "../words/blocks.ts";
import { sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { pageTitle } from "../words/run.ts";
import { bySection, isNotJudged, tallyOf } from "../words/tally.ts";
import { causeList } from "./causes.ts";
import { clauseList, marksSince } from "./clauses.ts";
import { verdictPart } from "./verdict.ts";

const FILES = ["./page.css", "./filters.js"].map((name) => new URL(name, import.meta.url));

/** The conformance report, made from a result alone: one file, which can be read without its scripts. */
export function reportPage(result: RunResult, previous?: RunResult): Promise<string> {
  const since = previous && changesSince(previous, result);
  const marks = marksSince(since);
  const parts = [
    ["causes", "Causes", causeList(result, marks)],
    ["not-tested", "Not tested", notTested(result)],
    ["clauses", "Clauses", clauseList(result, marks)],
    ["open", "What the document leaves open", openPart(result)],
  ] as const;
  const links = parts.flatMap(([id, title, content]) =>
    content === false ? [] : [html`<a href="#${id}">${title}</a> `],
  );
  return documentOf(
    pageTitle(result),
    FILES,
    html`${verdictPart(result, blocksOf(result, since))}
      <main>
        <div>
          ${parts.map(([, , content]) => content)}
          <footer class="note">
            Made from <code>results.json</code>, which holds all that is shown here.
          </footer>
        </div>
        ${mapPart(result, links)}
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
      itemList(untested(result), "thing to do"),
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
      html`${groups.map(([title, items]) => fold(`${title} · ${count(items.length)}`, itemList(items, "matter")))}`,
    )
  );
}

function mapPart({ clauses }: RunResult, links: readonly Markup[]): Markup {
  const blocks = bySection(clauses).map(([number, own]) => ({
    name: html`<a href="#section-${number}">${number} ${sectionLabel(number)}</a>`,
    clauses: own,
  }));
  return html`<nav class="map" aria-label="Parts and clauses">
    <p>${links}</p>
    ${clauseMap(blocks, (id) => `#${id}`)}
  </nav>`;
}
