import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { badge, foldedBlock, html, type Markup, section } from "../markup/elements.ts";
import { groupBy, outcomesOf, sectionLabel } from "../words/labels.ts";
import { countOf, countText } from "../../engine/model/model.ts";

/** Links to the sentences of the contract that a clause tests, and to the interpretations on which it depends. */
export function contractLinks(
  { contract = [], interpretations = [] }: ClauseResult,
  { interpretations: texts = [] }: RunResult,
): Markup {
  const lines = groupBy(contract, (line) => contractLines.get(line)).flatMap(([of, own]) =>
    own.map((line, at) => html`<a href="#line-${line}">${at === 0 && `section ${of}, line `}${line}</a>`),
  );
  const read = texts
    .filter(({ number }) => interpretations.includes(number))
    .map(({ number, title }) => html`<a href="#interpretation-${number}" title="${title}">${number}</a>`);
  const commas = (links: readonly Markup[]): Markup =>
    html`${links.map((link, index) => html`${index > 0 && ", "}${link}`)}`;
  return html`${commas(lines)}${read.length > 0 && html`${lines.length > 0 && "; "}${read.length === 1 ? "interpretation" : "interpretations"} ${commas(read)}`}`;
}

/** The sentences of the contract that violated clauses test, each with all clauses that test it. */
export function contractPart({ clauses }: RunResult): Markup | false {
  const violated = clauses.flatMap(({ violations, contract = [] }) =>
    violations.length > 0 ? contract : [],
  );
  const lines = [...new Set(violated)].toSorted((a, b) => a - b);
  return (
    lines.length > 0 &&
    section(
      "contract",
      "Sentences of the contract",
      "The sentences that failed clauses and known deviations concern, with every clause that tests them.",
      foldedBlock(
        countOf(lines.length, "sentence"),
        html`<dl class="contract-lines">${lines.map((line) => lineItem(line, clauses))}</dl>`,
      ),
    )
  );
}

function lineItem(line: number, all: readonly ClauseResult[]): Markup {
  const of = contractLines.get(line) ?? "";
  const clauses = all.filter(({ contract = [] }) => contract.includes(line));
  const shown = clauses.filter(({ outcome }) => outcome !== "passed");
  const sums = outcomesOf(clauses).map(([outcome, size]) => html`${badge(outcome, countText(size))} `);
  return html`<dt id="line-${line}">Line ${line}, section ${of} ${sectionLabel(of)} ${sums}</dt>
    <dd>
      ${shown.map(
        ({ id, statement }) =>
          html`<div>
            <a href="#${id}"><code>${id}</code></a> ${oneLine(statement)}
          </div>`,
      )}
    </dd>`;
}
