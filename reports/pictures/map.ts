import type { ClauseResult, Outcome } from "../../engine/model/clause-results.ts";
import { summarize } from "../../engine/model/results.ts";
import { fold, html, type Markup, scrollingTable, section } from "../markup/elements.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { endpointLabel, OUTCOME_ORDER, outcomeLabel, outcomeSign, sectionLabel } from "../words/labels.ts";
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

/** All clauses at a glance: a cell for each, by endpoint and section, that leads to it; the numbers behind a fold. */
export function contractMap(clauses: readonly Mapped[]): Markup {
  const endpoints = byEndpoint(clauses).map(
    ([endpoint, own]) => [endpointLabel(endpoint), bySection(own)] as const,
  );
  const content = html`${forms()} ${legend(clauses)}
    <p class="past"><a href="#past-map">Past the map</a></p>
    <div class="map" id="cells">
      ${endpoints.map(
        ([name, sections]) =>
          html`<div class="name">${name}</div>
            <div class="blocks">${sections.map(([number, own]) => block(name, number, own))}</div>`,
      )}
    </div>
    <p class="cell-name" id="cell-name" data-script aria-hidden="true">
      The cell that you point at is named here.
    </p>
    <div id="past-map" tabindex="-1">
      ${fold(
        "The map as a table",
        scrollingTable(
          "Clauses by endpoint and section",
          ["Endpoint", "Section", ...OUTCOME_ORDER.map(outcomeLabel), "in all"],
          endpoints.flatMap(([name, sections]) => sections.map(([number, own]) => row(name, number, own))),
        ),
      )}
    </div>`;
  const lead = html`One cell for each clause, by endpoint and section. A cell leads to its clause<span
      class="wide"
      data-script
      >; arrow keys lead from cell to cell</span
    >.`;
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

function row(endpoint: string, number: string, clauses: readonly Mapped[]): readonly (Markup | string)[] {
  const summary = summarize(clauses);
  return [
    endpoint,
    html`<a href="#section-${number}">${number}</a>`,
    ...OUTCOME_ORDER.map((outcome) => count(summary[outcome])),
    count(clauses.length),
  ];
}

/** Pixels from one cell of a small map to the next, of its side, and between endpoints; and how many cells stand in a line. */
const SMALL = { pitch: 6, side: 5, gap: 3, columns: 24 };

/** A small map: what is told apart has its colour and leads somewhere, all else is pale. */
export function smallMap(
  clauses: readonly Mapped[],
  label: string,
  hrefOf: (clause: Mapped) => string | undefined,
): Markup {
  const { pitch, side, gap, columns } = SMALL;
  let height = -gap;
  const cells = byEndpoint(clauses).flatMap(([, own]) => {
    const top = height + gap;
    height = top + Math.ceil(own.length / columns) * pitch;
    return own.map((clause, index) => {
      const [x, y] = [(index % columns) * pitch, top + Math.floor(index / columns) * pitch];
      return { clause, x, y, href: hrefOf(clause) };
    });
  });
  // What was kept has smaller cells, so that it is told from what was broken without its colour.
  const inset = (outcome: Outcome): number => (outcome === "pass" ? 1 : 0);
  const pale = cells.filter(({ href }) => href === undefined);
  return html`<svg
    class="small"
    width="${columns * pitch}"
    height="${height}"
    role="group"
    aria-label="${label}"
  >
    <path class="pale" d="${pale.map(({ x, y }) => `M${x} ${y}h${side}v${side}h-${side}z`).join("")}" />
    ${cells.map(
      ({ clause: { id, outcome }, x, y, href }) =>
        href !== undefined &&
        html`<a href="${href}"
          ><title>${id}: ${outcomeLabel(outcome)}</title>
          <rect
            class="${outcome}"
            x="${x + inset(outcome)}"
            y="${y + inset(outcome)}"
            width="${side - 2 * inset(outcome)}"
            height="${side - 2 * inset(outcome)}"
        /></a>`,
    )}
  </svg>`;
}

/** What the colours and the rows of small maps mean, in a line. */
export function smallLegend(coloured: readonly Mapped[], all: readonly Mapped[], pale: string): Markup {
  const endpoints = byEndpoint(all).map(([endpoint]) => endpointLabel(endpoint));
  return html`<p class="note small-legend">
    ${outcomesOf(coloured).map(
      ([outcome]) =>
        html`<svg width="9" height="9" aria-hidden="true">
            <rect class="${outcome}" x="0.5" y="0.5" width="8" height="8" />
          </svg>
          ${outcomeLabel(outcome)}, `,
    )}
    pale: ${pale}. Rows from above: ${endpoints.join(", ")}.
  </p>`;
}

/** Signs for a text that is as wide as it is long: what was kept is the ground of the picture. */
const blockSign = (outcome: Outcome): string => (outcome === "pass" ? "·" : outcomeSign(outcome));

/** The map in text: a line for each endpoint, a sign for each clause, and what the signs mean. */
export function mapText(clauses: readonly Mapped[]): string {
  const lines = byEndpoint(clauses).map(([endpoint, own]) => {
    const signs = bySection(own).map(([, cells]) => cells.map(({ outcome }) => blockSign(outcome)).join(""));
    return `${endpointLabel(endpoint).padEnd(20)} ${signs.join(" ")}`;
  });
  const meaning = outcomesOf(clauses).map(([outcome]) => `${blockSign(outcome)} ${outcomeLabel(outcome)}`);
  return [...lines, "", meaning.join("   ")].join("\n");
}

/** Where scripts run the map is one stop of the keyboard: arrows lead from cell to cell. */
export const MAP_SCRIPT = `
(() => {
  const cells = Array.from(document.querySelectorAll("#cells a"));
  const middle = (cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const beside = (cell, sign) => {
    const from = middle(cell);
    const far = (other) => {
      const { x, y } = middle(other);
      const down = sign * (y - from.y);
      return down < 4 ? Infinity : down * 4 + Math.abs(x - from.x);
    };
    return cells.reduce((best, other) => (far(other) < far(best) ? other : best), cell);
  };
  const rest = (stop) => {
    for (const cell of cells) cell.setAttribute("tabindex", cell === stop ? "0" : "-1");
  };
  rest(cells[0]);
  const map = document.getElementById("cells");
  const line = document.getElementById("cell-name");
  const name = (event) => {
    const cell = event.target.closest("a");
    if (cell) line.textContent = cell.textContent.trim();
    return cell;
  };
  for (const kind of ["pointerover", "focusin"]) map.addEventListener(kind, name);
  // A finger points at nothing before it touches: the first touch names a cell, the second one leads to its clause.
  const isTouched = matchMedia("(hover: none)").matches;
  if (isTouched) line.textContent = "Touch a cell to see its name, and again to go to its clause.";
  let touched = null;
  map.addEventListener("click", (event) => {
    const cell = name(event);
    if (!event.target.closest("svg") || !isTouched || event.detail === 0 || cell === touched) return;
    event.preventDefault();
    touched = cell;
    document.getElementById("live").textContent = "Touch again to go to the clause";
  });
  map.addEventListener("keydown", (event) => {
    const at = cells.indexOf(document.activeElement);
    const cell = cells[at];
    const to = cell && {
      ArrowRight: () => cells[at + 1], ArrowLeft: () => cells[at - 1], Home: () => cells[0], End: () => cells.at(-1),
      ArrowDown: () => beside(cell, 1), ArrowUp: () => beside(cell, -1),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const next = to() || cell;
    rest(next);
    next.focus();
  });
})();
`;

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
.cell-name { position: sticky; bottom: 0; margin: 0; padding: 0.35rem 0; min-height: 2.3rem; background: var(--ground); border-top: 1px solid var(--line); font-size: 0.875rem; } .of:hover { text-decoration: underline; }
.map svg a:hover, .map svg a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.past { position: absolute; clip-path: inset(50%); margin: 0; } .past:focus-within { position: static; clip-path: none; }
#past-map { scroll-margin-top: 1rem; } #past-map td:nth-child(2), #past-map th:nth-child(2) { text-align: left; }
.small { display: block; } .small .pale { fill: var(--mute-soft); }
:is(.small, .small-legend) .pass { fill: var(--good); } :is(.small, .small-legend) .fail { fill: var(--bad); } :is(.small, .small-legend) .known { fill: var(--warn); }
:is(.small, .small-legend) .inconclusive { fill: none; stroke: var(--warn); } :is(.small, .small-legend) .notExercised { fill: none; stroke: var(--mute); }
@media (max-width: 40rem) { .map { grid-template-columns: minmax(0, 1fr); gap: 0.1rem; } .map .name { padding-top: 0.5rem; font-weight: 600; } }
@media print { .past { display: none; } .map * { print-color-adjust: exact; } }
`;
