import { oneLine } from "../../engine/secrets/escape.ts";
import { codeToCopy, fold, html, linksTo, type Markup, note } from "../markup/elements.ts";
import type { Item } from "../words/blocks.ts";
import { more } from "../words/explain.ts";
import { countOf } from "../words/numbers.ts";

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
          (item) => html`<li ${item.id === undefined ? "" : html`id="${item.id}"`}>${itemMarkup(item)}</li>`,
        )}
    </ul>
    ${more(items.length - MOST_ITEMS, noun).map(note)}`;

/** An item with its clauses: a few in sight, many behind a fold. */
export const itemMarkup = ({ text, ids = [], notes = [], copy }: Item): Markup =>
  html`${oneLine(text)} ${clausesOf(ids.map((one) => oneLine(one)))}
  ${notes.map((one) => note(oneLine(one, LONGEST_NOTE)))}
  ${copy !== undefined && codeToCopy("In the target file", copy)}`;

const clausesOf = (ids: readonly string[]): Markup | false =>
  ids.length > 0 &&
  (ids.length <= FEW
    ? html`<div>${linksTo(ids)}</div>`
    : fold(countOf(ids.length, "clause"), html`<p>${linksTo(ids)}</p>`));
