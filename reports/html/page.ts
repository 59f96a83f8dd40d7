import type { RunResult } from "../../engine/model/results.ts";
import { documentOf } from "../markup/document.ts";
import { html, type Markup } from "../markup/elements.ts";
import { SCRIPT } from "../markup/script.ts";
import { STYLE } from "../markup/style.ts";
import { contractMap, MAP_SCRIPT, MAP_STYLE } from "../pictures/map.ts";
import { WALK_STYLE } from "../pictures/walk.ts";
import { sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { titleOf } from "../words/run.ts";
import { partsOf, tallyClauses, tallyOf, type DocumentPart } from "../words/tally.ts";
import { brokenList } from "./broken.ts";
import { changes } from "./changes.ts";
import { clauseList } from "./clauses.ts";
import { fileList } from "./files.ts";
import { knownList, profileList } from "./known.ts";
import { toAdd } from "./not-judged.ts";
import { openList, readingList } from "./open.ts";
import { overview } from "./overview.ts";
import { changesSince } from "../reading/changes.ts";
import { REPORT_SCRIPT } from "./script.ts";
import { REPORT_STYLE } from "./style.ts";

/** The conformance report, made from a result alone: one file, which can be read without its scripts. */
export function reportPage(result: RunResult, previous?: RunResult): Promise<string> {
  const since = previous && changesSince(previous, result);
  return documentOf(
    titleOf(result),
    [STYLE, REPORT_STYLE + MAP_STYLE + WALK_STYLE],
    [SCRIPT, REPORT_SCRIPT + MAP_SCRIPT],
    html`<p class="past page"><a href="#main">Past the contents</a></p>
      ${overview(result, since)}
      <div class="page">
        <div class="layout">
          ${contents(result, previous !== undefined)}
          <main id="main" tabindex="-1">
            ${brokenList(result, since?.newlyBroken)} ${changes(result, since)} ${knownList(result)}
            ${toAdd(result)} ${contractMap(result.clauses)} ${fileList(result)} ${clauseList(result)}
            ${readingList(result)} ${openList(result)} ${profileList(result)}
            <footer class="note">
              Made from <code>results.json</code>, which holds all that is shown here.
            </footer>
          </main>
        </div>
      </div>`,
  );
}

function contents(result: RunResult, isCompared: boolean): Markup {
  const { known, summary, open, readings, files = [], profiles = [] } = result;
  const deviations = Object.values(known ?? {}).flat();
  return html`<nav class="toc" aria-label="Contents">
    <ul>
      ${entry("broken", "What is broken", summary.fail > 0, summary.fail)}
      ${entry("changes", "What changed", isCompared)}
      ${entry("known", "Known deviations", deviations.length > 0)}
      ${entry("not-judged", tallyOf(summary).judged === 0 ? "What to check" : "To have more judged", tallyOf(summary).notJudged > 0)}
      ${entry("map", "Map of the contract")} ${entry("files", "File by file", files.length > 0)}
      <li>
        <a href="#clauses">Clause by clause</a>
        <ul>
          ${partsOf(result).map(partEntry)}
        </ul>
      </li>
      ${entry("readings", "Readings", (readings ?? []).length > 0)}
      ${entry("open", "Left open", open.length > 0)} ${entry("profiles", "Profiles", profiles.length > 0)}
    </ul>
  </nav>`;
}

const partEntry = ({ part, title, sections }: DocumentPart): Markup =>
  html`<li>
    <a href="#part-${part}">${part} ${title}</a>
    <ul>
      ${sections
        .filter(([section]) => section !== part)
        .map(([section, clauses]) =>
          entry(
            `section-${section}`,
            `${section} ${sectionLabel(section)}`,
            true,
            tallyClauses(clauses).broken,
          ),
        )}
    </ul>
  </li>`;

function entry(id: string, text: string, isThere = true, broken = 0) {
  const sign = html`<span class="bad"
    ><span aria-hidden="true">✘</span> ${count(broken)}<span class="visually-hidden"> broken</span></span
  >`;
  return (
    isThere &&
    html`<li>
      <a href="#${id}"><span>${text}</span>${broken > 0 && sign}</a>
    </li>`
  );
}
