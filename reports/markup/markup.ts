import { html, raw } from "hono/html";

/** A piece of a page: everything put into it by `html` was escaped. */
export type Markup = ReturnType<typeof html>;

export { html };

/** Nothing at all. */
export const nothing: Markup = raw("");

/** Our own text that is markup already: style sheets, never anything from a target. */
export const trusted = (text: string): Markup => raw(text);

/** A piece that is there only under a condition. */
export function when(condition: boolean, piece: () => Markup): Markup {
  return condition ? piece() : nothing;
}
