import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { count, countOf } from "./numbers.ts";

/** Known deviations that were met, for one reason. */
export interface ReasonMet {
  readonly reason: string;
  /** Clauses, each once. */
  readonly ids: readonly string[];
}

/** The known deviations that were met, by their reason, in the order of their entries. */
export function metByReason({ known }: Pick<RunResult, "known">): readonly ReasonMet[] {
  const groups = new Map<string, Set<string>>();
  for (const { reason, clause } of known?.met ?? []) {
    const ids = groups.get(reason) ?? new Set();
    groups.set(reason, ids);
    ids.add(clause);
  }
  return [...groups].map(([reason, ids]) => ({ reason, ids: [...ids] }));
}

/** A profile in one line: what it describes, and how much of what it knows was met. */
export function profileLine(
  { name, title, unmatched }: AppliedProfile,
  { known }: Pick<RunResult, "known">,
): string {
  const met = (known?.met ?? []).filter(({ profile }) => profile === name).length;
  const others = unmatched.length > 0 ? `, ${count(unmatched.length)} not met` : "";
  return `${name} (${title}): ${countOf(met, "known deviation")} met${others}`;
}

/** What else is to be said of a profile: operations at other paths, and how samples were found. */
export function profileFacts({ paths, recipes }: AppliedProfile): readonly string[] {
  return [
    ...paths.map(({ documented, used, reason }) => `asked at ${used} instead of ${documented}: ${reason}`),
    ...recipes.map(({ sample, path, found, reason }) =>
      found > 0
        ? `${sample}: ${count(found)} found at ${path}`
        : `${sample}: none found at ${path}${reason === undefined ? "" : `: ${reason}`}`,
    ),
  ];
}
