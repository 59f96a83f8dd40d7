import { html, type Markup } from "./markup.ts";

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
