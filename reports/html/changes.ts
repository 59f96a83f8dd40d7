import type { RunResult } from "../../engine/model/results.ts";
import { html, linksTo, type Markup, note, nothing, section } from "../markup/elements.ts";
import { smallMap } from "../pictures/map.ts";
import { changesSince, type ChangeGroup } from "../reading/changes.ts";
import { oneLine } from "../words/escape.ts";
import { count } from "../words/numbers.ts";
import { utcOf } from "../words/run.ts";

/** What became of clauses since an earlier run: a map on which those alone have colour, and their names. */
export function changes(result: RunResult, previous: RunResult | undefined): Markup {
  if (previous === undefined) {
    return nothing;
  }
  const { unlike, groups } = changesSince(previous, result);
  const changed = new Set(groups.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
  const here = new Set(result.clauses.map(({ id }) => id));
  const since = `Since the run of ${utcOf(previous)}`;
  return section(
    "changes",
    "What changed",
    changed.size === 0 ? `${since}: no clause changed.` : `${since}. What did not change is pale.`,
    html`${note(unlike.length === 0 ? "" : `That run had ${oneLine(unlike.join(", "), 2_000)}.`)}
    ${
      changed.size > 0 &&
      html`${smallMap(result.clauses, "Map of what changed", ({ id }) => (changed.has(id) ? `#${id}` : undefined))}
        <ul class="list">
          ${groups.map((group) => item(group, here))}
        </ul>`
    }`,
  );
}

/** Clauses that changed in the same way; what the run does not have is not linked. */
function item({ label, clauses }: ChangeGroup, here: ReadonlySet<string>): Markup {
  const ids = clauses.map(({ id }) => id);
  return html`<li>
    ${label}: ${count(ids.length)}
    <div>${ids.every((id) => here.has(id)) ? linksTo(ids) : ids.join(", ")}</div>
  </li>`;
}
