import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import {
  badge,
  codeToCopy,
  html,
  type Markup,
  note,
  nothing,
  section,
  type Section,
} from "../markup/elements.ts";
import { placeInfo } from "../../schemas/places.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { operationLabel, outcomeLabel, sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { bySection, outcomesOf, tallyOf } from "../words/tally.ts";
import { roomFor, violations, type Room } from "../markup/violation.ts";

/** Every clause, section by section, in the order of the document. */
export function clauseList(result: RunResult): Section {
  const room = roomFor(result);
  const example = result.clauses[0]?.id ?? "4.4-…";
  const short = html` Some failures are shown in short: <code>results.json</code> has their answers too.`;
  const isCut = result.clauses.some((clause) => isShort(clause, room));
  return section(
    "clauses",
    "Clause by clause",
    html`In the order of the document. The address of a clause, such as <code>#${example}</code>, can be
      pasted into a ticket.${isCut && short}`,
    html`${filters(result)}
    ${bySection(result.clauses).map(([number, clauses]) => sectionBlock(number, clauses, room))}`,
  );
}

function filters({ clauses }: RunResult): Markup {
  return html`<form
    class="tools"
    id="filters"
    role="search"
    aria-label="Clauses"
    autocomplete="off"
    data-script
  >
    <fieldset class="chips">
      <legend class="visually-hidden">Outcome</legend>
      ${chip("", `All ${count(clauses.length)}`)}
      ${outcomesOf(clauses).map(([outcome, size]) => chip(outcome, `${outcomeLabel(outcome)} ${count(size)}`))}
    </fieldset>
    <div class="row">
      <input
        type="search"
        name="text"
        aria-label="Words of a clause or its id"
        placeholder="Words, or an id such as 4.4"
      />
      <span class="note" id="shown" role="status"></span>
      <button class="button" type="button" id="fold" aria-pressed="false">Unfold all</button>
    </div>
  </form>`;
}

/** A radio button, of which the one for all is chosen. */
const chip = (outcome: string, text: string): Markup =>
  html`<label
    ><input type="radio" name="outcome" value="${outcome}" ${outcome === "" ? "checked" : ""} /><span
      >${text}</span
    ></label
  >`;

function sectionBlock(number: string, clauses: readonly ClauseResult[], room: Room): Markup {
  const tally = outcomesOf(clauses).map(([outcome, size]) => `${count(size)} ${outcomeLabel(outcome)}`);
  return html`<details
    class="section"
    ${tallyOf(room.result.summary).judged > 0 ? "open" : ""}
    id="section-${number}"
  >
    <summary>
      <h3>${number} ${sectionLabel(number)}</h3>
      <span class="tally">${tally.join(" · ")}</span>
    </summary>
    ${clauses.map((clause) => clauseRow(clause, room))}
  </details>`;
}

function clauseRow(clause: ClauseResult, room: Room): Markup {
  const { id, outcome, statement } = clause;
  return html`<article class="clause ${outcome}${room.unfolded.has(id) ? " cause" : ""}" id="${id}">
    <details ${room.unfolded.has(id) ? "open" : ""}>
      <summary>
        ${badge(outcome)}<span class="statement"
          ><span>${oneLine(statement)}</span> <code class="id">${id}</code></span
        ><span class="cases">${evidence(clause)}</span>
      </summary>
      <div class="body">${body(clause, room)}</div>
    </details>
  </article>`;
}

const isShort = (clause: ClauseResult, { full }: Room): boolean =>
  clause.violations.length > 0 && !full.has(clause.id);

function body(clause: ClauseResult, room: Room): Markup {
  const { endpoint, outcome, reason, sample, origin } = clause;
  const why = outcome !== "fail" && outcome !== "known" && reason !== undefined;
  const found = origin === undefined ? "" : ` · the record was found through ${oneLine(origin)}`;
  return html`${why && html`<p>${oneLine(reason)}</p>`}${violations(clause, room)}
  ${clause.violations.length > 0 && saidBy(clause, room.result)} ${note(operationLabel(endpoint) + found)}
  ${sample !== undefined && !isShort(clause, room) && codeToCopy("A request that kept it", manyLines(sample))}`;
}

/** Where the document says it, and how its doubtful places are read: what one needs to disagree. */
function saidBy({ cites = [], readings = [] }: ClauseResult, { readings: texts = [] }: RunResult): Markup {
  const places = cites.flatMap((name) => placeInfo(name) ?? []);
  const leant = texts.filter(({ number }) => readings.includes(number));
  return places.length + leant.length === 0
    ? nothing
    : html`<p>
        ${
          places.length > 0 &&
          `The document says it in ${places.map(({ section: of, line, fact }) => `part ${of}, line ${line} (${fact})`).join("; ")}.`
        }
        ${leant.length > 0 && "Read as:"}
        ${leant.map(({ number, title }, index) => html`${index > 0 && ", "}<a href="#reading-${number}">${title}</a>`)}
      </p>`;
}

/** How often a clause was tried, or its field seen: a field that was always null proves less. */
function evidence({ outcome, cases, field, violations: { length: broken } }: ClauseResult): string {
  if (outcome === "notExercised") {
    return "";
  }
  if (field === undefined) {
    return countOf(cases, "case");
  }
  // Where null is what is wrong, it is evidence enough.
  if (field.seen > 0 && field.notNull === 0 && broken === 0) {
    return `seen ${countOf(field.seen, "time")}, always null: weak evidence`;
  }
  return `seen ${countOf(field.seen, "time")}${field.null > 0 ? `, ${count(field.null)} null` : ""}`;
}
