import type { OpenEntry } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { compareSections, sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { partOf } from "./parts.ts";

/** What the document leaves open: what it leaves, what this run assumed, what it observed. */
export function openList({ open }: RunResult): Markup {
  if (open.length === 0) {
    return nothing;
  }
  const parts = [...new Set(open.map(({ section }) => partOf(section)))].toSorted(compareSections);
  return html`<section id="open" aria-labelledby="open-title">
    <h2 id="open-title">What the document leaves open</h2>
    <p class="lead">
      Nothing here is judged. For every matter: what the document does not settle, what this run took for
      granted, and what the service was seen to do.
    </p>
    ${parts.map(
      (part) =>
        html`<h3 id="open-${part}">Part ${part} · ${sectionLabel(part)}</h3>
          ${open
            .filter(({ section }) => partOf(section) === part)
            .toSorted((a, b) => compareSections(a.section, b.section))
            .map(matter)}`,
    )}
  </section>`;
}

function matter({ id, statement, assumed, observed }: OpenEntry): Markup {
  return html`<article class="matter" id="${id}">
    <div>
      ${capital(oneLine(statement))}
      <a class="id" href="#${id}"><code>${id}</code></a>
    </div>
    <dl class="three">
      ${
        assumed === undefined
          ? nothing
          : html`<dt>Assumed</dt>
              <dd>${capital(oneLine(assumed))}</dd>`
      }
      <dt>Observed</dt>
      <dd>
        ${
          observed.length === 0
            ? html`<span class="note">Nothing of this was met.</span>`
            : html`<ul class="seen">
                ${observed.map(choice)}
              </ul>`
        }
      </dd>
    </dl>
  </article>`;
}

function choice({ value, count: times, curl }: OpenEntry["observed"][number]): Markup {
  return html`<li>
    <details class="more">
      <summary><code>${oneLine(value, 300)}</code> <span class="times">${count(times)}×</span></summary>
      <pre tabindex="0">${manyLines(curl)}</pre>
    </details>
  </li>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
