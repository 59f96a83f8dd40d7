import type { RunResult } from "../../engine/model/results.ts";
import { sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { balanceOf, ofReference, verdictText } from "../words/tally.ts";
import { brokenList } from "./broken.ts";
import { clauseList } from "./clauses.ts";
import { documentOf } from "../markup/document.ts";
import { evidence } from "./evidence.ts";
import { fileList } from "./files.ts";
import { knownList, profileList } from "./known.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { openList } from "./open.ts";
import { overview } from "./overview.ts";
import { partsOf, type Part } from "./parts.ts";

import { REPORT_STYLE } from "./style.ts";
import type { Beside } from "./violation.ts";
import { REPORT_SCRIPT } from "./script.ts";
import { SCRIPT } from "../markup/script.ts";
import { STYLE } from "../markup/style.ts";

/**
 * The conformance report, made from a result alone: one file that needs no other and can be read without its scripts,
 * which filter, fold and copy.
 */
export function reportPage(result: RunResult, beside: Beside = { allure: false }): Promise<string> {
  return documentOf({
    title: `Conformance${ofReference(result)}: ${verdictText(result)}`,
    styles: [STYLE, REPORT_STYLE],
    scripts: [SCRIPT, REPORT_SCRIPT],
    body: html`${overview(result)}
      <div class="page">
        <div class="layout">
          ${contents(result)}
          <main>
            ${brokenList(result)} ${fileList(result)} ${clauseList(result, beside)} ${openList(result)}
            ${evidence(result)} ${knownList(result)} ${profileList(result)}
            <footer class="note">
              Made from <code>results.json</code>, which holds all that is shown here, by
              <code>ledger-conformance report</code>.
            </footer>
          </main>
        </div>
      </div>
      <div class="visually-hidden" id="live" role="status"></div>`,
  });
}

function contents(result: RunResult): Markup {
  const { known } = result;
  const deviations = (known?.met ?? []).length + (known?.stale ?? []).length + (known?.expired ?? []).length;
  return html`<nav class="toc" aria-label="Contents">
    <ul>
      ${result.summary.fail > 0 ? entry("broken", "What is broken", balanceOf(result.summary).broken) : nothing}
      ${(result.files ?? []).length > 0 ? entry("files", "File by file") : nothing}
      <li>
        <a href="#clauses">Clause by clause</a>
        <ul>
          ${partsOf(result).map(partEntry)}
        </ul>
      </li>
      ${result.open.length > 0 ? entry("open", "Left open") : nothing}
      ${entry("evidence", "Worth of the evidence")}
      ${deviations > 0 ? entry("known", "Known deviations") : nothing}
      ${(result.profiles ?? []).length > 0 ? entry("profiles", "Profiles") : nothing}
    </ul>
  </nav>`;
}

function entry(id: string, text: string, broken = 0): Markup {
  return html`<li>
    <a href="#${id}"><span>${text}</span>${brokenSign(broken)}</a>
  </li>`;
}

function partEntry({ part, title, sections }: Part): Markup {
  return html`<li>
    <a href="#part-${part}">${part} ${title}</a>
    <ul>
      ${sections
        .filter(({ section }) => section !== part)
        .map(({ section, clauses }) => {
          const broken = clauses.filter(({ outcome }) => outcome === "fail").length;
          return html`<li>
            <a href="#section-${section}"
              ><span>${section} ${sectionLabel(section)}</span>${brokenSign(broken)}</a
            >
          </li>`;
        })}
    </ul>
  </li>`;
}

function brokenSign(size: number): Markup {
  return size === 0
    ? nothing
    : html`<span class="bad"
        ><span aria-hidden="true">✘</span> ${count(size)}<span class="visually-hidden"> broken</span></span
      >`;
}
