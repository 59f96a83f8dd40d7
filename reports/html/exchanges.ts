import type {
  PageFacts,
  ReportedExchange as Exchange,
  Violation,
} from "../../engine/model/clause-results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, fold, html, type Markup, note, nothing } from "../markup/elements.ts";
import { bodyText } from "../words/explain.ts";
import { count, countOf } from "../words/numbers.ts";

/** Exchanges that are unfolded from the start. */
const FEW = 5;
/** Characters of one body among several. */
const LONGEST = 600;

/** The exchanges that show a violation together, in the order of sending; of a list its pages, and what is wrong with one. */
export function exchangeList(violation: Violation): Markup {
  const { exchanges = [], page } = violation;
  const total = exchanges.at(-1)?.number ?? 0;
  if (exchanges.length < 2) {
    return page === undefined ? nothing : note(html`The page: ${pageText(page)} ${wrongIn(page, violation)}`);
  }
  const items = exchanges.map((exchange, index) => {
    const left = exchange.number - (exchanges[index - 1]?.number ?? 0) - 1;
    return html`${left > 0 && html`<li>… ${count(left)} more</li>`}${item(exchange, violation)}`;
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

function item({ number, curl, status, body, page, breaks, beside }: Exchange, violation: Violation): Markup {
  const sign = breaks
    ? html`${badge("fail", "this one does not meet the clause")} ${page && wrongIn(page, violation)}`
    : beside && html`<span class="badge">seen together with this one</span>`;
  return html`<li class="${page?.follows && "linked"} ${breaks && "breaks"}">
    <strong>${count(number)}. Status ${status}</strong> ${sign}
    <pre>${manyLines(curl)}</pre>
    ${page === undefined ? html`<pre class="answer" tabindex="0">${bodyText(body, LONGEST)}</pre>` : note(pageText(page))}
  </li>`;
}

/** A page of a list in one line: its rows say more than the beginning of its JSON. */
function pageText({ rows, first = "", last = "", next = "absent" }: PageFacts): string {
  const span = rows === 0 ? "" : rows === 1 ? `: ${first}` : `: ${first} to ${last}`;
  return oneLine(`${countOf(rows, "row")}${span}; next: ${next}`, 400);
}

const wrongIn = (page: PageFacts, violation: Violation): Markup =>
  html`<span class="wrong">${oneLine(wrongText(page, violation), 200)}</span>`;

const AT_ROW = /^\/[^/]+\/(\d+)/;

/** What is wrong with a page, in a few words; empty where it is not about its rows or its link. */
function wrongText({ follows }: PageFacts, { defect, pointer, expected, actual }: Violation): string {
  if (pointer === "/links/next") {
    return `next: expected ${expected}`;
  }
  const index = Number(AT_ROW.exec(pointer)?.[1] ?? 0);
  const row = `row ${index + 1}`;
  switch (defect?.kind) {
    case "gap": {
      const isBetween = index === 0 && follows === true && defect.behind !== true;
      return `${defect.row} is ${isBetween ? "neither on this page nor on the one before" : `missing at ${row}`}`;
    }
    case "repeat":
      return `${row} came before: ${defect.row}`;
    case "order":
      return `${row} is out of order: ${actual}`;
    case "stray":
      return `${row} does not belong: ${actual}`;
    case "limit":
      return `more than ${countOf(defect.limit ?? 0, "row")}`;
    default:
      return "";
  }
}
