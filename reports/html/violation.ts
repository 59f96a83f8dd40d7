import type { ClauseResult, Excerpt, Violation } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { code, codeToCopy, fold, html, labelled, linksTo, type Markup, note } from "../markup/elements.ts";
import { causesOf } from "../reading/causes.ts";
import { bodyText, explainPlace, problemOf } from "../words/explain.ts";
import { count } from "../words/numbers.ts";
import { exchangeList } from "./exchanges.ts";

/** How much of a result one page shows, so that a page of a thousand failures still opens at once. */
export type Room = ReturnType<typeof roomFor>;

const MOST_VIOLATIONS = 600;
const MOST_OF_ONE = 8;
/** Clauses whose evidence is shown in full. */
const MOST_FULL = 40;
const MOST_UNFOLDED = 3;
/** Requests that are shown beside the one that breaks a rule. */
const MOST_BESIDE = 3;
/** Characters: of a line of an excerpt, and a little more than a result holds of a body. */
const LONGEST_LINE = 500;
const LONGEST_BODY = 4_100;
/** Characters of a body that are shown beside what was expected: more of it is a wall. */
const BEGINNING = 600;
/** Characters of a text where a violation is shown in short. */
const SHORT = 300;

/** The room that each failure of a result has: those that stand for a cause come first. */
export function roomFor(result: RunResult) {
  const failing = result.clauses.filter((clause) => clause.violations.length > 0);
  const causes = causesOf(result);
  const inTurn = new Set([...causes.map(({ clause }) => clause.id), ...failing.map(({ id }) => id)]);
  return {
    result,
    /** Violations of one clause; the result file has all. */
    violations: Math.max(1, Math.min(MOST_OF_ONE, Math.floor(MOST_VIOLATIONS / failing.length))),
    /** Clauses that are shown with response and exchanges; of the others the place and the request are shown. */
    full: new Set([...inTurn].slice(0, MOST_FULL)),
    /** Clauses that are unfolded from the start: those that stand for the first causes. */
    unfolded: new Set(causes.slice(0, MOST_UNFOLDED).map(({ clause }) => clause.id)),
  };
}

export function violations(clause: ClauseResult, room: Room): Markup {
  const { follows } = clause;
  const more = clause.violations.length - room.violations;
  return html`${follows !== undefined && note(html`It follows from ${linksTo([follows])}.`)}
  ${clause.violations.slice(0, room.violations).map((violation, index) => {
    const box = violationBox(clause, violation, room.full.has(clause.id) && index === 0);
    const what = problemOf(clause, violation) ?? violation.pointer;
    const title = violation.path === "" ? what : `${what} (${violation.path})`;
    return index === 0 ? box : fold(`Seen too: ${oneLine(title, 160)}`, box);
  })}${more > 0 && note(html`${count(more)} more of other kinds: see <code>results.json</code>.`)}`;
}

function violationBox(clause: ClauseResult, violation: Violation, isFull: boolean): Markup {
  const { known, origin, path, seed } = violation;
  return html`<div class="box violation${known !== undefined && " known"}">
    ${labelled(explainPlace(clause, violation, isFull ? undefined : SHORT))} ${requestOf(violation)}
    ${
      isFull &&
      html`${exchangeList(violation)} ${answer(violation)}
      ${path !== "" && note(`Case ${oneLine(path, 160)}, seed ${seed}.`)}
      ${origin !== undefined && note(`The record was found through ${oneLine(origin)}.`)}`
    }
  </div>`;
}

/** The request that shows a departure, or all that show it together, to be copied. */
export function requestOf({ curl, exchanges = [] }: Violation): Markup {
  const beside = exchanges.filter((exchange) => exchange.beside === true).slice(0, MOST_BESIDE);
  const caption =
    beside.length > 0
      ? "The requests that show it, seen together"
      : exchanges.length > 1
        ? "The request that shows it"
        : "Smallest request";
  return codeToCopy(caption, manyLines([...beside.map((one) => one.curl), curl].join("\n")));
}

/** What came, with the place marked; beside it what was expected, where that is a whole body or a sentence. */
function answer({ response, excerpt, expected, difference }: Violation): Markup {
  const fields = Object.entries(response.headers).map(([name, value]) => oneLine(`${name}: ${value}`));
  const type = oneLine(response.headers["content-type"] ?? "no Content-Type", 80);
  const caption = `Actual: status ${response.status}, ${type}`;
  const wanted = difference === undefined ? oneLine(expected, 600) : excerptLines(difference.expected);
  const came = difference?.got ? excerptLines(difference.got) : bodyText(response.body, BEGINNING);
  const whole = fold(
    "The response as it came",
    html`${code("Header fields", fields.join("\n"))} ${code("Body", bodyText(response.body, LONGEST_BODY))}`,
  );
  return excerpt === undefined
    ? html`<div class="beside">${code("Expected", wanted)} ${code(caption, came)}</div>
        ${whole}`
    : html`${code(`${caption}, with the place marked`, excerptLines(excerpt, oneLine(expected, 160)))}
      ${whole}`;
}

/** The surroundings of a place, which is marked, with what was expected there. */
function excerptLines({ lines, marked }: Excerpt, expected = ""): Markup {
  const shown = lines.map((line) => oneLine(line, LONGEST_LINE));
  const place = shown[marked] ?? "";
  const text = place.trimStart();
  const sign = html` <span class="wrong">◀ expected ${expected}</span>`;
  return html`${shown.slice(0, marked).map((line) => `${line}\n`)}${place.slice(0, place.length - text.length)}<mark>${text}</mark>${expected !== "" && sign}${shown.slice(marked + 1).map((line) => `\n${line}`)}`;
}
