import type {
  PageFacts,
  ReportedExchange as Exchange,
  Violation,
} from "../../engine/model/clause-results.ts";
import { manyLines, oneLine } from "../../engine/secrets/escape.ts";
import { badge, fold, html, type Markup, note, nothing } from "../markup/elements.ts";
import { bodyText } from "../words/explain.ts";
import { count, countOf } from "../../engine/model/model.ts";

/** Exchanges that are unfolded from the start. */
const FEW = 5;
/** A little more than a result holds of one body among several. */
const LONGEST = 700;

/** The exchanges that show a violation together, in the order of sending; of a list its pages, and what is wrong with one. */
export function exchangeList(violation: Violation): Markup {
  const { exchanges = [], page } = violation;
  const total = exchanges.at(-1)?.number ?? 0;
  if (exchanges.length < 2) {
    return page === undefined ? nothing : note(`The page: ${pageText(page)}`);
  }
  const items = exchanges.map((exchange, index) => {
    const left = exchange.number - (exchanges[index - 1]?.number ?? 0) - 1;
    return html`${left > 0 && html`<li>… ${count(left)} more</li>`}${item(exchange, violation)}`;
  });
  return fold(
    `${count(exchanges.length)} of ${countOf(total, "exchange")}, in the order of sending`,
    html`<ol class="exchanges">
      ${items}
    </ol>`,
    exchanges.length <= FEW,
  );
}

function item(
  { number, curl, status, body, page, breaks, beside }: Exchange,
  { message, expected }: Violation,
): Markup {
  const sign = breaks
    ? html`${badge("fail", "this one does not meet the clause")}
        <span class="wrong">${oneLine(`${message}: expected ${expected}`, 300)}</span>`
    : beside && html`<span class="badge">compared with this one</span>`;
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
