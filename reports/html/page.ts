import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, codeBlock, documentOf, filters, foldedBlock, html, itemList, noteText } from "./elements.ts";
import { pairs, readAssets, section } from "./elements.ts";
import type { Markup, PageAssets } from "./elements.ts";
import { type Block, blocksOf, interpretationItems } from "../words/blocks.ts";
import { bySection, outcomeLabel, outcomesOf, sectionLabel } from "../words/labels.ts";
import { countText } from "../../engine/model/model.ts";
import { verdictReason, higherLevelText, runHeaderFacts, ofReference, pageTitle } from "../words/run.ts";
import { verdictText, VERDICT_SIGNS } from "../words/run.ts";
import { causeList, clauseList } from "./clauses.ts";
import { contractItems } from "./contract-lines.ts";
import { timePart } from "./time.ts";

const KEYS = html`<span class="note keys"><kbd>/</kbd> filter <kbd>j</kbd> <kbd>k</kbd> failures</span>`;

export const readReportAssets = (): PageAssets =>
  readAssets(["./report.css", "./report.js"].map((name) => new URL(name, import.meta.url)));

/** `index.html`, which can be read without JavaScript. `previous`: an earlier result, for the changes since. */
export function reportPage(result: RunResult, previous?: RunResult, assets: PageAssets = readReportAssets()) {
  const blocks = blocksOf(result, previous);
  const part = (id: string, draw: (block: Block) => Markup): Markup | false => {
    const block = blocks.find((one) => one.id === id);
    return block !== undefined && section(block, draw(block));
  };
  return documentOf(
    pageTitle(result),
    assets,
    html`${verdictPart(result, blocks)} ${filters(result.clauses.length, outcomesOf(result.clauses), KEYS)}
      <main>
        <div>
          <p class="note" id="nothing" role="status" hidden>
            No clause matches the filter. <kbd>Esc</kbd> in the search field resets it.
          </p>
          ${part("causes", (block) => causeList(block, result))}
          ${part("not-tested", ({ items }) => itemList(items))} ${clauseList(result, blocks)}
          ${timePart(result)}
          ${furtherBlocks(result).map((block) => countedSection(block, foldedBlock(block.lead ?? "", itemList(block.items))))}
          <footer class="note">
            Made from <code>results.json</code>, which holds all that is shown here except the changes since
            an earlier run.
          </footer>
        </div>
        ${mapPart(result)}
      </main>`,
  );
}

const furtherBlocks = (result: RunResult): readonly Block[] => [
  {
    id: "contract",
    title: "Sentences of the contract",
    lead: "The sentences that failed clauses and known deviations test, each with the clauses that test it and did not pass.",
    items: contractItems(result),
  },
  {
    id: "interpretations",
    title: "Interpretations",
    lead: "How the suite reads the ambiguous sentences on which clauses with violations depend.",
    items: interpretationItems(result),
  },
  {
    id: "unspecified",
    title: "Unspecified behaviour",
    lead: "What the contract does not specify, what this run assumed, and what the service did. A run fails because of this only if it is strict and there is also a warning about it.",
    items: result.unspecified.map(({ id, section: of, statement, assumption, observed }) => ({
      id,
      text: `${of} ${statement}`,
      lines: [
        ...(assumption === undefined ? [] : [`Assumed: ${assumption}`]),
        ...observed.map(({ value, count }) => `Observed ${countText(count)}×: ${value}`),
      ].map((text) => ({ label: "note", text })),
    })),
  },
];

const countedSection = ({ id, title, items }: Block, content: Markup): Markup | false =>
  items.length > 0 && section({ id, title: `${title} · ${countText(items.length)}` }, content);

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

function verdictPart(result: RunResult, blocks: readonly Block[]): Markup {
  const { verdict, command } = result;
  return html`<header>
    <p class="note">Conformance report${ofReference(result)}</p>
    <h1 class="${verdict}"><span aria-hidden="true">${VERDICT_SIGNS[verdict]}</span> ${headline(result)}</h1>
    ${noteText(verdictReason(result) ?? higherLevelText(result))}
    <p>
      ${outcomesOf(result.clauses).map(([outcome, size]) => html`${badge(outcome, `${countText(size)} ${outcomeLabel(outcome)}`)} `)}
    </p>
    ${pairs("facts", runHeaderFacts(result))}
    ${blocks.map((block) => (HEADER_BLOCKS[block.id] ?? foldedHeader)(block))}
    ${command !== undefined && foldedBlock("Run it again", codeBlock("In a shell", manyLines(command), "copy"))}
  </header>`;
}

function foldedHeader({ id, title, items }: Block): Markup {
  const size = new Set(items.flatMap(({ ids = [] }) => ids)).size || items.length;
  return html`<div id="${id}">
    ${foldedBlock(oneLine(`${title} · ${countText(size)}`), itemList(items))}
  </div>`;
}

/** The blocks that are expanded in the header, or omitted there (`false`) because they have a section below it. */
const HEADER_BLOCKS: Readonly<Record<string, (block: Block) => Markup | false>> = {
  warnings: (block) => countedSection(block, itemList(block.items)),
  unsteady: ({ items }) => html`${items.map(({ text }) => noteText(text))}`,
  causes: () => false,
  "not-tested": () => false,
};

function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  const service = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete"
    ? "The run is incomplete"
    : `${files === undefined ? service : "The recording"} ${verdictText(result)}`;
}
