import type { RunResult } from "../../engine/model/results.ts";
import { documentOf } from "../markup/document.ts";
import { html, type Markup } from "../markup/elements.ts";
import { SCRIPT } from "../markup/script.ts";
import { STYLE } from "../markup/style.ts";
import { contractMap, MAP_STYLE } from "../pictures/map.ts";
import { WALK_STYLE } from "../pictures/walk.ts";
import { sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { blocksOf } from "../words/blocks.ts";
import { titleOf } from "../words/run.ts";
import { bySection, tallyClauses } from "../words/tally.ts";
import { adviceBlock, blockSections, openBlock, readingBlock } from "./blocks.ts";
import { brokenList } from "./broken.ts";
import { clauseList } from "./clauses.ts";
import { overview } from "./overview.ts";
import { changesSince } from "../reading/changes.ts";
import { REPORT_SCRIPT } from "./script.ts";
import { REPORT_STYLE } from "./style.ts";

/** The conformance report, made from a result alone: one file, which can be read without its scripts. */
export function reportPage(result: RunResult, previous?: RunResult): Promise<string> {
  const since = previous && changesSince(previous, result);
  // What is odd stands beside the verdict, and what was not judged is told with advice.
  const told = blocksOf(result, since).filter(({ id }) => id !== "odd" && id !== "not-judged");
  const sections = [
    brokenList(result, since?.newlyBroken),
    ...blockSections([...told, adviceBlock(result)]),
    contractMap(result.clauses),
    clauseList(result),
    ...blockSections([readingBlock(result), openBlock(result)]),
  ].filter((one) => one !== undefined);
  return documentOf(
    titleOf(result),
    [STYLE, REPORT_STYLE + MAP_STYLE + WALK_STYLE],
    [SCRIPT, REPORT_SCRIPT],
    html`<p class="past page"><a href="#main">Past the contents</a></p>
      ${overview(result, since)}
      <div class="page">
        <div class="layout">
          <nav class="toc" aria-label="Contents">
            <ul>
              ${sections.map(({ id, title }) => entry(id, title, id === "clauses" && parts(result)))}
            </ul>
          </nav>
          <main id="main" tabindex="-1">
            ${sections.map(({ markup }) => markup)}
            <footer class="note">
              Made from <code>results.json</code>, which holds all that is shown here.
            </footer>
          </main>
        </div>
      </div>`,
  );
}

const entry = (id: string, text: Markup | string, inside: Markup | false): Markup =>
  html`<li><a href="#${id}">${text}</a>${inside}</li>`;

/** The sections of the document, each with how many of its clauses are broken. */
const parts = (result: RunResult): Markup =>
  html`<ul>
    ${bySection(result.clauses).map(([number, clauses]) => {
      const { broken } = tallyClauses(clauses);
      const sign = html` <span class="bad">✘ ${count(broken)}</span>`;
      const name = html`<span>${number} ${sectionLabel(number)}</span>`;
      return entry(`section-${number}`, html`${name}${broken > 0 && sign}`, false);
    })}
  </ul>`;
