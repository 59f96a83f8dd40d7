import type { OpenEntry } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { fold, html, type Markup, nothing, section } from "../markup/elements.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { partOf, sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { bySection, groupBy } from "../words/tally.ts";

/** What the document leaves open: what it leaves, what this run assumed, what it observed. */
export function openList({ open }: RunResult): Markup {
  const matters = bySection(open).flatMap(([, own]) => own);
  return open.length === 0
    ? nothing
    : section(
        "open",
        "What the document leaves open",
        "Nothing here is judged. For every matter: what the document does not settle, what this run took for granted, and what the service was seen to do.",
        html`${groupBy(matters, (entry) => partOf(entry.section)).map(
          ([part, own]) =>
            html`<h3 id="open-${part}">Part ${part} · ${sectionLabel(part)}</h3>
              ${own.map(matter)}`,
        )}`,
      );
}

/** How doubtful places of the document are read: what broken clauses lean on, each once. */
export const readingList = ({ readings = [] }: RunResult): Markup =>
  readings.length === 0
    ? nothing
    : section(
        "readings",
        "How doubtful places are read",
        "Where the document can be understood in several ways, the broken clauses lean on these readings.",
        html`${readings.map(
          ({ number, title, text }) =>
            html`<article class="matter" id="reading-${number}">
              <div>${title} <a class="id" href="#reading-${number}">reading ${number}</a></div>
              <p>${manyLines(text)}</p>
            </article>`,
        )}`,
      );

const matter = ({ id, statement, assumed, observed }: OpenEntry): Markup =>
  html`<article class="matter" id="${id}">
    <div>
      ${capital(oneLine(statement))}
      <a class="id" href="#${id}"><code>${id}</code></a>
    </div>
    <dl class="lines">
      ${
        assumed !== undefined &&
        html`<dt>Assumed</dt>
          <dd>${capital(oneLine(assumed))}</dd>`
      }
      <dt>Observed</dt>
      <dd>
        ${observed.length === 0 ? html`<span class="note">Nothing of this was met.</span>` : observed.map(choice)}
      </dd>
    </dl>
  </article>`;

const choice = ({ value, count: times, curl }: OpenEntry["observed"][number]): Markup =>
  fold(
    html`<code>${oneLine(value, 300)}</code> <span class="note">${count(times)}×</span>`,
    html`<pre tabindex="0">${manyLines(curl)}</pre>`,
  );

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
