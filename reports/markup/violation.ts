import type {
  ClauseResult,
  Excerpt,
  PageFacts,
  ReportedExchange as Exchange,
  Violation,
} from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { badge, code, codeToCopy, fold, html, labelled, linksTo, type Markup, note } from "./elements.ts";
import { walkPicture } from "../pictures/walk.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { explainPlace, pointerText, problemOf } from "../words/explain.ts";
import { count, countOf } from "../words/numbers.ts";
import { causesOf } from "../reading/causes.ts";

/** How much of a result one page shows, so that a page of a thousand failures still opens at once. */
export type Room = ReturnType<typeof roomFor>;

const MOST_VIOLATIONS = 600;
const MOST_OF_ONE = 8;
/** Clauses whose evidence is shown in full: few where so many are broken. */
const MANY = 200;
const MOST_FULL = 40;
const FEWEST_FULL = 3;
/** Violations of one clause that are shown in full. */
const FULL_OF_ONE = 2;
const MOST_UNFOLDED = 3;
/** Requests that are shown beside the one that breaks a rule. */
const MOST_BESIDE = 3;
/** Exchanges that are unfolded from the start. */
const FEW = 4;
/** Characters: of a line of an excerpt, of a body, of one among several. */
const LONGEST_LINE = 500;
/** A little more than a result holds of a body. */
const LONGEST_BODY = 4_100;
const LONGEST_OF_MANY = 600;
/** Characters of a body that are shown beside what was expected: more of it is a wall. */
const BEGINNING = 600;
/** Characters of a text where a violation is shown in short. */
const SHORT = 300;

/** The room that each failure of a result has: those that stand for a cause come first. */
export function roomFor(result: RunResult) {
  const failing = result.clauses.filter((clause) => clause.violations.length > 0);
  const perClause = Math.floor(MOST_VIOLATIONS / Math.max(1, failing.length));
  const causes = causesOf(result);
  const inTurn = new Set([...causes.map(({ clause }) => clause.id), ...failing.map(({ id }) => id)]);
  return {
    result,
    /** Violations of one clause; the result file has all. */
    violations: Math.max(1, Math.min(MOST_OF_ONE, perClause)),
    /** Clauses that are shown with answer, exchanges and pictures; of the others the place and the request are shown. */
    full: new Set([...inTurn].slice(0, failing.length > MANY ? FEWEST_FULL : MOST_FULL)),
    /** The clause that stands for the cause of a broken one. */
    leads: new Map(causes.flatMap(({ clause, also }) => also.map((id) => [id, clause.id]))),
    /** Clauses that are unfolded from the start: those that stand for the first causes. */
    unfolded: new Set(causes.slice(0, MOST_UNFOLDED).map(({ clause }) => clause.id)),
  };
}

export function violations(clause: ClauseResult, room: Room): Markup {
  const more = clause.violations.length - room.violations;
  const lead = room.leads.get(clause.id);
  return html`${lead !== undefined && note(html`It follows from ${linksTo([lead])}.`)}
  ${clause.violations.slice(0, room.violations).map((violation, index) => {
    const box = violationBox(clause, violation, room.full.has(clause.id) && index < FULL_OF_ONE);
    const what = problemOf(clause, violation) ?? violation.pointer;
    const title = violation.path === "" ? what : `${what} (${violation.path})`;
    return index === 0 ? box : fold(`Seen too: ${oneLine(title, 160)}`, box);
  })}${more > 0 && note(html`${count(more)} more of other kinds: see <code>results.json</code>.`)}`;
}

function violationBox(clause: ClauseResult, violation: Violation, isFull: boolean): Markup {
  const { known, origin, exchanges = [] } = violation;
  const told = labelled(explainPlace(clause, violation, isFull ? undefined : SHORT));
  const request = requestOf(violation);
  return html`<div class="violation${known === undefined ? "" : " known"}">
    ${
      isFull
        ? html`${told} ${walkPicture(violation)} ${request} ${answer(violation)}
          ${exchanges.length > 1 && exchangeList(exchanges)} ${note(drawn(violation))}
          ${note(origin && `The record was found through ${oneLine(origin)}.`)}`
        : html`${told} ${request}`
    }
  </div>`;
}

/** The request that shows a departure, or all that show it together, to be copied. */
export function requestOf({ curl, exchanges = [] }: Violation): Markup {
  const beside = exchanges
    .filter((exchange) => exchange.beside === true)
    .slice(0, MOST_BESIDE)
    .map((exchange) => exchange.curl);
  const caption =
    beside.length > 0
      ? "The requests that show it, seen together"
      : exchanges.length > 1
        ? "The request that shows it"
        : "Smallest request";
  return codeToCopy(caption, manyLines([...beside, curl].join("\n")));
}

