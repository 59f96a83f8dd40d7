import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { html, linksTo, type Markup, note, nothing, scrollingTable, section } from "../markup/elements.ts";
import { adviceForField } from "../words/advice.ts";
import { adviceLines } from "./not-judged.ts";
import { sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { bySection, groupBy } from "../words/tally.ts";

/** What the evidence is worth: fields without a value, every field in numbers. */
export function evidence({ clauses }: RunResult): Markup {
  const fields = clauses.filter(({ field }) => field !== undefined);
  return fields.length === 0
    ? nothing
    : section(
        "evidence",
        "What the evidence is worth",
        "A clause that was kept was kept in every case that was tried, no more. Here is what was seen too little of.",
        html`${weak(fields)} ${fieldTables(fields)}`,
      );
}

function weak(fields: readonly ClauseResult[]): Markup {
  const thin = fields.filter(({ field, outcome }) => outcome === "pass" && field?.notNull === 0);
  return thin.length === 0
    ? nothing
    : html`<h3 id="weak">Kept on weak evidence: ${countOf(thin.length, "field")}</h3>
        ${note("Null in every record that was seen: the form of a value was never looked at.")}
        <ul class="list reasons">
          ${groupBy(thin, ({ endpoint }) => endpoint).map(
            ([endpoint, own]) =>
              html`<li>${linksTo(own.map(({ id }) => id))} ${adviceLines(adviceForField(endpoint))}</li>`,
          )}
        </ul>`;
}

const fieldTables = (fields: readonly ClauseResult[]): Markup =>
  html`<h3 id="fields">Fields, and how often they were seen</h3>
    ${bySection(fields).map(
      ([number, own]) =>
        html`<details class="section">
          <summary>
            <h4>${number} ${sectionLabel(number)}</h4>
            <span class="tally">${countOf(own.length, "field")}</span>
          </summary>
          ${scrollingTable(`Fields of ${number}`, ["Field", "seen", "null", "not null"], own.map(fieldRow))}
        </details>`,
    )}`;

function fieldRow({ id, field }: ClauseResult): readonly (Markup | string)[] {
  const { seen, null: empty, notNull } = field ?? { seen: 0, null: 0, notNull: 0 };
  const remark = seen === 0 ? "never seen" : notNull === 0 ? "never with a value" : "";
  return [
    html`${linksTo([id])}${remark !== "" && html` <span class="note">${remark}</span>`}`,
    ...[seen, empty, notNull].map(count),
  ];
}
