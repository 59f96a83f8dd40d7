import type {
  ClauseResult,
  Excerpt,
  PageFacts,
  ReportedExchange,
  Violation,
} from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { badgeText, code, codeToCopy, fold, labelled, note } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";
import { walkPicture } from "../pictures/walk.ts";
import { replayCommand } from "../words/command-line.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { explainPlace, pointerText, problemOf } from "../words/explain.ts";
import { count, countOf } from "../words/numbers.ts";

/** How much of a result one page shows, so that a page of a thousand failures still opens at once. */
export interface Room {
  /** Violations of one clause; the result file has all. */
  readonly violations: number;
  /** Characters of the body of an answer. */
  readonly body: number;
  /** Exchanges of a rule over several answers, around the one that breaks it, and characters of the body of each. */
  readonly exchanges: number;
  readonly exchange: number;
  /** Whether there is room for pictures. */
  readonly pictures: boolean;
  /** Clauses that are unfolded from the start: the first broken ones. */
  readonly unfolded: ReadonlySet<string>;
}

const MOST_UNFOLDED = 50;
/** Violations of a page that has pictures of them. */
const MOST_PICTURES = 200;
/** Requests that are shown beside the one that breaks a rule. */
const MOST_BESIDE = 3;
/** Exchanges that are unfolded from the start. */
const FEW = 4;
/** Characters of a line of an excerpt. */
const LONGEST_LINE = 500;
/** Characters of a body that are shown beside what was expected: more of it is a wall. */
const BEGINNING = 600;
/** Where a body has less room than this, it is left out beside its excerpt. */
const WHOLE = 1_500;

/** The room that each failure of a result has. */
export function roomFor({ clauses }: Pick<RunResult, "clauses">): Room {
  const failing = clauses.filter((clause) => clause.violations.length > 0);
  const share = (all: number, parts: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, Math.floor(all / Math.max(1, parts))));
  const perClause = share(600, failing.length, 1, 8);
  const shown = failing.reduce((sum, clause) => sum + Math.min(perClause, clause.violations.length), 0);
  const broken = clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
  return {
    violations: perClause,
    body: share(600_000, shown, 300, 4_000),
    exchanges: share(1_200, shown, 3, 9),
    exchange: share(80_000, shown, 120, 600),
    pictures: shown <= MOST_PICTURES,
    unfolded: new Set(broken.slice(0, MOST_UNFOLDED)),
  };
}

/** Everything that is shown of the violations of a clause. */
export function violations(clause: ClauseResult, result: RunResult, room: Room): Markup {
  const more = clause.violations.length - room.violations;
  return html`${clause.violations.slice(0, room.violations).map((violation, index) => {
    const box = violationBox(clause, violation, result, room);
    const what = problemOf(clause, violation) ?? violation.pointer;
    const title = violation.path === "" ? what : `${what} (${violation.path})`;
    return index === 0 ? box : fold(`Another departure: ${oneLine(title, 160)}`, box);
  })}${more > 0 ? note(html`${count(more)} more of other kinds: see <code>results.json</code>.`) : nothing}`;
}

function violationBox(clause: ClauseResult, violation: Violation, result: RunResult, room: Room): Markup {
  const { known, curl, origin, exchanges = [] } = violation;
  const beside = exchanges
    .filter((exchange) => exchange.beside === true)
    .slice(0, MOST_BESIDE)
    .map((exchange) => exchange.curl);
  return html`<div class="violation ${known === undefined ? "" : "known"}">
    ${labelled(explainPlace(clause, violation))} ${room.pictures ? walkPicture(violation) : nothing}
    ${codeToCopy(caption(exchanges, beside), manyLines([...beside, curl].join("\n")))}
    ${answer(violation, room)} ${exchanges.length > 1 ? exchangeList(exchanges, room) : nothing}
    ${again(clause, violation, result)} ${note(origin && `The record was found through ${oneLine(origin)}.`)}
  </div>`;
}

function caption(exchanges: readonly ReportedExchange[], beside: readonly string[]): string {
  return beside.length > 0
    ? "The requests that show it, seen together"
    : exchanges.length > 1
      ? "The request that shows it"
      : "Smallest request";
}

