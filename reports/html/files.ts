import type { Departure, JudgedFile } from "../../engine/model/results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../words/escape.ts";
import { count, countOf } from "../words/numbers.ts";
import { linksTo } from "./broken.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { scrollingTable } from "../markup/elements.ts";

/** Files that are told of one by one: a page with thousands of rows helps nobody. */
const MOST_FILES = 200;
/** Departures that are told of a file. */
const MOST_DEPARTURES = 20;

/** What was judged of each file that answers came from, and where the files depart from the document. */
export function fileList({ files = [] }: RunResult): Markup {
  if (files.length === 0) {
    return nothing;
  }
  const rest = files.length - MOST_FILES;
  return html`<section id="files" aria-labelledby="files-title">
    <h2 id="files-title">File by file</h2>
    <p class="lead">What was judged of each file, and the clauses that its answers break.</p>
    ${scrollingTable("Files that answers came from", ["File", "exchanges", "judged", "left aside"], files.slice(0, MOST_FILES).map(fileRow))}
    ${rest > 0 ? html`<p class="note">${countOf(rest, "more file")}: see <code>results.json</code>.</p>` : nothing}
  </section>`;
}

function fileRow(file: JudgedFile): Markup {
  return html`<tr>
    <th scope="row">
      ${oneLine(file.file)} <span class="note">${file.form}</span>
      ${departures(file.departures)} ${leftAside(file)}
    </th>
    <td>${count(file.exchanges)}</td>
    <td>${count(file.judged)}</td>
    <td>${count(file.exchanges - file.judged)}</td>
  </tr>`;
}

function departures(all: readonly Departure[]): Markup {
  if (all.length === 0) {
    return nothing;
  }
  const rest = all.length - MOST_DEPARTURES;
  return html`<details class="more" ${all.length <= 3 ? "open" : ""}>
    <summary>${countOf(all.length, "departure")}</summary>
    <ul class="list">
      ${all.slice(0, MOST_DEPARTURES).map(departure)}
      ${rest > 0 ? html`<li class="note">${countOf(rest, "more departure")}: see <code>results.json</code></li>` : nothing}
    </ul>
  </details>`;
}

function departure({ clause, pointer, actual, count: times, known }: Departure): Markup {
  const place = pointer === "" ? "the whole answer" : oneLine(pointer);
  const often = times > 1 ? `, ${countOf(times, "time")}` : "";
  return html`<li>
    ${linksTo([clause])}: <code>${place}</code> is
    ${oneLine(actual)}${often}${known === true ? " (known)" : ""}
  </li>`;
}

function leftAside({ left }: JudgedFile): Markup {
  const reasons = Object.entries(left);
  return reasons.length === 0
    ? nothing
    : html`<details class="more">
        <summary>Why some were left aside</summary>
        <ul class="list">
          ${reasons.map(([reason, times]) => html`<li>${oneLine(reason)}: ${count(times)}</li>`)}
        </ul>
      </details>`;
}
