import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, code, fold, html, itemList, type Markup, note, pairs } from "../markup/elements.ts";
import type { Block } from "../words/blocks.ts";
import { outcomeLabel, outcomesOf } from "../words/labels.ts";
import { count, countOf } from "../../engine/model/model.ts";
import { factsOf, ofReference, verdictText } from "../words/run.ts";

const SIGNS = { conforms: "✔", nonconforming: "✘", incomplete: "!" } as const;

/** The first part: the verdict, of what and when, how much was judged, and what else there is to say of the run. */
export function verdictPart(result: RunResult, blocks: readonly Block[]): Markup {
  const { verdict, command } = result;
  return html`<header>
    <p class="note">Conformance report${ofReference(result)}</p>
    <h1 class="${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${headline(result)}</h1>
    ${note(because(result))}
    <p>
      ${outcomesOf(result.clauses).map(([outcome, size]) => html`${badge(outcome, `${count(size)} ${outcomeLabel(outcome)}`)} `)}
    </p>
    ${pairs("facts", factsOf(result))}
    ${blocks
      .filter(({ id }) => id !== "not-judged")
      .map(
        ({ id, title, items }) =>
          html`<div id="${id}">${fold(oneLine(`${title} · ${count(items.length)}`), itemList(items))}</div>`,
      )}
    ${command !== undefined && fold("How to run it again", code("In a shell", manyLines(command), "copy"))}
  </header>`;
}

/** The verdict as a sentence about what was looked at. */
function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  const service = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete"
    ? "The run is incomplete"
    : `${files === undefined ? service : "The recording"} ${verdictText(result)}`;
}

/** What no clause tells: why there is no verdict, or what fails a strict run. */
function because({ verdict, reason, summary }: RunResult): string | undefined {
  if (verdict === "nonconforming" && summary.fail === 0) {
    const undecided = `${countOf(summary.inconclusive, "clause")} could not be decided`;
    return `No clause failed, but ${oneLine(reason ?? undecided)}, and the run was strict.`;
  }
  return reason && `Because ${oneLine(reason)}`;
}
