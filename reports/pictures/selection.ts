import type { Selection, Violation } from "../../engine/model/clause-results.ts";
import { html, nothing, type Markup } from "../markup/elements.ts";
import { oneLine } from "../words/escape.ts";
import { countOf } from "../words/numbers.ts";

import { figure, WIDTH } from "./figure.ts";

type Row = Selection["rows"][number];

/** Pixels: the names of the two lines in front of the rows, and the lines. */
const NAMES = 80;
const LINES = { due: 42, came: 66, axis: 84 };
/** Characters of a value at an end of the axis, and of a line. */
const VALUE = 22;
const LINE = 52;

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
    `${countOf(rows.length, "row")} by ${by}${boundText(selection)}. ${told.join(". ")}`,
    html`<text x="0" y="${LINES.due + 4}">should come</text>
      <text x="0" y="${LINES.came + 4}">came</text>
      <path class="axis" d="M${NAMES} ${LINES.axis}H${WIDTH}" />
      ${boundAt(selection, step)} ${rows.map((row, index) => signs(row, at(index), Math.min(5, step * 0.42)))}
      ${ends(selection)}
      ${told.map((line, index) => html`<text class="wrong" x="0" y="${LINES.axis + 36 + index * 17}">${line}</text>`)}`,
    "These rows as a table",
    `Rows by ${by}`,
    ["Row", by, "should come", "came"],
    rows.map(({ key, value, due, came }) => [oneLine(key, 200), oneLine(value, 200), yes(due), yes(came)]),
  );
}

const boundText = ({ operator, bound }: Selection): string =>
  operator === undefined || bound === undefined ? "" : `, ${operator} ${oneLine(bound, VALUE)}`;

/** Where the bound is: a stroke between rows, or a band over those that are equal to it. */
function boundAt(selection: Selection, step: number): Markup {
  if (selection.bound === undefined) {
    return html`<text x="${NAMES}" y="16">rows by ${selection.by}</text>`;
  }
  const below = selection.rows.filter(({ side }) => side === "below").length;
  const equal = selection.rows.filter(({ side }) => side === "at").length;
  const [from, to] = [NAMES + below * step, NAMES + (below + equal) * step];
  const isRight = from > WIDTH / 2;
  return html`<rect
      class="bound"
      x="${(equal === 0 ? from - 0.75 : from).toFixed(1)}"
      y="22"
      width="${Math.max(1.5, to - from).toFixed(1)}"
      height="${LINES.axis - 22}"
    />
    <text
      class="strong"
      x="${(isRight ? to : from).toFixed(1)}"
      y="16"
      text-anchor="${isRight ? "end" : "start"}"
      >${selection.by}${boundText(selection).replace(",", "")}</text
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
