import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { placeInfo, type PlaceInfo } from "../../schemas/places.ts";
import { badge, foldedBlock, html, type Markup, section } from "../markup/elements.ts";
import { groupBy, outcomesOf, sectionLabel } from "../words/labels.ts";
import { countOf, countText } from "../../engine/model/model.ts";

const placesOf = ({ cites = [] }: ClauseResult): readonly PlaceInfo[] =>
  cites.flatMap((name) => placeInfo(name) ?? []);

/** Links to the sentences of the contract that a clause tests, and to the interpretations on which it depends. */
export function contractLinks(clause: ClauseResult, { interpretations: texts = [] }: RunResult): Markup {
  const lines = groupBy(placesOf(clause), ({ line }) => line).map(
    ([line, [{ section: of }]]) => html`<a href="#line-${line}">section ${of}, line ${line}</a>`,
  );
  const read = texts
    .filter(({ number }) => clause.interpretations?.includes(number) === true)
    .map(({ number, title }) => html`<a href="#interpretation-${number}" title="${title}">${number}</a>`);
  const commas = (links: readonly Markup[]): Markup =>
    html`${links.map((link, index) => html`${index > 0 && ", "}${link}`)}`;
  return html`${commas(lines)}${read.length > 0 && html`; ${read.length === 1 ? "interpretation" : "interpretations"} ${commas(read)}`}`;
}

/** The sentences of the contract that violated clauses test: what each is about, and all clauses that test it. */
export function contractPart({ clauses }: RunResult): Markup | false {
  const violated = new Set(
    clauses
      .flatMap((clause) => (clause.violations.length > 0 ? placesOf(clause) : []))
      .map(({ line }) => line),
  );
  const all = clauses.flatMap((clause) => placesOf(clause).map((place) => ({ ...place, clause })));
  const lines = groupBy(
    all.filter(({ line }) => violated.has(line)),
    ({ line }) => line,
  ).toSorted(([a], [b]) => a - b);
  return (
    lines.length > 0 &&
    section(
      "contract",
      "Sentences of the contract",
      "The sentences that failed clauses and known deviations concern, with every clause that tests them.",
      foldedBlock(
        countOf(lines.length, "sentence"),
        html`<dl class="contract-lines">
          ${lines.map(([line, [first, ...others]]) => lineItem(line, [first, ...others]))}
        </dl>`,
      ),
    )
  );
}

function lineItem(
  line: number,
  cited: readonly [
    PlaceInfo & { readonly clause: ClauseResult },
    ...(PlaceInfo & { readonly clause: ClauseResult })[],
  ],
): Markup {
  const clauses = [...new Map(cited.map(({ clause }) => [clause.id, clause])).values()];
  const shown = clauses.filter(({ outcome }) => outcome !== "passed");
  const facts = [...new Set(cited.map(({ fact }) => fact))].join(", ");
  const sums = outcomesOf(clauses).map(([outcome, size]) => html`${badge(outcome, countText(size))} `);
  const [{ section: of }] = cited;
  return html`<dt id="line-${line}">Line ${line}, section ${of} ${sectionLabel(of)}: ${facts} ${sums}</dt>
    <dd>
      ${shown.map(
        ({ id, statement }) =>
          html`<div>
            <a href="#${id}"><code>${id}</code></a> ${oneLine(statement)}
          </div>`,
      )}
    </dd>`;
}
