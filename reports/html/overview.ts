import type { RunResult } from "../../engine/model/results.ts";
import { codeToCopy, fold, html, type Markup, note, pairs, scrollingTable } from "../markup/elements.ts";
import { deltaOf, type Changes } from "../reading/changes.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { serviceLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { factsOf, oddities, ofReference, utcOf, verdictText } from "../words/run.ts";
import { endpointTable, perService, tallyOf, tallyParts, type Tally } from "../words/tally.ts";

/** The verdict as a sentence about what was looked at: a service, or recorded answers. */
function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  if (files !== undefined) {
    return verdict === "incomplete"
      ? "No verdict on the recorded answers"
      : `The recorded answers ${verdictText(result, "many")}`;
  }
  const subject = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete" ? "The run is incomplete" : `${subject} ${verdictText(result)}`;
}

const SIGNS = { conforms: "✔", nonconforming: "✘", incomplete: "!" } as const;

/** The first screen: the verdict, how much was judged; folded away, what was asked and how to run again. */
export function overview(result: RunResult, since?: Changes): Markup {
  const tally = tallyOf(result.summary);
  const { command } = result;
  const about = pairs("facts", [["When", utcOf(result)], ...factsOf(result)]);
  return html`<header class="page">
    <p class="kicker">Conformance report${ofReference(result)}</p>
    <div class="verdict ${result.verdict}">
      <span class="sign" aria-hidden="true">${SIGNS[result.verdict]}</span>
      <h1>${headline(result)}</h1>
    </div>
    <p class="lead">
      ${verdictSentence(result)}${since && html` <a href="#changes">Since the earlier run</a>: ${deltaOf(since)}.`}
    </p>
    ${oddities(result).map((line) => note(`Odd, and not judged: ${line}.`))} ${sum(tally)}
    ${fold(
      "Endpoints, settings, and how to run it again",
      html`<div class="first">${byEndpointTable(result)} ${about}</div>
        ${command !== undefined && codeToCopy(result.files === undefined ? "Run it again" : "Judge it again", manyLines(command))}`,
    )}
  </header>`;
}

function verdictSentence(result: RunResult): string {
  const { fail, known, inconclusive } = result.summary;
  if (result.verdict === "incomplete") {
    return `No verdict was reached: ${oneLine(result.reason ?? "the reason is not recorded")}.`;
  }
  if (result.verdict === "nonconforming") {
    return fail > 0
      ? `${countOf(fail, "clause")} of the contract ${fail === 1 ? "is" : "are"} broken.${extent(result)}`
      : `No clause is broken, but ${countOf(inconclusive, "clause")} could not be decided, and the run was strict.`;
  }
  const deviations =
    known === 0
      ? ""
      : `, but for ${countOf(known, "known deviation")}, which ${known === 1 ? "was" : "were"} set aside`;
  return `Every clause that could be judged was kept${deviations}.${extent(result)}`;
}

/** How much was judged, and which services not at all. */
function extent({ clauses, summary }: RunResult): string {
  const { judged, all } = tallyOf(summary);
  const part = judged === all ? "" : ` ${count(judged)} of ${countOf(all, "clause")} were judged.`;
  const silent = perService(clauses).filter(([, tally]) => tally.judged === 0);
  const names = silent.map(([service]) => serviceLabel(service).toLowerCase()).join(" and ");
  const whose = silent.length === 1 ? "its" : "their";
  return silent.length === 0
    ? part
    : `${part} Nothing is said about ${names}: none of ${whose} clauses was judged.`;
}

function sum(tally: Tally): Markup {
  const term = (size: number, text: string): Markup =>
    html`<dl class="${text.replace(" ", "-")}">
      <dt>${text}</dt>
      <dd>${count(size)}</dd>
    </dl>`;
  return html`<div class="sum">
    ${tallyParts(tally).map(([size, name]) => term(size, name))} ${term(tally.all, "in all")}
  </div>`;
}

function byEndpointTable(result: RunResult): Markup {
  const { head, rows, all } = endpointTable(result);
  return scrollingTable("Clauses by endpoint", ["Endpoint", ...head], [...rows, all]);
}
