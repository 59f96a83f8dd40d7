import type { FileDeparture, JudgedFile, RunResult } from "../../engine/model/results.ts";
import {
  fold,
  html,
  linksTo,
  type Markup,
  note,
  nothing,
  scrollingTable,
  section,
} from "../markup/elements.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { pointerText } from "../words/explain.ts";
import { count, countOf } from "../words/numbers.ts";

/** Files that are told of one by one: a page with thousands of rows helps nobody. */
const MOST_FILES = 200;
const MOST_DEPARTURES = 20;

/** What was judged of each file that answers came from, and where the files depart from the document. */
export const fileList = ({ files = [] }: RunResult): Markup =>
  files.length === 0
    ? nothing
    : section(
        "files",
        "File by file",
        "What was judged of each file, and the clauses that its answers break.",
        html`${scrollingTable("Files that answers came from", ["File", "exchanges", "judged", "left aside"], files.slice(0, MOST_FILES).map(fileRow))}
        ${left(files.length - MOST_FILES, "file")}`,
      );

const left = (size: number, noun: string) =>
  size > 0 && note(html`${countOf(size, `more ${noun}`)}: see <code>results.json</code>.`);

function fileRow(file: JudgedFile): readonly (Markup | string)[] {
  const { exchanges, judged, departures: all } = file;
  const reasons = Object.entries(file.left);
  return [
    html`${oneLine(file.file)} <span class="note">${file.form}</span> ${
        all.length > 0 &&
        fold(
          countOf(all.length, "departure"),
          html`<ul class="list">
              ${all.slice(0, MOST_DEPARTURES).map(departure)}
            </ul>
            ${left(all.length - MOST_DEPARTURES, "departure")}`,
          all.length <= 3,
        )
      }
      ${
        reasons.length > 0 &&
        fold(
          "Why some were left aside",
          html`<ul class="list">
            ${reasons.map(([reason, times]) => html`<li>${oneLine(reason)}: ${count(times)}</li>`)}
          </ul>`,
        )
      }`,
    ...[exchanges, judged, exchanges - judged].map(count),
  ];
}

function departure({ clause, pointer, actual, count: times, known }: FileDeparture): Markup {
  const often = times > 1 ? `, ${countOf(times, "time")}` : "";
  return html`<li>
    ${linksTo([clause])}: <code>${pointerText(pointer)}</code> is
    ${oneLine(actual)}${often}${known === true ? " (known)" : ""}
  </li>`;
}
