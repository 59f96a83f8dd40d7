import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, codeToCopy, fold, html, itemList, type Markup, pairs } from "../markup/elements.ts";
import type { Block } from "../words/blocks.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { factsOf, ofReference, runFacts, verdictText } from "../words/run.ts";
import { givenIn, outcomesOf } from "../words/tally.ts";

const SIGNS = { conforms: "✔", nonconforming: "✘", incomplete: "!" } as const;

/** The first part: the verdict, of what and when, how much was judged, and what else there is to say of the run. */
export function verdictPart(result: RunResult, blocks: readonly Block[]): Markup {
  const { verdict, command, files } = result;
  const lines = blocks.filter(({ id }) => id !== "not-judged");
  return html`<header>
    <p class="note">Conformance report${ofReference(result)}</p>
    <h1 class="${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${headline(result)}</h1>
    <p class="lead">${sentence(result)}</p>
    <ul class="chips">
      ${outcomesOf(result.clauses).map(
        ([outcome, size]) => html`<li>${badge(outcome, `${count(size)} ${outcomeLabel(outcome)}`)}</li>`,
      )}
    </ul>
    ${pairs("facts", factsOf(result))}
    ${lines.map(
      ({ id, title, items, noun }) =>
        html`<div id="${id}">
          ${fold(oneLine(id === "changes" ? title : `${title} · ${count(items.length)}`), itemList(items, noun))}
        </div>`,
    )}
    ${fold(
      "Settings, and how to run it again",
      html`${pairs("facts", runFacts(result))}
      ${command !== undefined && codeToCopy(files === undefined ? "Run it again" : "Check it again", manyLines(command))}`,
    )}
  </header>`;
}

/** The verdict as a sentence about what was looked at: a service, or recorded answers. */
function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  if (files !== undefined) {
    return verdict === "incomplete"
      ? "No verdict on the recorded responses"
      : `The recorded responses ${verdictText(result, "many")}`;
  }
  const subject = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete" ? "The run is incomplete" : `${subject} ${verdictText(result)}`;
}

function sentence(result: RunResult): string {
  const { fail, known, inconclusive } = result.summary;
  const { judged, all } = givenIn(result.clauses);
  const { reason = "the reason is not recorded" } = result;
  if (result.verdict === "incomplete") {
    return `No verdict was reached: ${oneLine(reason)}.`;
  }
  if (result.verdict === "nonconforming" && fail === 0) {
    const undecided = inconclusive > 0 && `${countOf(inconclusive, "clause")} could not be decided`;
    return `No clause failed, but ${undecided || oneLine(reason)}, and the run was strict.`;
  }
  const part = judged === all ? "" : ` ${count(judged)} were tested.`;
  const deviations = known === 0 ? "" : `, but for ${countOf(known, "known deviation")}`;
  const those = judged === all ? `All ${countOf(all, "clause")}` : "All that were tested";
  return result.verdict === "nonconforming"
    ? `${count(fail)} of ${countOf(all, "clause")} failed.${part}`
    : `${those} passed${deviations}.`;
}
