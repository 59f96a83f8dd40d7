import type {
  ClauseResult,
  Excerpt,
  ReportedExchange,
  Violation,
} from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { manyLines, oneLine } from "../words/escape.ts";
import { operationLabel } from "../words/labels.ts";
import { whereOf } from "../words/place.ts";
import { count } from "../words/numbers.ts";
import { replayCommand } from "../words/command-line.ts";
import { code, codeToCopy } from "../markup/elements.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";

/** Exchanges that are unfolded from the start. */
const FEW = 4;
/** Characters of a line of an excerpt. */
const LONGEST_LINE = 500;

/** Everything that is shown of the violations of a clause. */
export function violations(clause: ClauseResult, result: RunResult, room: Room): Markup {
  const [first, ...others] = clause.violations.slice(0, room.violations);
  const more = clause.violations.length - room.violations;
  const box = (violation: Violation): Markup => violationBox(clause, violation, result, room);
  return html`${first === undefined ? nothing : box(first)}
  ${others.map(
    (violation) =>
      html`<details class="more">
        <summary>Another departure: ${oneLine(titleOf(clause, violation), 160)}</summary>
        ${box(violation)}
      </details>`,
  )}${more > 0 ? html`<p class="note">${count(more)} more of other kinds: see <code>results.json</code>.</p>` : nothing}`;
}

/** What tells a violation from the others of its clause. */
function titleOf({ statement }: ClauseResult, { message, pointer, path }: Violation): string {
  const what = message === statement ? pointer : message;
  return path === "" ? what : `${what} (${path})`;
}

/** A failure in three lines: where, what was expected there, what came. */
export function threeLines(clause: ClauseResult, violation: Violation): Markup {
  const { place, share } = whereOf(clause, violation);
  const operation = operationLabel(clause.endpoint);
  const places = share === undefined ? "" : `, ${share}`;
  const where =
    place === undefined
      ? html`the whole answer to ${operation}${places}`
      : html`<code>${place}</code>${places} in the answer to ${operation}`;
  return html`<dl class="three">
    <dt>Where</dt>
    <dd>${where}</dd>
    <dt>Expected</dt>
    <dd><code>${oneLine(violation.expected)}</code></dd>
    <dt>Got</dt>
    <dd><code>${oneLine(violation.actual)}</code></dd>
  </dl>`;
}

function violationBox(clause: ClauseResult, violation: Violation, result: RunResult, room: Room): Markup {
  const { message, known, curl, origin, exchanges = [] } = violation;
  return html`<div class="violation ${known === undefined ? "" : "known"}">
    ${message === clause.statement ? nothing : html`<p class="problem">${oneLine(message)}</p>`}
    ${threeLines(clause, violation)}
    ${known === undefined ? nothing : html`<p class="note">Known deviation: ${oneLine(known)}</p>`}
    ${codeToCopy(exchanges.length > 1 ? "The request that shows it" : "Smallest request", manyLines(curl))}
    ${answer(violation, room)} ${exchanges.length > 1 ? exchangeList(exchanges, room) : nothing}
    ${again(clause, violation, result)}
    ${origin === undefined ? nothing : html`<p class="note">The record was found through ${oneLine(origin)}.</p>`}
  </div>`;
}

/** The answer: the place with its surroundings where there is one, and the whole of it behind a fold. */
function answer({ response, excerpt, expected, pointer }: Violation, room: Room): Markup {
  const status = `Answer: status ${response.status}`;
  const body = shownBody(response.body, room.body);
  if (excerpt === undefined) {
    const type = oneLine(response.headers["content-type"] ?? "no Content-Type", 80);
    const meant = pointer === "" ? "the whole of it is meant" : `the place is ${oneLine(pointer, 160)}`;
    const note = html`<span class="here">◀ ${meant}</span>`;
    return code(html`${status}, ${type} ${note}`, html`<span class="whole">${body.text}${body.rest}</span>`);
  }
  const place = code(`${status}, with the place marked`, excerptLines(excerpt, expected));
  if (!room.wholeAnswers) {
    return place;
  }
  return html`${place}
    <details class="more">
      <summary>The answer as it came</summary>
      ${code("Header fields", headerLines(response.headers))} ${code("Body", html`${body.text}${body.rest}`)}
    </details>`;
}

