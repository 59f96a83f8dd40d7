import {
  LEFT_KINDS,
  type ClauseResult,
  type Left,
  type LeftKind,
} from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { count, countOf } from "./numbers.ts";
import { groupBy, isNotJudged } from "./tally.ts";

const ON: Readonly<Record<LeftKind, string>> = {
  filters: "what filters select",
  forms: "other ways to write ids and times",
  refusals: "malformed ids",
  pages: "limits and orders of pages",
  records: "records beside others",
  walks: "longer lists",
};

type Leaving = Pick<RunResult, "clauses" | "level">;

/** The clauses that the level of a run left to a higher one, by level and kind, most clauses first. */
export function leftOf({ clauses, level }: Leaving): readonly Left[] {
  const groups = groupBy(
    clauses.flatMap((clause) => leftBy(level, clause) ?? []),
    ({ to, kind }) => `${to} ${kind}`,
  );
  return groups
    .flatMap(([, group]) => group.slice(0, 1).map((first) => ({ ...first, clauses: group.length })))
    .toSorted((a, b) => a.to.localeCompare(b.to) || b.clauses - a.clauses);
}

/** Whether the level alone kept a clause from being judged. */
export const isLeft = (level: RunResult["level"], clause: ClauseResult): boolean =>
  leftBy(level, clause) !== undefined;

function leftBy(level: RunResult["level"], clause: ClauseResult): Pick<Left, "to" | "kind"> | undefined {
  const { remedy, cause } = clause;
  // Of other causes, a service without end would not come to one at any level.
  if (!isNotJudged(clause) || cause !== "data") {
    return undefined;
  }
  if (remedy?.kind === "walkFurther") {
    return level === "thorough" ? undefined : { to: "thorough", kind: "walks" };
  }
  const kind = remedy?.kind === "raiseLevel" && LEFT_KINDS.find((known) => known === remedy.of);
  return kind ? { to: "standard", kind } : undefined;
}

/** What a level did not look at, in one line; undefined where it left nothing. */
export function leftText(result: Leaving): string | undefined {
  const levels = groupBy(leftOf(result), ({ to }) => to).map(([to, kinds]) => {
    const all = kinds.reduce((sum, { clauses }) => sum + clauses, 0);
    const on = kinds.map(({ kind, clauses }) => `${count(clauses)} on ${ON[kind]}`).join(", ");
    return { all, to, on };
  });
  const [first, ...others] = levels;
  return first === undefined
    ? undefined
    : [
        `${result.level} leaves ${count(first.all)} of ${countOf(result.clauses.length, "clause")} to the level ${first.to}: ${first.on}`,
        ...others.map(({ all, to, on }) => `${count(all)} to the level ${to}: ${on}`),
      ].join("; ");
}
