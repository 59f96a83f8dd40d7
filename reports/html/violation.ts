import type {
  ClauseResult,
  Excerpt,
  ReportedViolation,
  PageFacts,
  ReportedExchange as Exchange,
} from "../../engine/model/clause-results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import type { Markup } from "../markup/elements.ts";
import { badge, codeBlock, foldedBlock, html, labelled, linksTo, noteText } from "../markup/elements.ts";
import { bodyText, comparisonOf, curlsOf, placeLines, violationProblem } from "../words/explain.ts";
import { countText, countOf } from "../../engine/model/model.ts";

/** Maximum number of violations that are shown of one clause. The result file has all of them. */
const MOST_VIOLATIONS_SHOWN = 8;
/** Maximum length of a line of an excerpt, and a length slightly above that at which a result truncates a body. */
const LONGEST_EXCERPT_LINE = 500;
const LONGEST_BODY = 4_100;
/** Maximum length of a body that is shown beside the expected value. */
const BEGINNING = 600;

/** The violations of a clause: the first with its complete evidence, and each further violation in one line. */
export function violations({ consequenceOf, ...clause }: ClauseResult): Markup {
  const [first] = clause.violations;
  return html`${consequenceOf !== undefined && noteText(html`Consequence of ${linksTo([consequenceOf])}.`)}
  ${first !== undefined && box(clause, first, violationEvidence(clause, first))}`;
}

/** The evidence of one violation of a clause, and the other violations of the clause in short. */
export function violationEvidence(clause: ClauseResult, shown: ReportedViolation): Markup {
  const others = clause.violations.filter((violation) => violation !== shown);
  const most = MOST_VIOLATIONS_SHOWN - 1;
  return html`${exchangeList(shown)} ${shownResponse(shown)}
  ${shown.origin !== undefined && noteText(`The record was found through ${oneLine(shown.origin)}.`)}
  ${others.slice(0, most).map((violation) => {
    const { pointer, path } = violation;
    const title = [violationProblem(clause, violation), pointer && `at ${pointer}`, path && `(${path})`];
    return foldedBlock(`Also: ${oneLine(title.filter(Boolean).join(" "), 160)}`, box(clause, violation));
  })}
  ${others.length > most && noteText(html`${countText(others.length - most)} more of other kinds: see <code>results.json</code>.`)}`;
}

const box = (clause: ClauseResult, violation: ReportedViolation, evidence: Markup | false = false): Markup =>
  html`<div class="box violation ${violation.known !== undefined && "known"}">
    ${labelled(placeLines(clause, violation))} ${requestOf(violation)} ${evidence}
  </div>`;

/** The request, or the requests, that show a violation, as curl lines to copy. */
export function requestOf(violation: ReportedViolation, caption = "Request"): Markup {
  const comparison = comparisonOf(violation);
  return html`${codeBlock(caption, manyLines(curlsOf(violation).join("\n")), "copy")}
  ${comparison !== undefined && noteText(`Compared: ${oneLine(comparison)}.`)}`;
}

/**
 * The response with the place marked, or the beginning of its body, unless its exchanges show the place; and the parts of the
 * response that this leaves out.
 */
function shownResponse({ response, excerpt, expected, exchanges = [] }: ReportedViolation): Markup {
  const fields = Object.entries(response.headers).map(([name, value]) => oneLine(`${name}: ${value}`));
  const type = oneLine(response.headers["content-type"] ?? "no Content-Type", 80);
  const caption = `Actual: status ${response.status}, ${type}`;
  const isWhole = excerpt === undefined && response.body.length <= BEGINNING;
  return html`${
    excerpt === undefined
      ? codeBlock(caption, bodyText(response.body, BEGINNING))
      : exchanges.length < 2 &&
        codeBlock(
          `${caption}, with the place marked`,
          excerptLines(excerpt, `expected ${oneLine(expected, 160)}`),
        )
  }
  ${foldedBlock(isWhole ? "Header fields" : "The response as received", [
    codeBlock(isWhole ? "" : "Header fields", fields.join("\n")),
    ...(isWhole ? [] : [codeBlock("Body", bodyText(response.body, LONGEST_BODY))]),
  ])}`;
}

/** The lines around a position in a body; the position is marked and annotated. */
function excerptLines({ lines, marked }: Excerpt, remark = ""): Markup {
  const shown = lines.map((line) => oneLine(line, LONGEST_EXCERPT_LINE));
  const [, indent = "", text = ""] = /^(\s*)(.*)$/.exec(shown[marked] ?? "") ?? [];
  const sign = html` <span class="remark">◀ ${remark}</span>`;
  return html`${shown.slice(0, marked).map((line) => `${line}\n`)}${indent}<mark>${text}</mark>${remark !== "" && sign}${shown.slice(marked + 1).map((line) => `\n${line}`)}`;
}

/** Maximum number of exchanges that are shown expanded. */
const UNFOLDED_EXCHANGES = 6;
/** Slightly above the length at which a result truncates one of several bodies. */
const LONGEST_BODY_SHOWN = 700;

/** The exchanges that prove a violation, side by side in the order of sending, each with the difference marked. */
function exchangeList(violation: ReportedViolation): Markup {
  const { exchanges = [], page } = violation;
  if (exchanges.length < 2) {
    return html`${page && noteText(`The page: ${pageText(page)}`)}`;
  }
  const total = countOf(exchanges.at(-1)?.number ?? 0, "exchange");
  const summary = `${countText(exchanges.length)} of ${total}, in the order of sending`;
  const list = html`<ol class="exchanges">
    ${exchanges.map((exchange) => exchangeItem(exchange, violation))}
  </ol>`;
  return exchanges.length <= UNFOLDED_EXCHANGES
    ? html`${noteText(`${summary}:`)} ${list}`
    : foldedBlock(summary, list);
}

function exchangeItem(exchange: Exchange, { rowFault, excerpt: place }: ReportedViolation): Markup {
  const { number, url, curl, status, body, page, violates, beside } = exchange;
  const isOfRow = rowFault?.row !== undefined;
  // Marks the row of a list among its neighbours, or the position in the body.
  const excerpt = exchange.excerpt ?? (violates && !isOfRow ? place : undefined);
  const sign = violates
    ? badge("failed", "violates the clause")
    : beside && html`<span class="badge">compared with this one</span>`;
  const remark = isOfRow ? `row ${excerpt?.absent ? "missing" : "present"} here` : "";
  return html`<li class="${page?.isFromLink && "linked"} ${violates && "breaks"}">
    <strong>${countText(number)}. ${oneLine(url.replace(/^\w+:\/\/[^/]*/, ""), 200)}</strong>
    <p class="note">${sign} Status ${status}${page !== undefined && `, ${pageText(page)}`}</p>
    ${
      excerpt === undefined
        ? page === undefined &&
          html`<pre class="response" tabindex="0">${bodyText(body, LONGEST_BODY_SHOWN)}</pre>`
        : html`<pre class="${excerpt.absent && "absent"}">${excerptLines(excerpt, remark)}</pre>`
    }
    ${foldedBlock("curl", codeBlock("", manyLines(curl), "copy"))}
  </li>`;
}

/** A page of a list in one line, by its rows instead of the beginning of its JSON. */
function pageText({ rows, first = "", last = "", next = "absent" }: PageFacts): string {
  const span = rows === 0 ? "" : rows === 1 ? `: ${first}` : `: ${first} to ${last}`;
  return oneLine(`${countOf(rows, "row")}${span}; next: ${next}`, 400);
}
