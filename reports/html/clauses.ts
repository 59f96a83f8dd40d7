import type { ClauseResult, FieldEvidence, Outcome } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { summarize } from "../../engine/model/results.ts";
import { allureLink } from "../allure/ids.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { operationLabel, outcomeLabel, sectionLabel, serviceLabel, serviceOf } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { badge, codeToCopy } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { partsOf, type Part } from "./parts.ts";
import { roomFor, type Beside, type Room } from "./violation.ts";
import { violations } from "./violation.ts";

/** Outcomes in the order in which a reader asks for them. */
const ORDER: readonly Outcome[] = ["fail", "known", "inconclusive", "notExercised", "pass"];

type Frame = Room & Beside;

/** Every clause, part by part and section by section, in the order of the document. */
export function clauseList(result: RunResult, beside: Beside): Markup {
  const room: Frame = { ...roomFor(result), ...beside };
  return html`<section id="clauses" aria-labelledby="clauses-title">
    <h2 id="clauses-title">Clause by clause</h2>
    <p class="lead">
      In the order of the document. The address of a clause, such as
      <code>#${result.clauses[0]?.id ?? "4.4-…"}</code>, can be pasted into a ticket.
    </p>
    ${filters(result)} ${partsOf(result).map((part) => partBlock(part, result, room))}
  </section>`;
}

function filters({ clauses, summary }: RunResult): Markup {
  const services = SERVICE_NAMES.filter((service) =>
    clauses.some(({ endpoint }) => serviceOf(endpoint) === service),
  );
  const outcomes = ORDER.filter((outcome) => summary[outcome] > 0);
  return html`<form
    class="tools"
    id="filters"
    role="search"
    aria-label="Clauses"
    autocomplete="off"
    data-script
  >
    <div class="row">
      <fieldset class="chips">
        <legend class="visually-hidden">Outcome</legend>
        ${chip("outcome", "", `All ${count(clauses.length)}`, true)}
        ${outcomes.map((outcome) => chip("outcome", outcome, `${outcomeLabel(outcome)} ${count(summary[outcome])}`))}
      </fieldset>
    </div>
    <div class="row">
      <input
        type="search"
        name="text"
        aria-label="Words of a clause or its id"
        placeholder="Words, or an id such as 4.4"
      />
      ${
        services.length < 2
          ? html`<input type="hidden" name="group" value="" />`
          : html`<fieldset class="chips">
              <legend class="visually-hidden">Group</legend>
              ${chip("group", "", "All groups", true)}
              ${services.map((service) => chip("group", service, serviceLabel(service)))}
            </fieldset>`
      }
    </div>
    <div class="row">
      <span class="note" id="shown" role="status"></span>
      <span class="again">
        <button class="button" type="button" id="fold" aria-pressed="false">Unfold all</button>
        <button class="button" type="button" id="clear">Clear filters</button>
      </span>
    </div>
  </form>`;
}

function chip(name: string, value: string, text: string, checked = false): Markup {
  return html`<label
    ><input type="radio" name="${name}" value="${value}" ${checked ? "checked" : ""} /><span
      >${text}</span
    ></label
  >`;
}

function partBlock({ part, title, sections, matters }: Part, result: RunResult, room: Frame): Markup {
  const observed = html`<a href="#open-${part}">${countOf(matters, "open matter")}</a>`;
  return html`<div class="part">
    <h3 id="part-${part}">Part ${part} · ${title}</h3>
    ${
      sections.length === 0
        ? html`<p class="note">
            Nothing in this part can be judged. What the service does is observed: ${observed}.
          </p>`
        : sections.map(({ section, clauses }) => sectionBlock(section, clauses, result, room))
    }
  </div>`;
}

function sectionBlock(
  section: string,
  clauses: readonly ClauseResult[],
  result: RunResult,
  room: Frame,
): Markup {
  const summary = summarize(clauses);
  const tally = ORDER.filter((outcome) => summary[outcome] > 0).map(
    (outcome) => `${count(summary[outcome])} ${outcomeLabel(outcome)}`,
  );
  return html`<details class="section" open id="section-${section}">
    <summary>
      <h4>${section} ${sectionLabel(section)}</h4>
      <span class="tally">${tally.join(" · ")}</span>
    </summary>
    ${clauses.map((clause) => clauseRow(clause, result, room))}
  </details>`;
}

function clauseRow(clause: ClauseResult, result: RunResult, room: Frame): Markup {
  const { id, outcome, endpoint } = clause;
  const open = room.unfolded.has(id) ? "open" : "";
  return html`<article
    class="clause ${outcome}"
    id="${id}"
    data-outcome="${outcome}"
    data-group="${serviceOf(endpoint)}"
  >
    <details ${open}>
      <summary>${head(clause)}</summary>
      <div class="body">${body(clause, result, room)}</div>
    </details>
    <a class="permalink" href="#${id}" aria-label="Link to ${id}">#</a>
  </article>`;
}

function head({ id, outcome, statement, cases, field }: ClauseResult): Markup {
  return html`${badge(outcome)}<span class="statement"
      ><span>${oneLine(statement)}</span> <code class="id">${id}</code></span
    ><span class="cases">${evidence(outcome, cases, field)}</span>`;
}

function body(clause: ClauseResult, result: RunResult, room: Frame): Markup {
  const { id, endpoint, outcome, reason, sample, origin } = clause;
  const why = outcome !== "fail" && outcome !== "known" && reason !== undefined;
  return html`${why ? html`<p>${oneLine(reason)}</p>` : nothing}${violations(clause, result, room)}
    <p class="note">
      ${operationLabel(endpoint)}${origin === undefined ? "" : ` · the record was found through ${oneLine(origin)}`}${
        room.allure ? html` · <a href="${allureLink(id)}">its test in the Allure report</a>` : nothing
      }
    </p>
    ${sample === undefined ? nothing : codeToCopy("A request that kept it", manyLines(sample))}`;
}

/** How often a clause was tried, or its field seen: a field that was always null proves less. */
function evidence(outcome: Outcome, cases: number, field: FieldEvidence | undefined): string {
  if (outcome === "notExercised") {
    return "";
  }
  if (field === undefined) {
    return countOf(cases, "case");
  }
  if (field.seen > 0 && field.notNull === 0) {
    return `seen ${countOf(field.seen, "time")}, always null: weak evidence`;
  }
  return `seen ${countOf(field.seen, "time")}${field.null > 0 ? `, ${count(field.null)} null` : ""}`;
}
