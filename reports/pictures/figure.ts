import { fold, html, type Markup, scrollingTable } from "../markup/elements.ts";

/** Pixels of a picture of rows: it has room on a phone. */
export const WIDTH = 340;

/** A picture of rows, what it says in words, and behind a fold the same as a table. */
export function figure(
  kind: "walk" | "selection",
  height: number,
  label: string,
  drawn: Markup,
  ...[summary, ...table]: readonly [summary: string, ...Parameters<typeof scrollingTable>]
): Markup {
  return html`<figure class="${kind}">
    <svg
      width="${WIDTH}"
      height="${height}"
      viewBox="0 0 ${WIDTH} ${height}"
      role="img"
      aria-label="${label}"
    >
      ${drawn}
    </svg>
    ${fold(summary, scrollingTable(...table))}
  </figure>`;
}

export const FIGURE_STYLE = `
.pictures { display: flex; flex-wrap: wrap; gap: 0 2rem; } .pictures > * { min-width: 0; }
figure:is(.walk, .selection) { margin: 0.7rem 0; } figure > svg { display: block; max-width: 100%; height: auto; } figure text { font-size: 12px; fill: var(--soft); }
figure .strong { font-weight: 600; fill: var(--ink); } figure .key { font-family: var(--mono); font-size: 11px; } figure .wrong { fill: var(--bad); font-weight: 600; }
.page-box { fill: var(--raised); stroke: var(--line); } .page-box.faulty { stroke: var(--bad); stroke-width: 1.5; }
.walk path { fill: none; stroke: var(--soft); stroke-width: 1.5; } .walk .rows { stroke-width: 3; opacity: 0.6; }
.walk .bad-rows { stroke: var(--bad); stroke-width: 4; } .walk .missing { stroke: var(--bad); stroke-width: 2; } .walk .cut { stroke: var(--bad); stroke-dasharray: 3 3; } .walk .head { stroke-dasharray: none; }
.selection .axis { stroke: var(--soft); } .selection .bound { stroke: var(--soft); stroke-dasharray: 3 2; } .selection .due { fill: var(--mute); opacity: 0.22; } .selection .right { fill: var(--good); }
.selection .stray { stroke: var(--bad); stroke-width: 2.4; fill: none; } .selection .lost { fill: none; stroke: var(--bad); stroke-width: 1.8; stroke-dasharray: 2 1.6; }
`;
