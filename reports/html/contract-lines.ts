import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { html, type Markup } from "./elements.ts";
import type { Item } from "../words/blocks.ts";
import { groupBy } from "../../engine/model/model.ts";
import { sectionLabel, tallyOf } from "../words/labels.ts";

export function contractLinks(
  { contract = [], interpretations = [] }: ClauseResult,
  { interpretations: texts = [] }: RunResult,
): Markup {
  const lines = groupBy(contract, (line) => contractLines.get(line)).flatMap(([of, own]) =>
    own.map((line, at) => html`<a href="#line-${line}">${at === 0 && `section ${of}, line `}${line}</a>`),
  );
  const read = texts
    .filter(({ number }) => interpretations.includes(number))
    .map(({ number, title }) => html`<a href="#interpretation-${number}" title="${title}">${number}</a>`);
  const commas = (links: readonly Markup[]): Markup =>
    html`${links.map((link, index) => html`${index > 0 && ", "}${link}`)}`;
  return html`${commas(lines)}${read.length > 0 && html`${lines.length > 0 && "; "}${read.length === 1 ? "interpretation" : "interpretations"} ${commas(read)}`}`;
}

/** The lines of the contract that violated clauses test. `ids`: all clauses of the line that did not pass. */
export function contractItems({ clauses }: RunResult): readonly Item[] {
  const violated = clauses.flatMap(({ violations, contract = [] }) =>
    violations.length > 0 ? contract : [],
  );
  return [...new Set(violated)]
    .toSorted((a, b) => a - b)
    .map((line) => {
      const own = clauses.filter(({ contract = [] }) => contract.includes(line));
      const section = contractLines.get(line) ?? "";
      return {
        id: `line-${line}`,
        text: `Line ${line}, section ${section} ${sectionLabel(section)}: ${tallyOf(own).join(", ")}`,
        ids: own.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id),
      };
    });
}
