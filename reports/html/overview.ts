import type { RunResult, Verdict } from "../../engine/results.ts";
import { manyLines, oneLine } from "../escape.ts";
import { serviceLabel, serviceOf } from "../labels.ts";
import { count, countOf } from "../numbers.ts";
import { balanceOf, billOf, costOf, perService, type Balance } from "../tally.ts";
import { html, when, type Markup } from "./markup.ts";

const HEADLINES: Readonly<Record<Verdict, string>> = {
  conforms: "The service conforms",
  nonconforming: "The service does not conform",
  incomplete: "The run is incomplete",
};

/** The first screen: the verdict in words, the numbers behind it, and how to run again. */
export function overview(result: RunResult): Markup {
  const balance = balanceOf(result.summary);
  return html`<header>
    <p class="kicker">Conformance report · ${oneLine(result.suite.name)} ${oneLine(result.suite.version)}</p>
    <h1 class="verdict ${result.verdict}">${HEADLINES[result.verdict]}</h1>
    <p class="lead">${verdictSentence(result)}</p>
    ${bar(balance)} ${groups(result, balance)} ${facts(result)}
    ${when(
      result.command !== undefined,
      () =>
        html`<p class="kicker">Run it again</p>
          <pre>${manyLines(result.command ?? "")}</pre>`,
    )}
  </header>`;
}

/** What the verdict says, in words. */
export function verdictSentence(result: RunResult): string {
  const { fail, known, inconclusive } = result.summary;
  if (result.verdict === "incomplete") {
    return `No verdict was reached: ${oneLine(result.reason ?? "the reason is not recorded")}.`;
  }
  if (result.verdict === "nonconforming") {
    return fail > 0
      ? `${countOf(fail, "clause")} of the contract ${fail === 1 ? "is" : "are"} broken.`
      : `No clause is broken, but ${countOf(inconclusive, "clause")} could not be decided, and the run was strict.`;
  }
  const deviations = known > 0 ? ` ${countOf(known, "known deviation")} were met and set aside.` : "";
  return `Every clause that could be judged was kept.${deviations}${unexercised(result)}`;
}

function unexercised({ clauses }: RunResult): string {
  const judged = new Set(
    clauses
      .filter(({ outcome }) => outcome !== "notExercised" && outcome !== "inconclusive")
      .map((clause) => serviceOf(clause.endpoint)),
  );
  const silent = perService(clauses).filter(({ service }) => !judged.has(service));
  const names = silent.map(({ service }) => serviceLabel(service).toLowerCase()).join(" and ");
  return silent.length === 0 ? "" : ` Nothing is said about ${names}: no clause of it was judged.`;
}

function bar({ kept, broken, notJudged }: Balance): Markup {
  return html`<div class="bar" aria-hidden="true">
    ${barPart("kept", kept)}${barPart("broken", broken)}${barPart("open", notJudged)}
  </div>`;
}

function barPart(name: string, size: number): Markup {
  return when(size > 0, () => html`<span class="${name}" style="flex-grow: ${String(size)}"></span>`);
}

function groups({ clauses }: RunResult, all: Balance): Markup {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Clauses</th>
          <th scope="col">judged and kept</th>
          <th scope="col">judged and broken</th>
          <th scope="col">not judged</th>
          <th scope="col">in all</th>
        </tr>
      </thead>
      <tbody>
        ${perService(clauses).map(
          ({ service, balance }) =>
            html`<tr>
              <th scope="row">${serviceLabel(service)}</th>
              ${numbers(balance)}
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          ${numbers(all)}
        </tr>
      </tfoot>
    </table>
  </div>`;
}

function numbers({ kept, broken, notJudged }: Balance): Markup {
  return html`<td>${count(kept)}</td>
    <td>${count(broken)}</td>
    <td>${count(notJudged)}</td>
    <td>${count(kept + broken + notJudged)}</td>`;
}

function facts(result: RunResult): Markup {
  const { statusUrl, baseUrl, verifyUrl } = result.target;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Status page", statusUrl],
    ["Ledger queries", baseUrl],
    ["Verification", verifyUrl],
    ["Started", `${result.startedAt.slice(0, 19).replace("T", " ")} UTC`],
    ["Asked", `${costOf(result)}, at level ${result.level}${strictly(result)}`],
    ["Bill", billOf(result)],
    ["Seed", String(result.seed)],
  ];
  return html`<dl class="facts">
    ${rows.map(([name, value]) =>
      when(
        value !== undefined,
        () =>
          html`<dt>${name}</dt>
            <dd>${oneLine(value ?? "")}</dd>`,
      ),
    )}
  </dl>`;
}

function strictly({ strict }: RunResult): string {
  return strict === true ? ", strict: inconclusive clauses count as broken" : "";
}
