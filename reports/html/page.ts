import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { documentOf, type PageAssets, readAssets } from "../markup/document.ts";
import type { Markup } from "../markup/elements.ts";
import {
  badge,
  codeBlock,
  filters,
  foldedBlock,
  html,
  itemList,
  noteText,
  pairs,
  section,
} from "../markup/elements.ts";
import { causesOf } from "../reading/causes.ts";
import { changesSince } from "../reading/changes.ts";
import { type Block, blocksOf, interpretationItems, untestedItems } from "../words/blocks.ts";
import { bySection, isNotChecked, outcomeLabel, outcomesOf, sectionLabel, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import {
  because,
  higherLevelText,
  runHeaderFacts,
  ofReference,
  pageTitle,
  verdictText,
} from "../words/run.ts";
import { causeList } from "./causes.ts";
import { clauseList } from "./clauses.ts";
import { contractPart } from "./contract-lines.ts";
import { timePart } from "./time.ts";

const PAGE_ASSETS = ["./report.css", "./report.js"].map((name) => new URL(name, import.meta.url));

/** The keys that the script of the page handles. */
const KEYS = html`<span class="note keys"><kbd>/</kbd> filter <kbd>j</kbd> <kbd>k</kbd> failures</span>`;

/** Reads the style sheet and the script of the report. */
export const readReportAssets = (): PageAssets => readAssets(PAGE_ASSETS);

/** The conformance report as one HTML file, made only from the result. It can be read without JavaScript. */
export function reportPage(
  result: RunResult,
  previous?: RunResult,
  assets: PageAssets = readReportAssets(),
): Promise<string> {
  const causes = causesOf(result);
  return documentOf(
    pageTitle(result),
    assets,
    html`${verdictPart(result, blocksOf(result, previous && changesSince(previous, result)))}
      ${filters("Filter", result.clauses.length, outcomesOf(result.clauses), KEYS)}
      <main>
        <div>
          <p class="note" id="nothing" role="status" hidden>
            No clause matches the filter. <kbd>Esc</kbd> in the search field resets it.
          </p>
          ${causeList(result, causes)} ${notTested(result)} ${clauseList(result, causes)} ${timePart(result)}
          ${contractPart(result)} ${interpretationPart(result)} ${unspecifiedPart(result)}
          <footer class="note">
            Made from <code>results.json</code>, which holds all that is shown here.
          </footer>
        </div>
        ${mapPart(result)}
      </main>`,
  );
}

/** Clauses that were not tested, grouped by remedy. Groups that the service or the network prevented are in a box. */
function notTested(result: RunResult): Markup | false {
  const clauses = result.clauses.filter(isNotChecked);
  return (
    clauses.length > 0 &&
    section(
      "not-tested",
      "Not tested",
      `${tallyOf(clauses).join(", ")}: neither for nor against the service.`,
      itemList(untestedItems(result)),
    )
  );
}

/** The interpretations of ambiguous sentences on which failed clauses depend. */
const interpretationPart = ({ interpretations = [] }: RunResult): Markup | false =>
  interpretations.length > 0 &&
  section(
    "interpretations",
    "Interpretations",
    "How the suite reads the ambiguous sentences on which failed clauses depend.",
    foldedBlock(
      countOf(interpretations.length, "interpretation"),
      itemList(interpretationItems(interpretations)),
    ),
  );

/** Unspecified behaviour: the assumption of the run, and the behaviour of the service. Only a run over all clauses has it. */
const unspecifiedPart = ({ unspecified }: RunResult): Markup | false =>
  unspecified.length > 0 &&
  section(
    "unspecified",
    "Unspecified behaviour",
    "What the contract does not specify, what this run assumed, and what the service did. Nothing here fails a run.",
    foldedBlock(
      `${countText(unspecified.length)} points`,
      html`<div class="wide" tabindex="0" role="region" aria-label="Unspecified behaviour">
        <table>
          <thead>
            <tr>
              <th scope="col">Section</th>
              <th scope="col">Not specified</th>
              <th scope="col">Assumed</th>
              <th scope="col">Observed</th>
            </tr>
          </thead>
          <tbody>
            ${unspecified.map(
              ({ id, section: of, statement, assumption = "", observed }) =>
                html`<tr id="${id}">
                  <td>${of}</td>
                  <td>${oneLine(statement)}</td>
                  <td>${oneLine(assumption)}</td>
                  <td>
                    ${observed.map(({ value, count: times }) => html`<div>${oneLine(value)} (${countText(times)}×)</div>`)}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
    ),
  );

/** The map: one link for each clause, titled with its id, outcome and statement. */
const mapPart = ({ clauses: all }: RunResult): Markup =>
  html`<nav class="map" aria-label="Clauses by section">
    ${bySection(all).map(([number, clauses]) => {
      const failed = clauses.filter(({ outcome }) => outcome === "failed").length;
      return html`<div>
          <a href="#section-${number}">${number} ${sectionLabel(number)}</a>
          ${failed > 0 && html`<span class="wrong">✘ ${countText(failed)}</span>`}
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

const VERDICT_SIGNS = { conforms: "✔", nonconforming: "✘", incomplete: "!" } as const;

/** The header: the verdict, the target and time, the counts, the warnings, and further blocks about the run. */
function verdictPart(result: RunResult, blocks: readonly Block[]): Markup {
  const { verdict, command } = result;
  return html`<header>
    <p class="note">Conformance report${ofReference(result)}</p>
    <h1 class="${verdict}"><span aria-hidden="true">${VERDICT_SIGNS[verdict]}</span> ${headline(result)}</h1>
    ${noteText(because(result) ?? higherLevelText(result))}
    <p>
      ${outcomesOf(result.clauses).map(([outcome, size]) => html`${badge(outcome, `${countText(size)} ${outcomeLabel(outcome)}`)} `)}
    </p>
    ${pairs("facts", runHeaderFacts(result))} ${blocks.filter(({ id }) => id === "warnings").map(warningPart)}
    ${blocks
      .filter(({ id }) => id !== "not-judged" && id !== "warnings")
      .map(
        ({ id, title, items }) =>
          html`<div id="${id}">
            ${foldedBlock(oneLine(`${title} · ${countText(blockSize(items))}`), itemList(items))}
          </div>`,
      )}
    ${command !== undefined && foldedBlock("Run it again", codeBlock("In a shell", manyLines(command), "copy"))}
  </header>`;
}

/** The number of clauses that items name; the number of items if they name none. */
const blockSize = (items: Block["items"]): number =>
  new Set(items.flatMap(({ ids = [] }) => ids)).size || items.length;

/** The warnings, expanded, next to the verdict. */
const warningPart = ({ id, title, items }: Block): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title} · ${countText(items.length)}</h2>
    ${itemList(items)}
  </section>`;

/** The verdict as a sentence about the service or the recording. */
function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  const service = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete"
    ? "The run is incomplete"
    : `${files === undefined ? service : "The recording"} ${verdictText(result)}`;
}
