import type { RunResult } from "../../engine/model/results.ts";
import { groupBy, countText } from "../../engine/model/model.ts";
import { outcomeLabel } from "../words/labels.ts";

export type OutcomeChanges = ReturnType<typeof changesSince>;

/** The clauses whose outcome changed, grouped by change; and the differences between the runs that may explain the changes (`unlike`). */
export function changesSince(earlier: RunResult, later: RunResult) {
  const [was, is] = [outcomesById(earlier), outcomesById(later)];
  const changed = [...new Set([...is.keys(), ...was.keys()])].filter((id) => was.get(id) !== is.get(id));
  const groups = groupBy(
    changed,
    (id) => `${was.get(id) ?? "not in the earlier run"} → ${is.get(id) ?? "not in this run"}`,
  );
  const unlike = Object.entries(FACTS).flatMap(([name, of]) => {
    const [before, now] = [of(earlier), of(later)];
    return before === now ? [] : [`another ${name} (${before}, now ${now})`];
  });
  return { earlier, unlike, groups: groups.map(([label, ids]) => ({ label, ids, isGone: !is.has(ids[0]) })) };
}

const outcomesById = ({ clauses }: RunResult): ReadonlyMap<string, string> =>
  new Map(clauses.map(({ id, outcome }) => [id, outcomeLabel(outcome)]));

const FACTS: Readonly<Record<string, (result: RunResult) => string>> = {
  // The embedded reference has another port in each run.
  target: ({ target, embedded }) =>
    embedded === true ? "the embedded reference" : Object.values(target).join(" "),
  level: ({ level }) => level,
  "version of the suite": ({ suite }) => suite.version,
};

/** The changes as one line: `2 passed → failed, 1 failed → passed`. */
export const deltaOf = ({ groups }: Pick<OutcomeChanges, "groups">): string =>
  groups.map(({ label, ids }) => `${countText(ids.length)} ${label}`).join(", ") || "no clause changed";