/** The answer: the place with its surroundings where there is one, and the whole of it behind a fold. */
function answer({ response, excerpt, expected, pointer }: Violation, room: Room): Markup {
  const status = `status ${response.status}`;
  const body = bodyText(response.body, room.body);
  if (excerpt === undefined) {
    const type = oneLine(response.headers["content-type"] ?? "no Content-Type", 80);
    const isShort = response.body.length <= BEGINNING;
    const meant = pointer === "" ? "the whole of it is meant" : `the place is ${pointerText(pointer, 160)}`;
    const start = bodyText(response.body, Math.min(room.body, BEGINNING));
    return html`<div class="beside">
        ${code("Expected", oneLine(expected, 600))}
        ${code(
          html`Got: ${status}, ${type}
          ${isShort || pointer !== "" ? html`<span class="here">◀ ${meant}</span>` : nothing}`,
          html`<span class="whole">${start}</span>`,
        )}
      </div>
      ${isShort || room.body < WHOLE ? nothing : fold("More of the answer", code("Body", body))}`;
  }
  const fields = Object.entries(response.headers).map(([name, value]) => oneLine(`${name}: ${value}`));
  return html`${code(`Answer: ${status}, with the place marked`, excerptLines(excerpt, expected))}
  ${
    room.body < WHOLE
      ? nothing
      : fold("The answer as it came", html`${code("Header fields", fields.join("\n"))} ${code("Body", body)}`)
  }`;
}

function excerptLines({ lines, marked }: Excerpt, expected: string): Markup {
  const shown = lines.map((line) => oneLine(line, LONGEST_LINE));
  const place = shown[marked] ?? "";
  const text = place.trimStart();
  return html`<span class="excerpt"
    >${shown.slice(0, marked).map((line) => `${line}\n`)}${place.slice(0, place.length - text.length)}<mark
      >${text}</mark
    >
    <span class="here">◀ expected ${oneLine(expected, 160)}</span>${shown
      .slice(marked + 1)
      .map((line) => `\n${line}`)}</span
  >`;
}

function exchangeList(exchanges: readonly ReportedExchange[], room: Room): Markup {
  const total = exchanges.at(-1)?.number ?? exchanges.length;
  const breaking = exchanges.find(({ breaks }) => breaks === true)?.number ?? 0;
  const distance = ({ number, breaks, beside }: ReportedExchange): number =>
    breaks === true ? -2 : beside === true ? -1 : Math.abs(number - breaking);
  const shown = exchanges
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, room.exchanges)
    .toSorted((a, b) => a.number - b.number);
  const items = shown.map((exchange, index) => {
    const left = exchange.number - (shown[index - 1]?.number ?? 0) - 1;
    return html`${gap(left)}${exchangeItem(exchange, room)}`;
  });
  return fold(
    `${total === 2 ? "Both" : `All ${count(total)}`} exchanges, in the order in which they were sent`,
    html`<ol class="exchanges">
      ${items} ${gap(total - (shown.at(-1)?.number ?? total))}
    </ol>`,
    exchanges.length <= FEW,
  );
}

function gap(left: number): Markup {
  return left > 0 ? html`<li class="gap">… ${count(left)} more</li>` : nothing;
}

function exchangeItem(
  { number, curl, status, body, page, breaks, beside }: ReportedExchange,
  room: Room,
): Markup {
  const sign =
    breaks === true
      ? html` <span class="badge fail">${badgeText("fail", "this one breaks the rule")}</span>`
      : beside === true
        ? html` <span class="badge">seen together with this one</span>`
        : nothing;
  return html`<li class="${breaks === true ? "breaks" : ""}">
    <strong>${count(number)}. Status ${String(status)}</strong>${sign}
    <pre>${manyLines(curl)}</pre>
    ${page === undefined ? html`<pre class="answer" tabindex="0">${bodyText(body, room.exchange)}</pre>` : note(pageText(page))}
  </li>`;
}

/** A page of a list in one line: its rows say more than the beginning of its JSON. */
function pageText({ rows, first = "", last = "", next = "absent" }: PageFacts): string {
  const span = rows === 0 ? "" : rows === 1 ? `: ${first}` : `: ${first} to ${last}`;
  return oneLine(`${countOf(rows, "row")}${span}; next: ${next}`, 400);
}

/** How to ask again; where files were judged nothing was drawn with a seed, and without a URL there is nobody to ask. */
function again({ id }: ClauseResult, { path }: Violation, result: RunResult): Markup {
  if (result.files !== undefined && Object.keys(result.target).length === 0) {
    return nothing;
  }
  const drawn = `Ask again · seed ${result.seed}${path === "" ? "" : `, case ${oneLine(path, 160)}`}`;
  return codeToCopy(
    result.files === undefined ? drawn : "Ask the service itself",
    manyLines(replayCommand(result, id)),
  );
}

/** A body as far as there is room for it. */
export function bodyText(body: string, most: number): string {
  return body === "" ? "(empty body)" : manyLines(body, most);
}
