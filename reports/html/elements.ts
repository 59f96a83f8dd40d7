import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import type { Outcome } from "../../engine/model/clause-results.ts";
import { oneLine, UNCUT } from "../../engine/secrets/escape.ts";
import type { Block, Item } from "../words/blocks.ts";
import type { Line } from "../words/explain.ts";
import { outcomeLabel } from "../words/labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";

/** A piece of a page, made by the template tag `html`, which escapes every value that is not markup. */
export type Markup = ReturnType<typeof html>;

export { html };

export const section = ({ id, title, lead }: Omit<Block, "items">, content: Markup): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${noteText(lead)} ${content}
  </section>`;

export const foldedBlock = (
  summary: string,
  content: Markup | readonly Markup[],
  open = false,
  kind: "" | " evidence" | " others" = "",
): Markup =>
  html`<details class="more${kind}" ${open ? "open" : ""}>
    <summary>${summary}</summary>
    ${content}
  </details>`;

export const badge = (outcome: Outcome, text: string = outcomeLabel(outcome)): Markup =>
  html`<span class="badge ${outcome}">${text}</span>`;

/** The form that the script of the page shows and applies. `size`: the number of clauses; `keys`: the keyboard shortcuts. */
export function filters(
  size: number,
  outcomes: readonly (readonly [outcome: Outcome, size: number])[],
  keys: Markup | "" = "",
): Markup {
  const radio = (value: Outcome | "", text: string) =>
    html`<label
      ><input type="radio" name="outcome" value="${value}" ${value === "" ? "checked" : ""} /> ${text}</label
    >`;
  return html`<form id="filters" role="search" aria-label="Filter" autocomplete="off" hidden>
    ${radio("", `all ${countText(size)}`)}
    ${outcomes.map(([outcome, own]) => radio(outcome, `${outcomeLabel(outcome)} ${countText(own)}`))}
    <input
      type="search"
      name="text"
      aria-label="Text in the statement, id or endpoint of a clause"
      placeholder="Words, endpoint or id"
    />
    <span class="note" id="shown" role="status"></span>
    ${keys}
  </form>`;
}

export const pairs = (kind: string, facts: readonly (readonly [name: string, value: Markup | string])[]) =>
  html`<dl class="${kind}">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

export const labelled = (lines: readonly Line[]): Markup =>
  pairs(
    "lines",
    lines.map(({ label, text }) => [label, text]),
  );

export function linksTo(ids: readonly string[]): Markup {
  const links = html`${ids.map((id, index) => html`${index > 0 && ", "}<a href="#${id}"><code>${id}</code></a>`)}`;
  return ids.length > 5 ? foldedBlock(countOf(ids.length, "clause"), links) : links;
}

export const noteText = (text: Markup | string | undefined = ""): Markup | "" =>
  text && html`<p class="note">${text}</p>`;

/** With `copy`, the script of the page adds a button that copies the text. */
export const codeBlock = (caption: string, text: Markup | string, kind: "copy" | "" = ""): Markup =>
  html`<figure class="code ${kind}">
    <figcaption>${caption}</figcaption>
    <pre tabindex="0">${text}</pre>
  </figure>`;

export const itemList = (items: readonly Item[]): Markup =>
  html`<ul>
    ${items.map(
      ({ id, text, ids = [], lines = [], isPrevented }) =>
        html`<li ${id === undefined ? "" : html`id="${id}"`} class="${isPrevented && "box"}">
          ${oneLine(text)} ${ids.length > 0 && linksTo(ids)}
          ${lines.map((line) =>
            line.label === "entry"
              ? codeBlock("In the target file", line.text, "copy")
              : noteText(oneLine(line.text, line.label === "request" ? UNCUT : 2_000)),
          )}
        </li>`,
    )}
  </ul>`;

export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export function readAssets(files: readonly URL[]): PageAssets {
  const textsOf = (ending: string): readonly string[] =>
    files.filter(({ pathname }) => pathname.endsWith(ending)).map((url) => readFileSync(url, "utf8"));
  return { styles: textsOf(".css"), scripts: textsOf(".js") };
}

/** A page as a single file. Its content security policy allows only its own styles and scripts, so text of a target cannot run. */
export async function documentOf(title: string, { styles, scripts }: PageAssets, content: Markup) {
  const policy = `default-src 'none'; style-src ${sources(styles)}; script-src ${sources(scripts)}; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styles.map((style) => raw(`<style>${style}</style>`))}
      </head>
      <body>
        ${content} ${scripts.map((script) => raw(`<script>${script}</script>`))}
      </body>
    </html>`;
  return `${String(await page)}\n`;
}

const sources = (texts: readonly string[]): string =>
  texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ") || "'none'";
