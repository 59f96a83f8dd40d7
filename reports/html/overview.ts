import type { RunResult, Verdict } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { serviceLabel, serviceOf } from "../words/labels.ts";
import { count, countOf, duration } from "../words/numbers.ts";
import {
  balanceOf,
  filesNote,
  oddities,
  ofReference,
  perService,
  shardNote,
  verdictText,
  type Balance,
} from "../words/tally.ts";
import { codeToCopy } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";

/** The verdict as a sentence about what was looked at: a service, or recorded answers. */
function headline(result: RunResult): string {
  const { verdict, files, embedded } = result;
  if (files !== undefined) {
    return verdict === "incomplete"
      ? "No verdict on the recorded answers"
      : `The recorded answers ${verdictText(result)
          .replace(/^conforms/, "conform")
          .replace("does not", "do not")}`;
  }
  const subject = embedded === true ? "The embedded reference" : "The service";
  return verdict === "incomplete" ? "The run is incomplete" : `${subject} ${verdictText(result)}`;
}

/** Strokes of the sign in front of the verdict. */
const SIGNS: Readonly<Record<Verdict, string>> = {
  conforms: "M7 12.5l3.4 3.4L17 9",
  nonconforming: "M8 8l8 8M16 8l-8 8",
  incomplete: "M12 6.5v7M12 17v.2",
};

/** The first screen: the verdict in words, the numbers behind it, what was judged, and how to run again. */
export function overview(result: RunResult): Markup {
  const balance = balanceOf(result.summary);
  return html`<header class="page">
    <div class="top">
      <span class="kicker">Conformance report${ofReference(result)}</span>
      <button class="button" type="button" data-theme-switch data-script>Light or dark</button>
    </div>
    <div class="hero">
      <div class="verdict ${result.verdict}">
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
          stroke-linejoin="round"
          aria-hidden="true"
        >
          <circle cx="12" cy="12" r="11" stroke-width="1.6" />
          <path d="${SIGNS[result.verdict]}" />
        </svg>
        <h1>${headline(result)}</h1>
      </div>
      <p class="lead">${verdictSentence(result)}</p>
      ${oddities(result).map((line) => html`<p class="note">Odd, and not judged: ${line}.</p>`)}
      ${sum(balance, result.summary.known)} ${bar(balance)}
      <div class="first">
        <div>${groups(result, balance)}</div>
        <div>${facts(result)}</div>
      </div>
      ${result.command === undefined ? nothing : codeToCopy(result.files === undefined ? "Run it again" : "Judge it again", manyLines(result.command))}
    </div>
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
      ? `${countOf(fail, "clause")} of the contract ${fail === 1 ? "is" : "are"} broken.${unexercised(result)}`
      : `No clause is broken, but ${countOf(inconclusive, "clause")} could not be decided, and the run was strict.`;
  }
  const deviations =
    known === 0
      ? ""
      : `, but for ${countOf(known, "known deviation")}, which ${known === 1 ? "was" : "were"} set aside`;
  return `Every clause that could be judged was kept${deviations}.${unexercised(result)}`;
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

/** Three numbers that add up. */
function sum({ kept, broken, notJudged }: Balance, known: number): Markup {
  const accepted = known === 0 ? "" : `, ${count(known)} of them known`;
  const sign = (text: string): Markup => html`<span class="sign" aria-hidden="true">${text}</span>`;
  return html`<div class="sum">
    ${term("kept", kept, "judged and kept")} ${sign("+")}
    ${term("broken", broken, `judged and broken${accepted}`)} ${sign("+")}
    ${term("open", notJudged, "not judged")} ${sign("=")}
    ${term("all", kept + broken + notJudged, "clauses in all")}
  </div>`;
}

function term(name: string, size: number, text: string): Markup {
  return html`<dl class="${name}">
    <dt>${text}</dt>
    <dd>${count(size)}</dd>
  </dl>`;
}

function bar({ kept, broken, notJudged }: Balance): Markup {
  const all = Math.max(1, kept + broken + notJudged);
  const ends = [kept, kept + broken, kept + broken + notJudged].map((size) => (size / all) * 100);
  const piece = (name: string, from: number, to: number): Markup =>
    html`<rect class="${name}" x="${from.toFixed(2)}%" width="${(to - from).toFixed(2)}%" height="100%" />`;
  return html`<svg class="bar" aria-hidden="true">
    ${piece("kept", 0, ends[0] ?? 0)} ${piece("broken", ends[0] ?? 0, ends[1] ?? 0)}
    ${piece("open", ends[1] ?? 0, ends[2] ?? 0)}
  </svg>`;
}

function groups({ clauses }: RunResult, all: Balance): Markup {
  return html`<table class="groups">
    <caption class="visually-hidden">
      Clauses by group
    </caption>
    <thead>
      <tr>
        <th scope="col">Group</th>
        <th scope="col"><span class="long">judged and </span>kept</th>
        <th scope="col"><span class="long">judged and </span>broken</th>
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
  </table>`;
}

function numbers({ kept, broken, notJudged }: Balance): Markup {
  return html`<td>${count(kept)}</td>
    <td>${count(broken)}</td>
    <td>${count(notJudged)}</td>
    <td>${count(kept + broken + notJudged)}</td>`;
}

/** Which profiles were applied. */
function profilesOf({ profiles = [] }: RunResult): string | undefined {
  return profiles.length === 0 ? undefined : profiles.map(({ name }) => oneLine(name)).join(", ");
}

function facts(result: RunResult): Markup {
  const { statusUrl, baseUrl, verifyUrl } = result.target;
  const offline = result.files !== undefined;
  const rows: readonly (readonly [string, Markup | string | undefined])[] = [
    ["Status page", statusUrl],
    ["Ledger queries", baseUrl],
    ["Verification", verifyUrl],
    ["When", when(result.startedAt)],
    ["Answers", offline ? "recorded, and judged offline: nothing was sent" : undefined],
    ["From", filesNote(result)],
    ["Seed", offline ? undefined : String(result.seed)],
    ["Level", offline ? undefined : `${result.level}${strictly(result)}`],
    ["Strict", offline && result.strict === true ? STRICT : undefined],
    ["Shard", shardNote(result)],
    [offline ? "Looked at" : "Requests", offline ? countOf(result.requests, "answer") : requestsOf(result)],
    ["Duration", duration(result.durationMs)],
    ["Profiles", profilesOf(result)],
    ["Suite", `${oneLine(result.suite.name)} ${oneLine(result.suite.version)}`],
  ];
  return html`<dl class="facts">
    ${rows.map(([name, value]) =>
      value === undefined
        ? nothing
        : html`<dt>${name}</dt>
            <dd>${typeof value === "string" ? oneLine(value) : value}</dd>`,
    )}
  </dl>`;
}

/** How many requests were sent; how many of them again, and how long the rate held them back. */
function requestsOf({ requests, bill }: RunResult): string {
  const again = bill.retries > 0 ? `, ${count(bill.retries)} of them again` : "";
  const waited = bill.waitedMs >= 1 ? `; ${duration(bill.waitedMs)} spent waiting for the rate` : "";
  return count(requests) + again + waited;
}

/** A time in UTC; the script puts the reader's own in front of it. */
function when(startedAt: string): Markup {
  const utc = `${oneLine(startedAt).slice(0, 19).replace("T", " ")} UTC`;
  return html`<time datetime="${startedAt}" data-local>${utc}</time>`;
}

const STRICT = "inconclusive clauses count as broken";

function strictly({ strict }: RunResult): string {
  return strict === true ? `, strict: ${STRICT}` : "";
}
