import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { placeInfo } from "../../schemas/places.ts";
import { badge, choice, codeToCopy, html, type Markup, note, nothing, section } from "../markup/elements.ts";
import type { Changes } from "../reading/changes.ts";
import { endpointLabel, operationLabel, outcomeLabel, sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { byEndpoint, bySection, outcomesOf, tallyOf } from "../words/tally.ts";
import { roomFor, violations, type Room } from "./violation.ts";

/** What changed of clauses since an earlier run, by id. */
export type Marks = ReadonlyMap<string, string>;

export const marksSince = (since: Changes | undefined): Marks =>
  new Map(since?.groups.flatMap(({ label, clauses }) => clauses.map(({ id }) => [id, label] as const)));

export function markOf(marks: Marks, id: string): Markup | false {
  const label = marks.get(id);
  return label !== undefined && badge("changed", label.toLowerCase());
}

/** Every clause, section by section, in the order of the document; what has no failure is folded. */
export function clauseList(result: RunResult, marks: Marks): Markup {
  const room = roomFor(result);
  const isCut = result.clauses.some((clause) => isShort(clause, room));
  return section(
    "clauses",
    "Clauses",
    html`In the order of the document; a section without a failure is folded.
    ${isCut && html`Some failures are shown in short: <code>results.json</code> has their responses too.`}`,
    html`${filters(result.clauses)}
    ${bySection(result.clauses).map(([number, clauses]) => sectionBlock(number, clauses, room, marks))}`,
  );
}

function filters(clauses: readonly ClauseResult[]): Markup {
  const outcomes = outcomesOf(clauses).map(
    ([outcome, size]) => [outcome, `${outcomeLabel(outcome)} ${count(size)}`] as const,
  );
  return html`<form id="filters" role="search" aria-label="Clauses" autocomplete="off" data-script>
    ${choice("Outcome", "outcome", [["", `All ${count(clauses.length)}`], ...outcomes])}
    <input
      type="search"
      name="text"
      aria-label="Words of a clause or its id"
      placeholder="Words, or an id such as 4.4"
    />
    ${list(
      "endpoint",
      byEndpoint(clauses).map(([endpoint]) => [endpoint, endpointLabel(endpoint)]),
    )}
    ${list(
      "section",
      bySection(clauses).map(([number]) => [`section-${number}`, `${number} ${sectionLabel(number)}`]),
    )}
    <button type="button" id="unfold">Unfold all</button>
    <span class="note" id="shown" role="status"></span>
  </form>`;
}

const list = (name: string, options: readonly (readonly [value: string, text: string])[]): Markup =>
  html`<select name="${name}" aria-label="${name}">
    <option value="">Every ${name}</option>
    ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
  </select>`;

function sectionBlock(number: string, clauses: readonly ClauseResult[], room: Room, marks: Marks): Markup {
  return html`<details
    class="section"
    ${clauses.some(({ outcome }) => outcome === "fail") ? "open" : ""}
    id="section-${number}"
  >
    <summary>
      <h3>${number} ${sectionLabel(number)}</h3>
      <span class="note">${tallyOf(clauses).join(" · ")}</span>
    </summary>
    ${clauses.map((clause) => clauseRow(clause, room, marks))}
  </details>`;
}

function clauseRow(clause: ClauseResult, room: Room, marks: Marks): Markup {
  const { id, outcome, statement, endpoint } = clause;
  return html`<article class="clause ${outcome}" id="${id}" data-endpoint="${endpoint}">
    <details ${room.unfolded.has(id) ? "open" : ""}>
      <summary>
        ${badge(outcome)} ${markOf(marks, id)}
        <span class="statement">${oneLine(statement)} <code class="note">${id}</code></span>
        <span class="note">${evidence(clause)}</span>
      </summary>
      ${body(clause, room)}
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
  const told = places.map(({ section: of, line, fact }) => `part ${of}, line ${line} (${fact})`);
  const leant = texts.filter(({ number }) => readings.includes(number));
  return told.length + leant.length === 0
    ? nothing
    : html`<p>
        ${told.length > 0 && `The document says it in ${told.join("; ")}.`} ${leant.length > 0 && "Read as:"}
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