function answer(violation: Violation): Markup {
  const { response, excerpt, expected, pointer, difference } = violation;
  if (excerpt === undefined && difference?.got === undefined) {
    const isShort = response.body.length <= BEGINNING;
    const start = bodyText(response.body, BEGINNING);
    const place =
      pointer !== "" && html`<span class="here">◀ the place is ${pointerText(pointer, 160)}</span>`;
    const wanted = difference === undefined ? oneLine(expected, 600) : excerptLines(difference.expected);
    return html`${sideBySide(violation, wanted, html`<span class="whole">${start}</span>`, place)}
    ${!isShort && fold("More of the response", code("Body", bodyText(response.body, LONGEST_BODY)))}`;
  }
  const fields = Object.entries(response.headers).map(([name, value]) => oneLine(`${name}: ${value}`));
  const body = bodyText(response.body, LONGEST_BODY);
  const told =
    excerpt &&
    code(`Actual: status ${response.status}, with the place marked`, excerptLines(excerpt, expected));
  const two =
    difference?.got && sideBySide(violation, excerptLines(difference.expected), excerptLines(difference.got));
  return html`${told}${two}
  ${fold("The response as it came", html`${code("Header fields", fields.join("\n"))} ${code("Body", body)}`)}`;
}

/** What was expected beside what came. */
function sideBySide(
  { response }: Violation,
  expected: Markup | string,
  came: Markup,
  place: Markup | false = false,
): Markup {
  const type = oneLine(response.headers["content-type"] ?? "no Content-Type", 80);
  return html`<div class="beside">
    ${code("Expected", expected)} ${code(html`Actual: status ${response.status}, ${type} ${place}`, came)}
  </div>`;
}

/** The surroundings of a place, which is marked, with what was expected there. */
function excerptLines({ lines, marked }: Excerpt, expected = ""): Markup {
  const shown = lines.map((line) => oneLine(line, LONGEST_LINE));
  const place = shown[marked] ?? "";
  const text = place.trimStart();
  const sign = html` <span class="here">◀ expected ${oneLine(expected, 160)}</span>`;
  return html`<span class="excerpt"
    >${shown.slice(0, marked).map((line) => `${line}\n`)}${place.slice(0, place.length - text.length)}<mark>${text}</mark>${expected !== "" && sign}${shown.slice(marked + 1).map((line) => `\n${line}`)}</span
  >`;
}

function exchangeList(exchanges: readonly Exchange[]): Markup {
  const total = exchanges.at(-1)?.number ?? exchanges.length;
  const items = exchanges.map((exchange, index) => {
    const left = exchange.number - (exchanges[index - 1]?.number ?? 0) - 1;
    return html`${gap(left)}${exchangeItem(exchange)}`;
  });
  return fold(
    exchanges.length === total
      ? `${total === 2 ? "Both" : `All ${count(total)}`} exchanges, in the order of sending`
      : `${count(exchanges.length)} of ${count(total)} exchanges show it, in the order of sending`,
    html`<ol class="exchanges">
      ${items}
    </ol>`,
    exchanges.length <= FEW,
  );
}

const gap = (left: number) => left > 0 && html`<li class="gap">… ${count(left)} more</li>`;

function exchangeItem({ number, curl, status, body, page, breaks, beside }: Exchange): Markup {
  const sign = breaks
    ? html` ${badge("fail", "this one does not meet the clause")}`
    : beside && html` <span class="badge">seen together with this one</span>`;
  return html`<li class="${breaks && "breaks"}">
    <strong>${count(number)}. Status ${status}</strong>${sign}
    <pre>${manyLines(curl)}</pre>
    ${page === undefined ? html`<pre class="answer" tabindex="0">${bodyText(body, LONGEST_OF_MANY)}</pre>` : note(pageText(page))}
  </li>`;
}

/** A page of a list in one line: its rows say more than the beginning of its JSON. */
function pageText({ rows, first = "", last = "", next = "absent" }: PageFacts): string {
  const span = rows === 0 ? "" : rows === 1 ? `: ${first}` : `: ${first} to ${last}`;
  return oneLine(`${countOf(rows, "row")}${span}; next: ${next}`, 400);
}

/** The case that showed it, and the seed that made it. */
const drawn = ({ seed, path }: Violation): string =>
  path === "" ? "" : `Case ${oneLine(path, 160)}, seed ${seed}.`;

/** A body as far as there is room for it. */
export const bodyText = (body: string, most: number): string =>
  body === "" ? "(empty body)" : manyLines(body, most);
