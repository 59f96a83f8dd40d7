import type { Selection, Violation } from "../../engine/model/clause-results.ts";
import { html, nothing, type Markup } from "../markup/elements.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { countOf } from "../words/numbers.ts";

import { figure, WIDTH } from "./figure.ts";

type Row = Selection["rows"][number];

/** Pixels: the names of the two lines in front of the rows, and the lines. */
const NAMES = 80;
const LINES = { bound: 34, due: 54, came: 78, axis: 96 };
/** Characters of a value at an end of the axis, and of a line. */
const VALUE = 22;
const LINE = 52;
/** Characters of what the band stands for. */
const LABEL = 44;

/** What a filter should have selected above what came, row by row along the member that it compares. */
export function selectionPicture({ defect }: Violation): Markup {
  const selection = defect?.selection;
  if (selection === undefined || selection.rows.length === 0) {
    return nothing;
  }
  const { rows, by } = selection;
  const told = wrongLines(selection);
  const step = (WIDTH - NAMES - 6) / rows.length;
  const at = (index: number): number => NAMES + (index + 0.5) * step;
  const yes = (is: true | undefined): string => (is === true ? "yes" : "no");
  return figure(
    "selection",
    LINES.axis + 24 + told.length * 17,
    `${countOf(rows.length, "row")} by ${by}, selected by ${filterText(selection)}. ${told.join(". ")}`,
    html`<text x="0" y="${LINES.due + 4}">should come</text>
      <text x="0" y="${LINES.came + 4}">came</text>
      <path class="axis" d="M${NAMES} ${LINES.axis}H${WIDTH}" />
      ${band(selection, step)} ${boundAt(selection, step)}
      ${rows.map((row, index) => signs(row, at(index), Math.min(5, step * 0.42)))} ${ends(selection)}
      ${told.map((line, index) => html`<text class="wrong" x="0" y="${LINES.axis + 36 + index * 17}">${line}</text>`)}`,
    "These rows as a table",
    `Rows by ${by}`,
    ["Row", by, "should come", "came"],
    rows.map(({ key, value, due, came }) => [oneLine(key, 200), oneLine(value, 200), yes(due), yes(came)]),
  );
}

const filterText = ({ by, operator, bound }: Selection): string =>
  operator === undefined || bound === undefined ? "the filter" : `${by} ${operator} ${oneLine(bound, VALUE)}`;

/** What the filter should select: a band behind these rows, and what it is. */
function band(selection: Selection, step: number): Markup {
  const { rows } = selection;
  const isDue = (index: number): boolean => rows[index]?.due === true;
  const bands = rows.flatMap((_, from) => {
    if (!isDue(from) || isDue(from - 1)) {
      return [];
    }
    const end = rows.findIndex((__, index) => index > from && !isDue(index));
    const width = ((end < 0 ? rows.length : end) - from) * step;
    const x = NAMES + from * step;
    return [
      html`<rect
        class="due"
        x="${x.toFixed(1)}"
        y="${LINES.bound - 12}"
        width="${width.toFixed(1)}"
        height="${LINES.axis - LINES.bound + 12}"
      />`,
    ];
  });
  const what = filterText(selection);
  const label = bands.length === 0 ? `none of these is selected by ${what}` : `selected by ${what}`;
  return html`${bands} ${bands.length > 0 && html`<rect class="due" x="0" y="6" width="12" height="12" />`}
    <text class="strong" x="${bands.length > 0 ? 18 : 0}" y="16"
      >${label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label}</text
    >`;
}

/** Where the bound is, as far as these rows show it: a stroke between them, or through those that are equal to it. */
function boundAt({ bound, rows, below, above }: Selection, step: number): Markup {
  const [under, equal] = ["below", "at"].map((side) => rows.filter((row) => row.side === side).length);
  const before = under ?? 0;
  const isAside = equal === 0 && ((before === 0 && below > 0) || (before === rows.length && above > 0));
  if (bound === undefined || isAside) {
    return nothing;
  }
  const x = NAMES + (before + (equal ?? 0) / 2) * step;
  const isRight = x > WIDTH / 2;
  return html`<path class="bound" d="M${x.toFixed(1)} ${LINES.bound - 12}V${LINES.axis}" />
    <text
      x="${(isRight ? x - 5 : x + 5).toFixed(1)}"
      y="${LINES.bound}"
      text-anchor="${isRight ? "end" : "start"}"
      >the bound</text
    >`;
}

/** A row in both lines: a dot where it is, a cross where it came and should not, an empty ring where it is missing. */
function signs({ due, came }: Row, x: number, radius: number): Markup {
  const [r, left, right] = [radius, x - radius, x + radius].map((value) => value.toFixed(1));
  const { due: first, came: second } = LINES;
  const dot = (y: number, kind: string): Markup =>
    html`<circle class="${kind}" cx="${x.toFixed(1)}" cy="${y}" r="${r}" />`;
  const cross = html`<path
    class="stray"
    d="M${left} ${(second - radius).toFixed(1)}L${right} ${(second + radius).toFixed(1)}M${left} ${(second + radius).toFixed(1)}L${right} ${(second - radius).toFixed(1)}"
  />`;
  return due === true
    ? html`${dot(first, "right")}${dot(second, came === true ? "right" : "lost")}`
    : html`${came === true && cross}`;
}

/** The values at both ends, and what is left out there. */
function ends({ rows, below, above }: Selection): Markup {
  const [first, last] = [rows[0]?.value ?? "", rows.length > 1 ? (rows.at(-1)?.value ?? "") : ""];
  const y = String(LINES.axis + 15);
  return html`<text class="key" x="${below > 0 ? 0 : NAMES}" y="${y}"
      >${below > 0 ? `${below} more … ` : ""}${oneLine(first, VALUE)}</text
    >
    <text class="key" x="${WIDTH}" y="${y}" text-anchor="end"
      >${oneLine(last, VALUE)}${above > 0 ? ` … ${above} more` : ""}</text
    >`;
}

/** What is wrong, with the first row of each kind. */
function wrongLines({ rows, below, above }: Selection): readonly string[] {
  const here = below + above > 0 ? " here" : "";
  const kinds = [
    ["✘", "should not come", rows.filter(({ due, came }) => came === true && due !== true)],
    ["◌", "did not come", rows.filter(({ due, came }) => due === true && came !== true)],
  ] as const;
  return kinds.flatMap(([sign, words, own]) => {
    const key = oneLine(own[0]?.key ?? "", VALUE).replace(/^"(.*)"$/, "$1");
    const more = own.length > 1 ? ` and ${own.length - 1} more${here}` : "";
    return own.length === 0 ? [] : [`${sign} ${key}${more}: ${words}`.slice(0, LINE + VALUE)];
  });
}
