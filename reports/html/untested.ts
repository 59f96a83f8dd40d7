import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { html, type Markup, section } from "../markup/elements.ts";
import { adviceFor } from "../words/advice.ts";
import type { Item } from "../words/blocks.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { groupBy, isLeft, isNotJudged, leftText, outcomesOf, reasonsOf } from "../words/tally.ts";
import { itemList, itemMarkup } from "./items.ts";

/** What has no verdict, by what a reader has to do; what the service or the network kept from it is in one box. */
export function untested(result: RunResult): Markup | false {
  const clauses = result.clauses.filter(isNotJudged);
  const [lost, others] = [true, false].map((isLost) =>
    clauses.filter(({ obstacle, cause }) => (obstacle === "network" || cause === "environment") === isLost),
  );
  const lead = outcomesOf(clauses).map(([outcome, size]) => `${count(size)} ${outcomeLabel(outcome)}`);
  return (
    clauses.length > 0 &&
    section(
      "not-tested",
      "Not tested",
      `${lead.join(", ")}: neither for nor against the service.`,
      html`${groupsOf(result, lost).map((item) => html`<div class="box">${itemMarkup(item)}</div>`)}
      ${itemList(groupsOf(result, others), "thing to do")}`,
    )
  );
}

const groupsOf = (result: RunResult, clauses: readonly ClauseResult[] = []): readonly Item[] =>
  groupBy(clauses, (clause) => JSON.stringify(adviceFor(clause)))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([, own]) => itemOf(result, own));

function itemOf(result: RunResult, own: readonly [ClauseResult, ...ClauseResult[]]): Item {
  const { text, entry } = adviceFor(own[0]);
  const ids = own.map(({ id }) => id);
  if (own[0].remedy?.kind === "runToItsEnd") {
    const why = oneLine(result.reason ?? "the run ended early");
    return { text: `${countOf(own.length, "clause")} not reached: ${why}.`, ids, notes: [`${text}.`] };
  }
  const notes = isLeft(own[0])
    ? [`${leftText(result)}.`]
    : reasonsOf(own).map((same) => `${countOf(same.ids.length, "clause")}: ${same.reason}`);
  return { text, ids, notes, ...(entry === undefined ? {} : { copy: JSON.stringify(entry) }) };
}
