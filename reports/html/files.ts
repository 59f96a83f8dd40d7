import type { JudgedFile, RunResult } from "../../engine/model/results.ts";
import { fold, html, type Markup, note, nothing, scrollingTable, section } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { count, countOf } from "../words/numbers.ts";

/** Files that are told of one by one: a page with thousands of rows helps nobody. */
const MOST_FILES = 200;

/** What was judged of each file that answers came from, and why the rest was not. */
export const fileList = ({ files = [] }: RunResult): Markup =>
  files.length === 0
    ? nothing
    : section(
        "files",
        "File by file",
        "What was judged of each file, and what was left aside.",
        html`${scrollingTable("Files that answers came from", ["File", "exchanges", "judged", "left aside"], files.slice(0, MOST_FILES).map(fileRow))}
        ${left(files.length - MOST_FILES, "file")}`,
      );

const left = (size: number, noun: string) =>
  size > 0 && note(html`${countOf(size, `more ${noun}`)}: see <code>results.json</code>.`);

function fileRow(file: JudgedFile): readonly (Markup | string)[] {
  const { exchanges, judged } = file;
  const reasons = Object.entries(file.left);
  return [
    html`${oneLine(file.file)}
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
