import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import {
  badge,
  codeToCopy,
  fold,
  html,
  linksTo,
  type Markup,
  note,
  nothing,
  section,
} from "../markup/elements.ts";
import { adviceFor, type Advice } from "../words/advice.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { count, countOf } from "../words/numbers.ts";
import { groupBy, isLeft, isNotJudged, leftText, reasonsOf, tallyOf } from "../words/tally.ts";

/** Pieces of advice that are shown at once: what has most clauses judged comes first. */
const FIRST = 3;

/** What to give to have more judged, by what a reader has to do; where nothing was judged, what to check. */
export function toAdd(result: RunResult): Markup {
  const { clauses, summary } = result;
  const { judged, notJudged, all } = tallyOf(summary);
  if (notJudged === 0) {
    return nothing;
  }
  const items = groupBy(clauses.filter(isNotJudged), (clause) => JSON.stringify(adviceFor(clause)))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([, own]) => item(own, result));
  return section(
    "not-judged",
    judged === 0 ? "What to check" : "To have more judged",
    `${count(notJudged)} of ${countOf(all, "clause")} ${notJudged === 1 ? "was" : "were"} not judged. That counts neither for nor against the service.`,
    html`${list(items.slice(0, FIRST))}
    ${items.length > FIRST && fold(`${countOf(items.length - FIRST, "more thing")} to give`, list(items.slice(FIRST)))}`,
  );
}

const list = (items: readonly Markup[]): Markup =>
  html`<ul class="list reasons">
    ${items}
  </ul>`;

function item(clauses: readonly [ClauseResult, ...ClauseResult[]], result: RunResult): Markup {
  const [first] = clauses;
  const ids = clauses.map(({ id }) => id);
  const left = isLeft(first) ? leftText(result) : undefined;
  return html`<li>
    ${adviceLines(adviceFor(first))} ${left === undefined ? reasonLines(clauses) : note(`${left}.`)}
    ${fold(countOf(ids.length, "clause"), html`<p>${linksTo(ids)}</p>`, ids.length <= 3)}
  </li>`;
}

const reasonLines = (clauses: readonly ClauseResult[]): readonly Markup[] =>
  reasonsOf(clauses).map(
    ({ first: { outcome }, reason, ids }) =>
      html`<p>${badge(outcome)} ${count(ids.length)}: ${oneLine(reason, 400)}</p>`,
  );

/** A piece of advice, with what to write into the target file where there is such. */
const adviceLines = ({ text, entry }: Advice): Markup =>
  entry === undefined ? note(`${text}.`) : codeToCopy(text, JSON.stringify(entry));
