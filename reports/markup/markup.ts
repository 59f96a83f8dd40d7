import { html, raw } from "hono/html";

/** A piece of a page: everything put into it by `html` was escaped. */
export type Markup = ReturnType<typeof html>;

export { html };

/** Nothing at all. */
export const nothing: Markup = raw("");

/** Our own text that is markup already: style sheets, never anything from a target. */
export const trusted = (text: string): Markup => raw(text);

/** Pieces with a space between them, so that what is copied does not run together. */
export function spaced(pieces: readonly Markup[]): Markup {
  return html`${pieces.flatMap((piece) => [piece, "\n"])}`;
}
