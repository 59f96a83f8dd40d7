import type { ClauseResult, Outcome } from "../../engine/model/clause-results.ts";
import { html, type Markup, section, type Section } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { endpointLabel, OUTCOME_ORDER, outcomeLabel, sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { byEndpoint, bySection, outcomesOf } from "../words/tally.ts";

type Mapped = Pick<ClauseResult, "id" | "endpoint" | "section" | "statement" | "outcome">;

/** Cells of a section that stand in one line at most, so that a block fits on a phone. */
const WIDEST = 20;
const PITCH = 15;

/** The form of each outcome, so that it is told without its colour: on a ground of 14 by 14 that the pointer meets. */
const FORMS: Readonly<Record<Outcome, Markup>> = {
  pass: html`<rect x="2.5" y="2.5" width="9" height="9" rx="2" />`,
  fail: html`<rect width="14" height="14" rx="2" /> <path d="M4 4l6 6M10 4l-6 6" />`,
  known: html`<path d="M7 0.5L13.5 7L7 13.5L0.5 7z" />`,
  inconclusive: html`<circle cx="7" cy="7" r="5" /> <circle cx="7" cy="7" r="1.2" />`,
  notExercised: html`<rect x="2.5" y="2.5" width="9" height="9" rx="2" />`,
};

/** The forms, drawn once; what shows them refers to them. */
const forms = (): Markup =>
  html`<svg class="forms" width="0" height="0" aria-hidden="true">
    ${OUTCOME_ORDER.map(
      (outcome) =>
        html`<g id="cell-${outcome}" class="cell ${outcome}">
          <rect width="14" height="14" class="ground" />
          ${FORMS[outcome]}
        </g>`,
    )}
  </svg>`;

/** All clauses at a glance: a cell for each, by endpoint and section, that leads to it. */
export function contractMap(clauses: readonly Mapped[]): Section {
  const endpoints = byEndpoint(clauses).map(
    ([endpoint, own]) => [endpointLabel(endpoint), bySection(own)] as const,
  );
  const content = html`${forms()} ${legend(clauses)}
    <p class="past"><a href="#past-map">Past the map</a></p>
    <div class="map">
      ${endpoints.map(
        ([name, sections]) =>
          html`<div class="name">${name}</div>
            <div class="blocks">${sections.map(([number, own]) => block(name, number, own))}</div>`,
      )}
    </div>
    <div id="past-map" tabindex="-1"></div>`;
  const lead = "One cell for each clause, by endpoint and section. A cell leads to its clause.";
  return section("map", "Map of the contract", lead, content);
}

const legend = (clauses: readonly Mapped[]): Markup =>
  html`<ul class="legend">
    ${outcomesOf(clauses).map(
      ([outcome, size]) =>
        html`<li>
          <svg width="14" height="14" aria-hidden="true"><use href="#cell-${outcome}" /></svg>
          ${outcomeLabel(outcome)} ${count(size)}
        </li>`,
    )}
  </ul>`;

/** The clauses of an endpoint in one section, in lines of equal length. */
function block(endpoint: string, number: string, clauses: readonly Mapped[]): Markup {
  const lines = Math.ceil(clauses.length / WIDEST);
  const columns = Math.ceil(clauses.length / lines);
  const [width, height] = [columns, lines].map((cells) => cells * PITCH);
  const cells = clauses.map((clause, index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)].map((place) => place * PITCH);
    const { id, statement, outcome } = clause;
    return html`<a href="#${id}"
      ><title>${id}, ${outcomeLabel(outcome)}: ${oneLine(statement, 200)}</title>
      <use href="#cell-${outcome}" x="${x}" y="${y}"
    /></a>`;
  });
  return html`<div>
    <a class="of" href="#section-${number}" title="${sectionLabel(number)}"
      >${number} <span>${sectionLabel(number)}</span></a
    >
    <svg width="${width}" height="${height}" role="group" aria-label="${endpoint}, ${number}">${cells}</svg>
  </div>`;
}

export const MAP_STYLE = `
.forms { position: absolute; } .cell .ground { fill: transparent; }
.cell.pass { fill: var(--good); fill-opacity: 0.5; } .cell.fail { fill: var(--bad); stroke: var(--ground); stroke-width: 2; } .cell.fail > rect { stroke: none; }
.cell.known { fill: var(--warn); } .cell.inconclusive { fill: none; stroke: var(--warn); stroke-width: 1.8; }
.cell.notExercised { fill: none; stroke: var(--mute); stroke-width: 1.2; stroke-dasharray: 2.2 1.4; }
.cell > .ground { stroke: none; fill-opacity: 1; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; padding: 0; margin: 0.5rem 0; color: var(--soft); font-size: 0.875rem; }
.legend li { display: inline-flex; gap: 0.4rem; align-items: center; }
.map { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.45rem 1rem; margin: 0.7rem 0; }
.map .name { font-size: 0.875rem; padding-top: 0.95rem; line-height: 1.1; }
.blocks { display: flex; flex-wrap: wrap; gap: 0.3rem 0.9rem; } .blocks svg { display: block; overflow: visible; }
.blocks > div { min-width: 1.7rem; } .of { display: flex; flex-wrap: wrap; gap: 0 0.3rem; width: 0; min-width: 100%; height: 1.25em; overflow: hidden; overflow-wrap: normal; font-size: 0.75rem; line-height: 1.25; color: var(--soft); text-decoration: none; } .of span { white-space: nowrap; }
.of:hover { text-decoration: underline; }
.map svg a:hover, .map svg a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.past { position: absolute; clip-path: inset(50%); margin: 0; } .past:focus-within { position: static; clip-path: none; }
@media (max-width: 40rem) { .map { grid-template-columns: minmax(0, 1fr); gap: 0.1rem; } .map .name { padding-top: 0.5rem; font-weight: 600; } }
@media print { .past { display: none; } .map * { print-color-adjust: exact; } }
`;
