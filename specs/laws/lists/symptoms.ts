// §4.1, §4.3, §4.4: everything that is wrong with the pages that one request got, for comparing failures
import { keyOf, keysOf } from "../../../engine/clauses/pagination.ts";
import { oncePer } from "../../../engine/model/model.ts";
import { isWanted, shortKey, type FilterInUse } from "./lists.ts";
import { MISMATCHES } from "./mismatches.ts";
import { misplaced } from "./order.ts";
import type { Mismatch, Walked } from "./walked.ts";

/** Kinds of mismatches that differ by the page that shows them; a seam and a wrong next row show as one of these too. */
const KINDS = ["stray", "gap", "repeat", "limit", "end", "link", "refused"] as const;

/**
 * Every symptom of the pages of one request: its kind; for a row that a filter leaves out the key of that parameter; and
 * `behind` where no first page shows it. `ignored KEY`: the first page is that of a request without the filter KEY. `start`: the
 * first page begins with another row than the first one under the requested order.
 */
export const symptomsOf: (walked: Walked) => readonly string[] = oncePer((walked: Walked) => {
  const shown = KINDS.flatMap((kind) => {
    const mismatches: readonly Mismatch[] = MISMATCHES[kind](walked);
    return mismatches.map((mismatch) => nameOf(kind, mismatch));
  });
  const ignored = walked.plan.filters
    .filter((used) => isIgnored(used, walked))
    .map(({ filter }) => `ignored ${shortKey(filter.key)}`);
  const start = startsElsewhere(walked) ? ["start"] : [];
  const all = new Set([...shown, ...orderIn(walked), ...start, ...ignored]);
  return [...all].filter((name) => !all.has(name.replace(/ behind$/, "")) || !name.endsWith(" behind"));
});

function nameOf(kind: string, { filter, page }: Mismatch): string {
  const key = filter === undefined ? "" : ` ${shortKey(filter.key)}`;
  return `${kind}${key}${page > 0 ? " behind" : ""}`;
}

/** Whether rows are out of order, on the first page or behind it. */
function orderIn(walked: Walked): readonly string[] {
  const { walk, plan, keys = [] } = walked;
  const [first] = walk.pages;
  if (plan.order === undefined || first === undefined) {
    return [];
  }
  const onFirst = { ...walk, pages: [first], rows: first.rows };
  return misplaced(onFirst, keys, plan.order) !== undefined
    ? ["order"]
    : MISMATCHES.order(walked).length + MISMATCHES.seam(walked).length > 0
      ? ["order behind"]
      : [];
}

/** Whether another row comes first than the one that is first under the requested order. */
function startsElsewhere(walked: Walked): boolean {
  const [found] = MISMATCHES.next(walked);
  return (
    found !== undefined &&
    found.finding.defect?.kind !== "stray" &&
    found.finding.reply === walked.walk.pages[0]?.reply &&
    /\/0\/[^/]+$/.test(found.finding.pointer)
  );
}

/** Whether the first page holds the rows at one end of what the other filters select, some of which this filter leaves out. */
function isIgnored(used: FilterInUse, { walk, plan, whole }: Walked): boolean {
  const rows = walk.pages[0]?.rows ?? [];
  const others = plan.filters.filter((other) => other !== used);
  const expected = (whole ?? []).filter((row) => others.every((other) => isWanted(other, row) !== false));
  const came = keysOf(rows, walk.identity);
  const isEnd = (end: typeof expected): boolean =>
    end.length === rows.length && end.every((row) => came.has(keyOf(row, walk.identity)));
  return (
    rows.some((row) => isWanted(used, row) === false) &&
    (isEnd(expected.slice(0, rows.length)) || isEnd(expected.slice(-rows.length)))
  );
}
