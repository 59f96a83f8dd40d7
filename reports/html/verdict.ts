import type { OddMatter, RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, codeToCopy, fold, html, type Markup, pairs, scrollingTable } from "../markup/elements.ts";
import type { Changes } from "../reading/changes.ts";
import { blocksOf, type Block } from "../words/blocks.ts";
import { outcomeLabel, serviceNames } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { factsOf, ofReference, runFacts, verdictText } from "../words/run.ts";
import { endpointTable, givenIn, outcomesOf, perService } from "../words/tally.ts";
import { itemList } from "./items.ts";

const SIGNS = { conforms: "✔", nonconforming: "✘", incomplete: "!" } as const;
/** What is told of a run beside its clauses, a line each. */
const LINES = ["changes", "known", "known-to-look-at", "files", "profiles"];

/** The first part: the verdict, of what and when, how much was judged, and what changed. */
export function verdictPart(result: RunResult, since: Changes | undefined): Markup {
  const { verdict, command, files } = result;
  const { head, rows, all } = endpointTable(result);
  const lines = blocksOf(result, since).filter(({ id }) => LINES.includes(id));
  return html`<header class="page">
    <p class="kicker">Conformance report${ofReference(result)}</p>
    <h1 class="${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${headline(result)}</h1>
    <p class="lead">${sentence(result)}</p>
    ${(result.odd ?? []).map(oddLine)}
    <ul class="counts">
      ${outcomesOf(result.clauses).map(
        ([outcome, size]) => html`<li>${badge(outcome, `${count(size)} ${outcomeLabel(outcome)}`)}</li>`,
      )}
    </ul>
    ${pairs("facts", factsOf(result))}
    <div class="printed">${lines.map(line)}</div>
    ${fold(
      "Endpoints, settings, and how to run it again",
      html`${scrollingTable("Clauses by endpoint", ["Endpoint", ...head], [...rows, all])}
      ${pairs("facts", runFacts(result))}
      ${command !== undefined && codeToCopy(files === undefined ? "Run it again" : "Check it again", manyLines(command))}`,
    )}
  </header>`;
}

/** What is odd stands beside the verdict, with requests that show it. */
const oddLine = ({ text, curls }: OddMatter): Markup =>
  fold(
    `Odd, but no failure: ${oneLine(text, 1_000)}`,
    html`${curls.map((curl) => codeToCopy("Request", manyLines(curl)))}`,
  );

/** A line that says all that there is to say is no fold. */
function line({ id, title, items, noun }: Block): Markup {
  const [first, ...others] = items;
  const told = id === "changes" ? (first?.text ?? "") : `${title}: ${countOf(items.length, noun)}`;
  const shown = id === "changes" && (first?.notes ?? []).length === 0 ? others : items;
  return html`<div id="${id}">
    ${shown.length === 0 ? html`<p class="note">${oneLine(told)}</p>` : fold(oneLine(told), itemList(shown, noun))}
  </div>`;
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
  const { judged, all } = givenIn(result.clauses).tally;
  const { reason = "the reason is not recorded" } = result;
  if (result.verdict === "incomplete") {
    return `No verdict was reached: ${oneLine(reason)}.`;
  }
  if (result.verdict === "nonconforming") {
    const undecided = inconclusive > 0 && `${countOf(inconclusive, "clause")} could not be decided`;
    return fail > 0
      ? `${count(fail)} of ${countOf(all, "clause")} failed.${extent(result)}`
      : `No clause failed, but ${undecided || oneLine(reason)}, and the run was strict.`;
  }
  const those = judged === all ? `All ${countOf(all, "clause")}` : "All that were tested";
  const deviations = known === 0 ? "" : `, but for ${countOf(known, "known deviation")}`;
  return `${those} passed${deviations}.${silence(result)}`;
}

function extent(result: RunResult): string {
  const { judged, all } = givenIn(result.clauses).tally;
  const part = judged === all ? "" : ` ${count(judged)} were tested.`;
  return part + silence(result);
}

/** The services of which nothing was judged. */
function silence({ clauses }: RunResult): string {
  const silent = perService(clauses).filter(([, tally]) => tally.judged === 0);
  const names = serviceNames(silent.map(([service]) => service));
  const whose = silent.length === 1 ? "its" : "their";
  return silent.length === 0 ? "" : ` Nothing is said about ${names}: none of ${whose} clauses was tested.`;
}
