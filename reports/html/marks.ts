import { badge, html, type Markup, nothing } from "../markup/elements.ts";
import type { Changes } from "../reading/changes.ts";
import { count } from "../words/numbers.ts";
import { groupBy } from "../words/tally.ts";

/** What changed of clauses since an earlier run, by id. */
export type Marks = ReadonlyMap<string, string>;

export const marksSince = (since: Changes | undefined): Marks =>
  new Map(since?.groups.flatMap(({ label, clauses }) => clauses.map(({ id }) => [id, label] as const)));

/** The changes of some clauses, each kind once, with how many of them it concerns where it is not all. */
export function marksOf(marks: Marks, ids: readonly string[]): Markup {
  const labels = ids.flatMap((id) => marks.get(id) ?? []);
  return labels.length === 0
    ? nothing
    : html`${groupBy(labels, (label) => label).map(([label, { length }]) =>
        badge(
          "changed",
          (length < ids.length ? `${count(length)} of ${count(ids.length)} ` : "") + label.toLowerCase(),
        ),
      )}`;
}
