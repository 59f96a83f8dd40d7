import { html, raw } from "hono/html";
import type { Outcome } from "../../engine/model/clause-results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import type { Item } from "../words/blocks.ts";
import { more, type LabelledLine } from "../words/explain.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";

/** A piece of a page: everything put into it by `html` was escaped. */
export type Markup = ReturnType<typeof html>;

export { html };

export const nothing: Markup = raw("");

/** Our own text that is markup already: style sheets, never anything from a target. */
export const trusted = (text: string): Markup => raw(text);

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
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
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

/** One choice of several: a value and its text each, the first one chosen. */
export const choice = (
  title: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
): Markup =>
  html`<fieldset class="chips">
    <legend class="visually-hidden">${title}</legend>
    ${options.map(
      ([value, text], index) =>
        html`<label
          ><input type="radio" name="${name}" value="${value}" ${index === 0 ? "checked" : ""} />
          ${text}</label
        >`,
    )}
  </fieldset>`;

/** Items that are told one by one: a page with thousands of them helps nobody. */
const MOST_ITEMS = 200;
/** Clauses that are named at once. */
const FEW = 3;
const LONGEST_NOTE = 2_000;

export const itemList = (items: readonly Item[], noun: string): Markup =>
  html`<ul class="list">
      ${items
        .slice(0, MOST_ITEMS)
        .map(
          (item) =>
            html`<li ${item.id === undefined ? "" : html`id="${item.id}"`} class="${item.lost && "box"}">
              ${itemMarkup(item)}
            </li>`,
        )}
    </ul>
    ${more(items.length - MOST_ITEMS, noun).map(note)}`;

/** An item with its clauses: a few in sight, many behind a fold. */
const itemMarkup = ({ text, ids = [], notes = [], copy }: Item): Markup =>
  html`${oneLine(text)} ${ids.length > FEW && fold(countOf(ids.length, "clause"), linksTo(ids))}
  ${ids.length > 0 && ids.length <= FEW && html`<div>${linksTo(ids)}</div>`}
  ${notes.map((one) => note(oneLine(one, LONGEST_NOTE)))}
  ${copy !== undefined && codeToCopy("In the target file", copy)}`;
