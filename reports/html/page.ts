import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { documentOf, type PageAssets, readAssets } from "../markup/document.ts";
import type { Markup } from "../markup/elements.ts";
import {
  badge,
  codeBlock,
  foldedBlock,
  html,
  itemList,
  labelled,
  linksTo,
  noteText,
  pairs,
  section,
} from "../markup/elements.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";
import { changesSince } from "../reading/changes.ts";
import { type Block, blocksOf, leftOpen, untestedItems } from "../words/blocks.ts";
import { bySection, isNotChecked, outcomeLabel, outcomesOf, sectionLabel, tallyOf } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import { because, runHeaderFacts, ofReference, pageTitle, verdictText } from "../words/run.ts";
import { clauseList } from "./clauses.ts";
import { explainPlace, violationProblem, requestLabel } from "../words/explain.ts";
import { requestOf } from "./violation.ts";

const PAGE_ASSETS = ["./report.css", "./report.js"].map((name) => new URL(name, import.meta.url));

/** Reads the style sheet and the script of the report. */
export const readReportAssets = (): PageAssets => readAssets(PAGE_ASSETS);

/** The conformance report, made from a result alone: one file, which can be read without its script. */
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

/** Clauses that were not tested, grouped by what a reader has to do. Obstacles of the service or the network are in a box. */
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

/** Unspecified behaviour: the assumption of the run, and the behaviour of the service. */
function openPart(result: RunResult): Markup | false {
  const groups = leftOpen(result);
  return (
    groups.length > 0 &&
    section(
      "open",
      "Unspecified behaviour",
      "Nothing here fails a run: what the contract does not specify, what this run assumed, and what the service did.",
      html`${groups.map(([title, items]) => foldedBlock(`${title} · ${countText(items.length)}`, itemList(items)))}`,
    )
  );
}

/** Clauses at a glance: a link for each, which is called by its id, its outcome and what it says. */
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

/** The first part: the verdict, of what and when, how much was checked, and what else there is to say of the run. */
function verdictPart(result: RunResult, blocks: readonly Block[]): Markup {
  const { verdict, command } = result;
  return html`<header>
    <p class="note">Conformance report${ofReference(result)}</p>
    <h1 class="${verdict}"><span aria-hidden="true">${VERDICT_SIGNS[verdict]}</span> ${headline(result)}</h1>
    ${noteText(because(result))}
    <p>
      ${outcomesOf(result.clauses).map(([outcome, size]) => html`${badge(outcome, `${countText(size)} ${outcomeLabel(outcome)}`)} `)}
    </p>
    ${pairs("facts", runHeaderFacts(result))} ${blocks.filter(({ id }) => id === "warnings").map(warningPart)}
    ${blocks
      .filter(({ id }) => id !== "not-judged" && id !== "warnings")
      .map(
        ({ id, title, items }) =>
          html`<div id="${id}">
            ${foldedBlock(oneLine(`${title} · ${countText(items.length)}`), itemList(items))}
          </div>`,
      )}
    ${command !== undefined && foldedBlock("Run it again", codeBlock("In a shell", manyLines(command), "copy"))}
  </header>`;
}

/** The warnings, unfolded beside the verdict. */
const warningPart = ({ id, title, items }: Block): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title} · ${countText(items.length)}</h2>
    ${itemList(items)}
  </section>`;

/** The verdict as a sentence about what was looked at. */
function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  const service = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete"
    ? "The run is incomplete"
    : `${files === undefined ? service : "The recording"} ${verdictText(result)}`;
}

/** Characters of a text in a cause: its clause has more. */
const LONGEST_CAUSE_TEXT = 300;

/** Causes that are printed on paper. */
const MOST_PRINTED = 60;

/** Every cause in short, and what follows from it: what is wrong, where, and the request that shows it. */
const causeList = ({ summary }: RunResult, causes: readonly FailureCause[]): Markup | false =>
  causes.length > 0 &&
  section(
    "causes",
    "Causes",
    `${countOf(summary.failed, "failed clause")}, from ${countOf(causes.length, "cause")}. Each title links to the response.`,
    html`<ol class="causes">
        ${causes.slice(0, MOST_PRINTED).map(causeItem)}
      </ol>
      ${causes.length > MOST_PRINTED && furtherCauses(causes)}`,
  );

/** The causes behind those that are printed: on paper one line counts them. */
const furtherCauses = (causes: readonly FailureCause[]): Markup =>
  html`<ol class="causes on-screen" start="${MOST_PRINTED + 1}">
      ${causes.slice(MOST_PRINTED).map(causeItem)}
    </ol>
    <p class="on-paper">
      … and ${countOf(causes.length - MOST_PRINTED, "more cause")}: see the page on a screen.
    </p>`;

function causeItem({ clause, violation, also, inconclusive, title }: FailureCause): Markup {
  const problem = title ?? violationProblem(clause, violation);
  const { possiblyRelatedTo: related } = clause;
  const lines = explainPlace(clause, violation, LONGEST_CAUSE_TEXT).filter(({ label }) =>
    ["pointer", "expected", "actual"].includes(label),
  );
  return html`<li class="box">
    <h3><a href="#${clause.id}">${oneLine(problem ?? clause.statement, LONGEST_CAUSE_TEXT)}</a></h3>
    <p class="note">${requestLabel(violation)}${problem !== undefined && ` · ${clause.statement}`}</p>
    ${labelled(lines)} ${requestOf(violation, "")} ${consequenceList(also, "failed")}
    ${consequenceList(inconclusive, "could not be tested")}
    ${related !== undefined && html`<div class="note">Possibly related to ${linksTo([related])}</div>`}
  </li>`;
}

const consequenceList = (ids: readonly string[], what: string): Markup | false =>
  ids.length > 0 &&
  html`<div class="note">
    It follows that ${countOf(ids.length, "more clause")} ${what}: ${linksTo(ids)}
  </div>`;
