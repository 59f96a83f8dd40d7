import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { badge, codeToCopy, html, type Markup, note, nothing, section } from "../markup/elements.ts";
import { placeInfo } from "../../schemas/places.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { endpointLabel, operationLabel, outcomeLabel, sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { byEndpoint, bySection, outcomesOf } from "../words/tally.ts";
import { roomFor, violations, type Room } from "../markup/violation.ts";
import { type Marks, marksOf } from "./marks.ts";

/** Every clause, section by section, in the order of the document; what has no failure is folded. */
export function clauseList(result: RunResult, marks: Marks): Markup {
  const room = roomFor(result);
  const isCut = result.clauses.some((clause) => isShort(clause, room));
  return section(
    "clauses",
    "Clauses",
    html`In the order of the document; a section without a failure is folded.
    ${isCut && html`Some failures are shown in short: <code>results.json</code> has their responses too.`}`,
    html`${filters(result, marks)}
    ${bySection(result.clauses).map(([number, clauses]) => sectionBlock(number, clauses, room, marks))}`,
  );
}

function filters({ clauses }: RunResult, marks: Marks): Markup {
  const outcomes = outcomesOf(clauses).map(
    ([outcome, size]) => [outcome, `${outcomeLabel(outcome)} ${count(size)}`] as const,
  );
  const changed = clauses.filter(({ id }) => marks.has(id)).length;
  const chips = [
    ["", `All ${count(clauses.length)}`] as const,
    ...outcomes,
    ...(changed === 0 ? [] : [["changed", `changed ${count(changed)}`] as const]),
  ];
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
      ${chips.map(
        ([value, text]) =>
          html`<label
            ><input type="radio" name="outcome" value="${value}" ${value === "" ? "checked" : ""} /><span
              >${text}</span
            ></label
          >`,
      )}
    </fieldset>
    <div class="row">
      <input
        type="search"
        name="text"
        aria-label="Words of a clause or its id"
        placeholder="Words, or an id such as 4.4"
      />
      ${choice(
        "endpoint",
        byEndpoint(clauses).map(([endpoint]) => [endpoint, endpointLabel(endpoint)]),
      )}
      ${choice(
        "section",
        bySection(clauses).map(([number]) => [`section-${number}`, `${number} ${sectionLabel(number)}`]),
      )}
    </div>
    <div class="row">
      <button class="button" type="button" id="unfold" aria-pressed="false">Unfold all</button>
      <span class="note" id="shown" role="status"></span>
    </div>
  </form>`;
}

const choice = (name: string, options: readonly (readonly [value: string, text: string])[]): Markup =>
  html`<select name="${name}" aria-label="${name}">
    <option value="">Every ${name}</option>
    ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
  </select>`;

function sectionBlock(number: string, clauses: readonly ClauseResult[], room: Room, marks: Marks): Markup {
  const tally = outcomesOf(clauses).map(([outcome, size]) => `${count(size)} ${outcomeLabel(outcome)}`);
  return html`<details
    class="section"
    ${clauses.some(({ outcome }) => outcome === "fail") ? "open" : ""}
    id="section-${number}"
  >
    <summary>
      <h3>${number} ${sectionLabel(number)}</h3>
      <span class="note">${tally.join(" · ")}</span>
    </summary>
    ${clauses.map((clause) => clauseRow(clause, room, marks))}
  </details>`;
}

function clauseRow(clause: ClauseResult, room: Room, marks: Marks): Markup {
  const { id, outcome, statement, endpoint } = clause;
  return html`<article
    class="clause ${outcome}${marks.has(id) ? " changed" : ""}"
    id="${id}"
    data-endpoint="${endpoint}"
  >
    <details ${room.unfolded.has(id) ? "open" : ""}>
      <summary>
        ${badge(outcome)} ${marksOf(marks, [id])}
        <span class="statement"><span>${oneLine(statement)}</span> <code class="id">${id}</code></span>
        <span class="cases">${evidence(clause)}</span>
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
  ${sample !== undefined && !isShort(clause, room) && codeToCopy("A request that passed", manyLines(sample))}`;
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