function excerptLines({ lines, marked }: Excerpt, expected: string): Markup {
  const shown = lines.map((line) => oneLine(line, LONGEST_LINE));
  const [before, behind] = [shown.slice(0, marked), shown.slice(marked + 1)];
  const place = shown[marked] ?? "";
  const indent = /^ */.exec(place)?.[0] ?? "";
  const mark = html`<mark>${place.trimStart()}</mark>`;
  const note = html`<span class="here">◀ expected ${oneLine(expected, 160)}</span>`;
  const text = [
    ...before.map((line) => `${line}\n`),
    indent,
    mark,
    "  ",
    note,
    ...behind.map((line) => `\n${line}`),
  ];
  return html`<span class="excerpt">${text}</span>`;
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
  return html`<details class="more" ${exchanges.length <= FEW ? "open" : ""}>
    <summary>
      ${total === 2 ? "Both" : `All ${count(total)}`} exchanges, in the order in which they were sent
    </summary>
    <ol class="exchanges">
      ${items} ${gap(total - (shown.at(-1)?.number ?? total))}
    </ol>
  </details>`;
}

function gap(left: number): Markup {
  return left > 0 ? html`<li class="gap">… ${count(left)} more</li>` : nothing;
}

function exchangeItem(exchange: ReportedExchange, room: Room): Markup {
  const { number, curl, status, body, breaks, beside } = exchange;
  const note =
    breaks === true
      ? html` <span class="badge fail"><span aria-hidden="true">✘</span> this one breaks the rule</span>`
      : beside === true
        ? html` <span class="badge">seen together with this one</span>`
        : nothing;
  const title = `${count(number)}. Status ${status}`;
  return html`<li class="${breaks === true ? "breaks" : ""}">
    <strong>${title}</strong>${note}
    <pre>${manyLines(curl)}</pre>
    <pre class="answer" tabindex="0">${body === "" ? "(empty body)" : manyLines(body, room.exchange)}</pre>
  </li>`;
}

function again(clause: ClauseResult, { path }: Violation, result: RunResult): Markup {
  if (result.files !== undefined) {
    // Nothing was drawn with a seed; without a URL there is nobody to ask.
    return Object.keys(result.target).length === 0
      ? nothing
      : codeToCopy("Ask the service itself", manyLines(replayCommand(result, clause.id)));
  }
  const caption = html`Ask again · seed
  ${String(result.seed)}${path === "" ? "" : `, case ${oneLine(path, 160)}`}`;
  return codeToCopy(caption, manyLines(replayCommand(result, clause.id)));
}

function shownBody(body: string, most: number): { readonly text: string; readonly rest: string } {
  if (body === "") {
    return { text: "(empty body)", rest: "" };
  }
  return body.length <= most
    ? { text: manyLines(body), rest: "" }
    : { text: manyLines(body.slice(0, most)), rest: "… cut here" };
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => oneLine(`${name}: ${value}`))
    .join("\n");
}

/** How much of a result one page shows, so that a page of a thousand failures still opens at once. */
export interface Room {
  /** Violations of one clause; the result file has all. */
  readonly violations: number;
  /** Characters of the body of an answer. */
  readonly body: number;
  /** Whether the whole answer stands behind a fold where the lines around the place are shown. */
  readonly wholeAnswers: boolean;
  /** Exchanges of a rule over several answers, around the one that breaks it, and characters of the body of each. */
  readonly exchanges: number;
  readonly exchange: number;
  /** Clauses that are unfolded from the start: the first broken ones. */
  readonly unfolded: ReadonlySet<string>;
}

/** What lies beside the page. */
export interface Beside {
  /** The Allure report: every clause is linked to its test there. */
  readonly allure: boolean;
}

/** Shared among all failures of a page. */
const ALL = { bodies: 600_000, violations: 600, exchanges: 1_200, exchangeBodies: 80_000 } as const;
const MOST = { violations: 8, body: 4_000, exchanges: 9, exchange: 600, unfolded: 50 } as const;
const LEAST = { body: 300, exchanges: 3, exchange: 120, whole: 1_500 } as const;

/** The room that each failure of a result has. */
export function roomFor({ clauses }: Pick<RunResult, "clauses">): Room {
  const failing = clauses.filter((clause) => clause.violations.length > 0);
  const share = (all: number, parts: number): number => Math.floor(all / Math.max(1, parts));
  const perClause = clamp(share(ALL.violations, failing.length), 1, MOST.violations);
  const shown = failing.reduce((sum, clause) => sum + Math.min(perClause, clause.violations.length), 0);
  const body = clamp(share(ALL.bodies, shown), LEAST.body, MOST.body);
  const broken = clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
  return {
    violations: perClause,
    body,
    wholeAnswers: body >= LEAST.whole,
    exchanges: clamp(share(ALL.exchanges, shown), LEAST.exchanges, MOST.exchanges),
    exchange: clamp(share(ALL.exchangeBodies, shown), LEAST.exchange, MOST.exchange),
    unfolded: new Set(broken.slice(0, MOST.unfolded)),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
