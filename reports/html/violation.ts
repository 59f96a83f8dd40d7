import type { ClauseResult, Violation } from "../../engine/results.ts";
import { manyLines, oneLine } from "../escape.ts";
import { explainPlace } from "../explain.ts";
import { html, when, type Markup } from "./markup.ts";

/** One violation: where, expected, actual, the request to copy, and the answer. */
export function violationBox(
  clause: Pick<ClauseResult, "statement">,
  violation: Violation,
  bodyCutAt: number | undefined,
): Markup {
  const { curl, response, seed, path, known } = violation;
  return html`<div class="violation ${known === undefined ? "" : "known"}">
    <dl>
      ${explainPlace(clause, violation).map(
        ({ label, text }) =>
          html`<dt>${label}</dt>
            <dd><code>${text}</code></dd>`,
      )}
    </dl>
    <pre>${manyLines(curl)}</pre>
    <details class="more">
      <summary>Answer: status ${String(response.status)}</summary>
      <pre>${headerLines(response.headers)}</pre>
      <pre>${manyLines(response.body === "" ? "(empty body)" : response.body)}</pre>
      ${when(
        bodyCutAt !== undefined && response.body.length > bodyCutAt,
        () => html`<p class="note">Cut after ${String(bodyCutAt)} characters.</p>`,
      )}
      <p class="note">Seed ${String(seed)}${path === "" ? "" : `, case ${oneLine(path)}`}</p>
    </details>
  </div>`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => oneLine(`${name}: ${value}`))
    .join("\n");
}
