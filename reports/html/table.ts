import { html, type Markup } from "./markup.ts";

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
