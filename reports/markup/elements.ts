import type { Outcome } from "../../engine/model/clause-results.ts";
import { outcomeLabel } from "../words/labels.ts";
import { html, type Markup } from "./markup.ts";

const SIGNS: Readonly<Record<Outcome, string>> = {
  pass: "✔",
  fail: "✘",
  known: "≈",
  inconclusive: "?",
  notExercised: "–",
};

/** The sign of an outcome. */
export function signOf(outcome: Outcome): string {
  return SIGNS[outcome];
}

/** An outcome as a sign, a word and a colour. */
export function badge(outcome: Outcome): Markup {
  return html`<span class="badge ${outcome}"
    ><span aria-hidden="true">${SIGNS[outcome]}</span> ${outcomeLabel(outcome)}</span
  >`;
}

/** A text to copy, with a caption; it was made harmless by the caller. */
export function codeToCopy(caption: Markup | string, text: string): Markup {
  return html`<figure class="code">
    <figcaption><span>${caption}</span>${copyButton()}</figcaption>
    <pre>${text}</pre>
  </figure>`;
}

/** A text to look at, with a caption; where it is long it scrolls, by keyboard too. */
export function code(caption: Markup | string, text: Markup | string): Markup {
  return html`<figure class="code">
    <figcaption><span>${caption}</span></figcaption>
    <pre tabindex="0">${text}</pre>
  </figure>`;
}

function copyButton(): Markup {
  return html`<button class="button" type="button" data-copy data-script>Copy</button>`;
}

/** A table that scrolls by itself where it is wider than the screen; the first column heads the rows. */
export function scrollingTable(caption: string, head: readonly string[], rows: readonly Markup[]): Markup {
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
        ${rows}
      </tbody>
    </table>
  </div>`;
}
