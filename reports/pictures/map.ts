import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { html, type Markup } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { tallyClauses } from "../words/tally.ts";

type Mapped = Pick<ClauseResult, "id" | "statement" | "outcome">;

/** Clauses that stand together under a name, which may lead somewhere. */
export interface MapBlock {
  readonly name: string;
  readonly href?: string;
  readonly clauses: readonly Mapped[];
}

/** Clauses at a glance: a link for each, which is called by its id, its outcome and what it says. */
export const clauseMap = (blocks: readonly MapBlock[], href: (id: string) => string): Markup =>
  html`${blocks.map(
    ({ name, href: to, clauses }) =>
      html`<div class="block">
        ${
          to === undefined
            ? html`<span class="of">${name}${failures(clauses)}</span>`
            : html`<a class="of" href="${to}">${name}${failures(clauses)}</a>`
        }
        <div class="cells">
          ${clauses.map(
            ({ id, outcome, statement }) =>
              html`<a
                class="${outcome}"
                href="${href(id)}"
                title="${id}, ${outcomeLabel(outcome)}: ${oneLine(statement, 200)}"
              ></a>`,
          )}
        </div>
      </div>`,
  )}`;

function failures(clauses: readonly Mapped[]): Markup | false {
  const { failed } = tallyClauses(clauses);
  return failed > 0 && html` <span class="bad">✘ ${count(failed)}</span>`;
}
