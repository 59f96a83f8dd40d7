import { oneLine } from "../../engine/secrets/escape.ts";
import { badge, html, type Markup, note, pairs } from "../markup/elements.ts";
import { clauseMap } from "../markup/map.ts";
import { changesSince, deltaOf } from "../reading/changes.ts";
import { endpointLabel, outcomeLabel } from "../words/labels.ts";
import { count } from "../words/numbers.ts";
import { factsOf, verdictText } from "../words/run.ts";
import { byEndpoint, outcomesOf } from "../words/tally.ts";
import { before, type Column } from "./model.ts";

const VERDICT_COLOURS = { conforms: "pass", nonconforming: "fail", incomplete: "inconclusive" } as const;

/** A result in short: what it is of, its verdict, where it is going, and all of its clauses at a glance. */
export function card(column: Column, columns: readonly Column[], index: number): Markup {
  const { label, result, report } = column;
  const earlier = before(columns, column);
  const blocks = byEndpoint(result.clauses).map(([endpoint, clauses]) => ({
    name: endpointLabel(endpoint),
    clauses,
  }));
  return html`<li data-column="${index}">
    <h2>${report === undefined ? label : html`<a href="${report}">${label}</a>`}</h2>
    <p>${badge(VERDICT_COLOURS[result.verdict], verdictText(result))}</p>
    <p class="chips">
      ${outcomesOf(result.clauses).map(([outcome, size]) => badge(outcome, `${count(size)} ${outcomeLabel(outcome)}`))}
    </p>
    ${earlier && note(`Since ${oneLine(earlier.name, 80)}: ${deltaOf(changesSince(earlier.result, result))}`)}
    ${pairs("facts", [
      ...(result.embedded === true ? [["Of", "the embedded reference"] as const] : []),
      ...factsOf(result),
      ["Suite", oneLine(result.suite.version, 40)],
    ])}
    ${clauseMap(blocks, (id) => `#row-${id}`)}
  </li>`;
}
