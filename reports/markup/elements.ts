import { html, raw } from "hono/html";
import type { Outcome } from "../../engine/model/clause-results.ts";
import type { LabelledLine } from "../words/explain.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";

/** A piece of a page: everything put into it by `html` was escaped. */
export type Markup = ReturnType<typeof html>;

export { html };

export const nothing: Markup = raw("");

/** Our own text that is markup already: style sheets, never anything from a target. */
export const trusted = (text: string): Markup => raw(text);

/** Pieces with a space between them, so that what is copied does not run together. */
const spaced = (pieces: readonly Markup[]): Markup => html`${pieces.flatMap((piece) => [piece, "\n"])}`;

/** A part of a page with its heading and a sentence on what is in it. */
export const section = (id: string, title: string, lead: Markup | string, content: Markup): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p class="lead">${lead}</p>
    ${content}
  </section>`;

/** Content behind a line that unfolds it. */
export const fold = (summary: Markup | string, content: Markup | readonly Markup[], open = false): Markup =>
  html`<details class="more" ${open ? "open" : ""}>
    <summary>${summary}</summary>
    ${content}
  </details>`;

/** An outcome as a word and a colour, or a change of it; the style puts its sign in front. */
export const badge = (
  outcome: Outcome | "changed",
  text: string = outcome === "changed" ? outcome : outcomeLabel(outcome),
): Markup => html`<span class="badge ${outcome}">${text}</span>`;

/** Names and values; a value that is not markup was made harmless. */
export function pairs(
  kind: string,
  facts: readonly (readonly [name: string, value: Markup | string])[],
): Markup {
  return html`<dl class="${kind}">
    ${spaced(
      facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      ),
    )}
  </dl>`;
}

export const labelled = (lines: readonly LabelledLine[]): Markup =>
  pairs(
    "lines told",
    lines.map(({ label, text }) => [label, text]),
  );

/** Clauses that are linked in one place: filters and the map lead to the others. */
const MOST_LINKS = 60;

export function linksTo(ids: readonly string[]): Markup {
  const links = ids
    .slice(0, MOST_LINKS)
    .map((id, index) => html`${index > 0 && ", "}<a href="#${id}"><code>${id}</code></a>`);
  return html`${links}${ids.length > MOST_LINKS && ` and ${count(ids.length - MOST_LINKS)} more`}`;
}

/** A quiet line; nothing where there is nothing to say. */
export const note = (text: Markup | string | undefined): Markup =>
  text === undefined || text === "" ? nothing : html`<p class="note">${text}</p>`;

/** A text to copy, with a caption, in which a script puts a button; the text was made harmless by the caller. */
export const codeToCopy = (caption: Markup | string, text: string): Markup =>
  html`<figure class="code copy">
    <figcaption><span>${caption}</span></figcaption>
    <pre>${text}</pre>
  </figure>`;

/** A text to look at, with a caption; where it is long it scrolls, by keyboard too. */
export const code = (caption: Markup | string, text: Markup | string): Markup =>
  html`<figure class="code">
    <figcaption>${caption}</figcaption>
    <pre tabindex="0">${text}</pre>
  </figure>`;

/** A table that scrolls by itself where it is wider than the screen; the first cell heads its row. */
export function scrollingTable(
  caption: string,
  head: readonly (Markup | string)[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup {
  return html`<div class="scroll" tabindex="0">
    <table>
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = "", ...cells]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${spaced(cells.map((cell) => html`<td>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
