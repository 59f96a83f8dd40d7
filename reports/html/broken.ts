import type { RunResult } from "../../engine/model/results.ts";
import {
  badge,
  fold,
  html,
  labelled,
  linksTo,
  type Markup,
  note,
  nothing,
  section,
  type Section,
} from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { requestOf } from "../markup/violation.ts";
import { actualText, explainPlace, titleOf } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { causesOf, type FailureCause } from "../reading/causes.ts";

/** Causes that are shown at once, so that they share the first screen with the verdict; one more needs no fold. */
const FIRST = 3;
const MOST = 40;

/** The failures in short, the same cause once, with links to where they are shown in full. */
export function brokenList(
  result: RunResult,
  newlyBroken: ReadonlySet<string> = new Set(),
): Section | undefined {
  const { fail } = result.summary;
  const causes = causesOf(result);
  if (causes.length === 0) {
    return undefined;
  }
  const first = causes.length === FIRST + 1 ? FIRST + 1 : FIRST;
  const list = (some: readonly FailureCause[]): Markup =>
    html`<ul class="causes">
      ${some.map((cause) => causeItem(cause, newlyBroken, causes.length === 1))}
    </ul>`;
  const fewer = causes.length === fail ? "" : `, for ${countOf(causes.length, "cause")}`;
  return section(
    "broken",
    "What is broken",
    html`${countOf(fail, "broken clause")}${fewer}.<span class="wide">
        What follows from a cause stands under it. Its title leads to the request and the answer.</span
      >`,
    html`${list(causes.slice(0, first))}
    ${
      causes.length > first &&
      fold(
        countOf(causes.length - first, "more cause"),
        html`${list(causes.slice(first, MOST))}
        ${causes.length > MOST && note(`${countOf(causes.length - MOST, "more cause")} below.`)}`,
      )
    }`,
  );
}

/** Says of which clauses of a cause an earlier run did not show that they are broken. */
function newness(ids: readonly string[], newlyBroken: ReadonlySet<string>): Markup {
  const size = ids.filter((id) => newlyBroken.has(id)).length;
  return size === 0
    ? nothing
    : badge("fail", size === ids.length ? "new" : `${count(size)} of ${count(ids.length)} new`);
}

/** What is wrong, and where; all else is folded away, so that three share a screen. */
function causeItem(
  { clause, violation, also }: FailureCause,
  newlyBroken: ReadonlySet<string>,
  isOpen: boolean,
): Markup {
  const { id, endpoint, statement } = clause;
  const title = titleOf(clause, violation);
  const rule = oneLine(statement);
  return html`<li>
    <a class="title" href="#${id}">${title}</a>
    ${newness([id, ...also], newlyBroken)}
    <p class="note where">${operationLabel(endpoint)}</p>
    <p class="note got">
      expected <code>${oneLine(violation.expected, 120)}</code>, got
      <code>${oneLine(actualText(violation), 120)}</code>
    </p>
    ${fold(
      `Request, expected, got · ${countOf(also.length + 1, "clause")}`,
      html`${requestOf(violation)}
        ${labelled(explainPlace(clause, violation, 300).filter(({ label }) => label !== "problem"))}
        <p class="note">Breaks <code>${id}</code>${title !== rule && html`: ${rule}`}</p>
        ${also.length > 0 && note(html`${linksTo(also)} ${also.length === 1 ? "follows" : "follow"} from it.`)}`,
      isOpen,
    )}
  </li>`;
}
