import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { html, type Markup } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { outcomeLabel, sectionLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { bySection, tallyClauses } from "../words/tally.ts";

type Mapped = Pick<ClauseResult, "id" | "section" | "statement" | "outcome">;

/** All clauses at a glance: by section a link for each, which is called by its id, its outcome and what it says. */
export const clauseMap = (
  clauses: readonly Mapped[],
  { href, sectionHref }: Readonly<Record<"href" | "sectionHref", (id: string) => string>>,
): Markup =>
  html`${bySection(clauses).map(
    ([number, own]) =>
      html`<div class="block">
        <a class="of" href="${sectionHref(number)}">${number} ${sectionLabel(number)}${failures(own)}</a>
        <div class="cells">
          ${own.map(
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
