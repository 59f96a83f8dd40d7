import type { ClauseResult, Excerpt, ReportedViolation } from "../../engine/model/clause-results.ts";
import type { PageFacts, ReportedExchange as Exchange } from "../../engine/model/clause-results.ts";
import { countText, countOf } from "../../engine/model/model.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { withoutOrigin } from "../../engine/model/exchange.ts";
import { manyLines, oneLine, UNCUT } from "../../engine/secrets/escape.ts";
import type { Block, Item } from "../words/blocks.ts";
import { bodyText, clipped, comparisonOf, curlsOf } from "../words/explain.ts";
import { placeLines, requestLabel, violationProblem } from "../words/explain.ts";
import { operationLabel, sectionLabel, bySection, tallyOf } from "../words/labels.ts";
import { contractLinks } from "./contract-lines.ts";
import type { Markup } from "./elements.ts";
import { badge, codeBlock, foldedBlock, html, labelled, linksTo, noteText, section } from "./elements.ts";

export function clauseList(result: RunResult, blocks: readonly Block[]): Markup {
  const shownAbove = new Set(
    blocks.flatMap(({ items }) => items.flatMap(({ cause }) => cause?.clause.id ?? [])),
  );
  const row = (clause: ClauseResult): Markup =>
    shownAbove.has(clause.id) ? causeLink(clause) : clauseRow(clause, result);
  return section(
    {
      id: "clauses",
      title: "Clauses",
      lead: "By section, failed clauses first. Only sections with failed clauses are expanded.",
    },
    html`${bySection(result.clauses).map(([number, clauses]) => {
      const failed = clauses.filter(({ outcome }) => outcome === "failed");
      const others = clauses.filter(({ outcome }) => outcome !== "failed");
      const isFolded = failed.length > 0 && others.length > 0;
      return html`<details class="section" ${failed.length > 0 ? "open" : ""} id="section-${number}">
        <summary>
          <h3>${number} ${sectionLabel(number)}</h3>
          <span class="note">${tallyOf(clauses).join(" · ")}</span>
        </summary>
        ${failed.map(row)}
        ${isFolded ? foldedBlock(tallyOf(others).join(" · "), others.map(row), false, " others") : others.map(row)}
      </details>`;
    })}`,
  );
}

const causeLink = ({ id, outcome, endpoint, statement }: ClauseResult): Markup =>
  html`<p class="clause-link ${outcome}" data-words="${oneLine([endpoint, id, statement].join(" "))}">
    ${badge(outcome)} <a href="#${id}">${oneLine(statement)}</a> <code class="note">${id}</code>
  </p>`;

function clauseRow(clause: ClauseResult, result: RunResult): Markup {
  const { id, outcome, statement, endpoint, reason, sample, origin } = clause;
  const why = outcome !== "failed" && outcome !== "known" && reason !== undefined;
  const found = origin === undefined ? "" : ` · the record was found through ${oneLine(origin)}`;
  return html`<details
    class="clause ${outcome}"
    id="${id}"
    data-words="${endpoint} ${id} ${oneLine(statement)}"
  >
    <summary>
      ${badge(outcome)} ${oneLine(statement)} <code class="note">${id}</code>
      <span class="note">${evidenceCount(clause)}</span>
    </summary>
    ${why && html`<p>${oneLine(reason)}</p>`}
    ${clause.violations.length > 0 && html`${violations(clause)} ${noteText(html`Stated in ${contractLinks(clause, result)}.`)}`}
    ${noteText(operationLabel(endpoint) + found)}
    ${sample !== undefined && codeBlock("A request that passed", manyLines(sample, UNCUT), "copy")}
  </details>`;
}

/** The number of cases of a clause, or how often its field was present. A field that was always null is weak evidence. */
function evidenceCount({ outcome, cases, field }: ClauseResult): string {
  if (outcome === "notTested") return "";
  if (field === undefined) return countOf(cases, "case");
  const weak = field.seen > 0 && field.notNull === 0 && outcome === "passed" ? ": weak evidence" : "";
  return `seen ${countOf(field.seen, "time")}${field.null > 0 ? `, ${countText(field.null)} null` : ""}${weak}`;
}

const MOST_PRINTED = 60;
/** If there are more causes, the evidence of all causes is collapsed. */
const MOST_UNFOLDED = 3;
/** The requests and the evidence of further causes are collapsed. */
const MOST_WITH_REQUEST = 10;

export const causeList = ({ items }: Block, result: RunResult): Markup =>
  html`<ol class="causes">
      ${items.map((item, index) => causeMarkup(result, item, index, items.length <= MOST_UNFOLDED))}
    </ol>
    ${
      items.length > MOST_PRINTED &&
      html`<p class="on-paper">
        … and ${countOf(items.length - MOST_PRINTED, "more cause")}: see the page on a screen.
      </p>`
    }`;

function causeMarkup(result: RunResult, { cause, lines = [] }: Item, index: number, isOpen: boolean) {
  if (cause === undefined) return false;
  const { clause, violation } = cause;
  const { id, endpoint, statement } = clause;
  const shown = lines.map((line) => ({ ...line, text: clipped(line.text, 300) }));
  const problem = oneLine(shown.find(({ label }) => label === "problem")?.text ?? "");
  const hasLinks = (clause.contract ?? clause.interpretations ?? []).length > 0;
  const exchanges = violation.exchanges?.length ?? 0;
  const evidence = exchanges > 1 ? `${countOf(exchanges, "exchange")} side by side` : "the response";
  const details = html`${requestOf(violation, "")}
  ${shown.map(({ label, text, ids = [] }) => label === "consequence" && html`<div class="note">${text}: ${linksTo(ids)}</div>`)}
  ${foldedBlock(`Evidence: ${evidence}`, violationEvidence(clause, violation), isOpen, " evidence")}`;
  return html`<li
    class="clause failed box ${index >= MOST_PRINTED && "on-screen"}"
    id="${id}"
    data-words="${oneLine([endpoint, id, statement, problem].join(" "))}"
  >
    <h3>
      ${problem} <a class="permalink" href="#${id}"><code>${id}</code></a>
    </h3>
    ${noteText(html`${requestLabel(violation)}${problem !== statement && ` · ${oneLine(statement)}`}${hasLinks && html` · ${contractLinks(clause, result)}`}`)}
    ${labelled(shown.filter(({ label }) => SHOWN_FACTS.has(label)))}
    ${index < MOST_WITH_REQUEST ? details : foldedBlock("Request and evidence", details)}
  </li>`;
}

