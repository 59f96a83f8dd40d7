import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { html, type Markup } from "./elements.ts";

/** Clauses that stand together under a name, which may be a link. */
export interface MapBlock {
  readonly name: Markup | string;
  readonly clauses: readonly Pick<ClauseResult, "id" | "statement" | "outcome">[];
}

/** Clauses at a glance: a link for each, which is called by its id, its outcome and what it says. */
export const clauseMap = (blocks: readonly MapBlock[], href: (id: string) => string): Markup =>
  html`${blocks.map(({ name, clauses }) => {
    const failed = clauses.filter(({ outcome }) => outcome === "fail").length;
    return html`<div>${name} ${failed > 0 && html`<span class="wrong">✘ ${count(failed)}</span>`}</div>
      <div class="cells">
        ${clauses.map(
          ({ id, outcome, statement }) =>
            html`<a
              class="${outcome}"
              href="${href(id)}"
              title="${id}, ${outcomeLabel(outcome)}: ${oneLine(statement, 200)}"
            ></a>`,
        )}
      </div>`;
  })}`;
