import type {
  ClauseResult,
  Excerpt,
  ReportedViolation,
  PageFacts,
  ReportedExchange as Exchange,
} from "../../engine/model/clause-results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import type { Markup } from "../markup/elements.ts";
import {
  badge,
  codeBlock,
  foldedBlock,
  html,
  labelled,
  linksTo,
  noteText,
  noMarkup,
} from "../markup/elements.ts";
import { bodyText, comparisonOf, curlsOf, explainPlace, violationProblem } from "../words/explain.ts";
import { countText, countOf } from "../../engine/model/model.ts";

/** Violations of one clause; the result file has all. */
const MOST_VIOLATIONS_SHOWN = 8;
/** Characters: of a line of an excerpt, and a little more than a result holds of a body. */
const LONGEST_EXCERPT_LINE = 500;
const LONGEST_BODY = 4_100;
/** Characters of a body that are shown beside what was expected: more of it is a wall. */
const BEGINNING = 600;

/** The violations of a clause: the first with all of its evidence, the others in short. */
export function violations({ follows, ...clause }: ClauseResult): Markup {
  const [first, ...others] = clause.violations.slice(0, MOST_VIOLATIONS_SHOWN);
  const more = clause.violations.length - MOST_VIOLATIONS_SHOWN;
  return html`${follows !== undefined && noteText(html`Consequence of ${linksTo([follows])}.`)}
  ${first !== undefined && box(clause, first, html`${exchangeList(first)} ${shownResponse(first)} ${caseOf(first)}`)}
  ${others.map((violation) => {
    const { pointer, path } = violation;
    const title = [violationProblem(clause, violation) ?? "", pointer && `at ${pointer}`, path && `(${path})`]
      .filter(Boolean)
      .join(" ");
    return foldedBlock(`Also: ${oneLine(title, 160)}`, box(clause, violation));
  })}
  ${more > 0 && noteText(html`${countText(more)} more of other kinds: see <code>results.json</code>.`)}`;
}

const box = (clause: ClauseResult, violation: ReportedViolation, evidence: Markup | false = false): Markup =>
  html`<div class="box violation ${violation.known !== undefined && "known"}">
    ${labelled(explainPlace(clause, violation))} ${requestOf(violation)} ${evidence}
  </div>`;

const caseOf = ({ origin, path }: ReportedViolation): Markup =>
  html`${path !== "" && noteText(`Case ${oneLine(path, 160)}.`)}
  ${origin !== undefined && noteText(`The record was found through ${oneLine(origin)}.`)}`;

/** The request that shows a departure, or all that show it together, to be copied. */
export const requestOf = (violation: ReportedViolation, caption = "Request"): Markup =>
  html`${codeBlock(caption, manyLines(curlsOf(violation).join("\n")), "copy")}
  ${noteText(capital(comparisonOf(violation)))}`;

const capital = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : oneLine(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`, 600);

/** The response with the place marked, or beside the expected response if the violation is of the whole response. */
function shownResponse({ response, excerpt, expected }: ReportedViolation): Markup {
  const fields = Object.entries(response.headers).map(([name, value]) => oneLine(`${name}: ${value}`));
  const type = oneLine(response.headers["content-type"] ?? "no Content-Type", 80);
  const caption = `Actual: status ${response.status}, ${type}`;
  return html`${
    excerpt === undefined
      ? html`<div class="beside">
          ${codeBlock("Expected", oneLine(expected, 600))}
          ${codeBlock(caption, bodyText(response.body, BEGINNING))}
        </div>`
      : codeBlock(`${caption}, with the place marked`, excerptLines(excerpt, oneLine(expected, 160)))
  }
  ${foldedBlock("The response as received", [codeBlock("Header fields", fields.join("\n")), codeBlock("Body", bodyText(response.body, LONGEST_BODY))])}`;
}

/** The surroundings of a place, which is marked, with what was expected there. */
function excerptLines({ lines, marked }: Excerpt, expected = ""): Markup {
  const shown = lines.map((line) => oneLine(line, LONGEST_EXCERPT_LINE));
  const place = shown[marked] ?? "";
  const text = place.trimStart();
  const sign = html` <span class="wrong">◀ expected ${expected}</span>`;
  return html`${shown.slice(0, marked).map((line) => `${line}\n`)}${place.slice(0, place.length - text.length)}<mark>${text}</mark>${expected !== "" && sign}${shown.slice(marked + 1).map((line) => `\n${line}`)}`;
}

/** Exchanges that are unfolded from the start. */
const UNFOLDED_EXCHANGES = 5;
/** A little more than a result holds of one body among several. */
const LONGEST_BODY_SHOWN = 700;

/** The exchanges that show a violation together, in the order of sending; of a list its pages, and what is wrong with one. */
function exchangeList(violation: ReportedViolation): Markup {
  const { exchanges = [], page } = violation;
  const total = exchanges.at(-1)?.number ?? 0;
  if (exchanges.length < 2) {
    return page === undefined ? noMarkup : noteText(`The page: ${pageText(page)}`);
  }
  const items = exchanges.map((exchange, index) => {
    const left = exchange.number - (exchanges[index - 1]?.number ?? 0) - 1;
    return html`${left > 0 && html`<li>… ${countText(left)} more</li>`}${item(exchange, violation)}`;
  });
  return foldedBlock(
    `${countText(exchanges.length)} of ${countOf(total, "exchange")}, in the order of sending`,
    html`<ol class="exchanges">
      ${items}
    </ol>`,
    exchanges.length <= UNFOLDED_EXCHANGES,
  );
}

function item(
  { number, curl, status, body, page, violates, beside }: Exchange,
  { message, expected }: ReportedViolation,
): Markup {
  const sign = violates
    ? html`${badge("failed", "violates the clause")}
        <span class="wrong">${oneLine(`${message}: expected ${expected}`, 300)}</span>`
    : beside && html`<span class="badge">compared with this one</span>`;
  return html`<li class="${page?.follows && "linked"} ${violates && "breaks"}">
    <strong>${countText(number)}. Status ${status}</strong> ${sign}
    <pre>${manyLines(curl)}</pre>
    ${page === undefined ? html`<pre class="answer" tabindex="0">${bodyText(body, LONGEST_BODY_SHOWN)}</pre>` : noteText(pageText(page))}
  </li>`;
}

/** A page of a list in one line: its rows say more than the beginning of its JSON. */
function pageText({ rows, first = "", last = "", next = "absent" }: PageFacts): string {
  const span = rows === 0 ? "" : rows === 1 ? `: ${first}` : `: ${first} to ${last}`;
  return oneLine(`${countOf(rows, "row")}${span}; next: ${next}`, 400);
}