const SHOWN_FACTS = new Set(["expected", "actual", "at", "seen", "cases"]);

/** Slightly above the lengths at which a result cuts the body of the violating response, and one of several bodies. */
const [LONGEST_BODY, LONGEST_BODY_SHOWN] = [4_100, 700] as const;
/** Number of characters of a body that are shown if there is no excerpt. */
const BEGINNING = 600;

function violations({ consequenceOf, ...clause }: ClauseResult): Markup {
  const [first] = clause.violations;
  return html`${consequenceOf !== undefined && noteText(html`Consequence of ${linksTo([consequenceOf])}.`)}
  ${first !== undefined && box(clause, first, violationEvidence(clause, first))}`;
}

function violationEvidence(clause: ClauseResult, shown: ReportedViolation): Markup {
  const others = clause.violations.filter((violation) => violation !== shown);
  const most = 7;
  return html`${exchangeList(shown)} ${shownResponse(shown)}
  ${shown.origin !== undefined && noteText(`The record was found through ${oneLine(shown.origin)}.`)}
  ${others.slice(0, most).map((violation) => {
    const { pointer, path } = violation;
    const title = [violationProblem(clause, violation), pointer && `at ${pointer}`, path && `(${path})`];
    return foldedBlock(`Also: ${oneLine(title.filter(Boolean).join(" "), 160)}`, box(clause, violation));
  })}
  ${others.length > most && noteText(html`${countText(others.length - most)} more kinds of violations: see <code>results.json</code>.`)}`;
}

const box = (clause: ClauseResult, violation: ReportedViolation, evidence: Markup | false = false): Markup =>
  html`<div class="box violation ${violation.known !== undefined && "known"}">
    ${labelled(placeLines(clause, violation))} ${requestOf(violation)} ${evidence}
  </div>`;

function requestOf(violation: ReportedViolation, caption = "Request"): Markup {
  const comparison = comparisonOf(violation);
  return html`${codeBlock(caption, manyLines(curlsOf(violation).join("\n"), UNCUT), "copy")}
  ${comparison !== undefined && noteText(`Compared: ${oneLine(comparison)}.`)}`;
}

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

function excerptLines({ lines, marked }: Excerpt, remark = ""): Markup {
  const shown = lines.map((line) => oneLine(line, 500));
  const [, indent = "", text = ""] = /^(\s*)(.*)$/.exec(shown[marked] ?? "") ?? [];
  const sign = html` <span class="remark">◀ ${remark}</span>`;
  return html`${shown.slice(0, marked).map((line) => `${line}\n`)}${indent}<mark>${text}</mark>${remark !== "" && sign}${shown.slice(marked + 1).map((line) => `\n${line}`)}`;
}

/** The exchanges that prove a violation, side by side in the order of sending; of a single one, only its page of a list. */
function exchangeList(violation: ReportedViolation): Markup {
  const { exchanges = [], page } = violation;
  if (exchanges.length < 2) return html`${page && noteText(`The page: ${pageText(page)}`)}`;
  const total = countOf(exchanges.at(-1)?.number ?? 0, "exchange");
  const summary = `${countText(exchanges.length)} of ${total}, in the order of sending`;
  const list = html`<ol class="exchanges">
    ${exchanges.map((exchange) => exchangeItem(exchange, violation))}
  </ol>`;
  return exchanges.length <= 6 ? html`${noteText(`${summary}:`)} ${list}` : foldedBlock(summary, list);
}

function exchangeItem(exchange: Exchange, { rowFault, excerpt: place }: ReportedViolation): Markup {
  const { number, url, curl, status, body, page, violates, compared } = exchange;
  const isOfRow = rowFault?.row !== undefined;
  const excerpt = exchange.excerpt ?? (violates && !isOfRow ? place : undefined);
  const sign = violates
    ? badge("failed", "violates the clause")
    : compared && html`<span class="badge">for comparison</span>`;
  const remark = isOfRow ? `row ${excerpt?.absent ? "missing" : "present"} here` : "";
  return html`<li class="${page?.isFromLink && "linked"} ${violates && "breaks"}">
    <strong>${countText(number)}. ${oneLine(withoutOrigin(url), 200)}</strong>
    <p class="note">${sign} Status ${status}${page !== undefined && `, ${pageText(page)}`}</p>
    ${
      excerpt === undefined
        ? page === undefined &&
          html`<pre class="response" tabindex="0">${bodyText(body, LONGEST_BODY_SHOWN)}</pre>`
        : html`<pre class="${excerpt.absent && "absent"}">${excerptLines(excerpt, remark)}</pre>`
    }
    ${foldedBlock("curl", codeBlock("", manyLines(curl, UNCUT), "copy"))}
  </li>`;
}

function pageText({ rows, first = "", last = "", next = "absent" }: PageFacts): string {
  const span = rows === 0 ? "" : rows === 1 ? `: ${first}` : `: ${first} to ${last}`;
  return oneLine(`${countOf(rows, "row")}${span}; next: ${next}`, 400);
}
