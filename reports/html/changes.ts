import type { RunResult } from "../../engine/model/results.ts";
import { html, linksTo, type Markup, note, nothing, section } from "../markup/elements.ts";
import type { ChangeGroup, Changes } from "../reading/changes.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { count } from "../words/numbers.ts";
import { utcOf } from "../words/run.ts";

/** What became of clauses since an earlier run. */
export function changes(result: RunResult, since: Changes | undefined): Markup {
  if (since === undefined) {
    return nothing;
  }
  const { earlier, unlike, groups } = since;
  const here = new Set(result.clauses.map(({ id }) => id));
  const when = `Since the run of ${utcOf(earlier)}`;
  return section(
    "changes",
    "What changed",
    groups.length === 0 ? `${when}: no clause changed.` : `${when}: ${deltaOf(since)}.`,
    html`${note(unlike.length === 0 ? "" : `That run had ${oneLine(unlike.join(", "), 2_000)}.`)}
    ${
      groups.length > 0 &&
      html`<ul class="list">
        ${groups.map((group) => item(group, here))}
      </ul>`
    }`,
  );
}

/** What changed in a few words: `2 newly broken, 1 fixed`. */
export const deltaOf = ({ groups }: Changes): string =>
  groups.length === 0
    ? "no clause changed"
    : groups.map(({ label, clauses }) => `${count(clauses.length)} ${label.toLowerCase()}`).join(", ");

/** Clauses that changed in the same way; what the run does not have is not linked. */
function item({ label, clauses }: ChangeGroup, here: ReadonlySet<string>): Markup {
  const ids = clauses.map(({ id }) => id);
  return html`<li>
    ${label}: ${count(ids.length)}
    <div>${ids.every((id) => here.has(id)) ? linksTo(ids) : ids.join(", ")}</div>
  </li>`;
}
