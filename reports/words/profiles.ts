import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { count, countOf } from "./numbers.ts";
import { groupBy } from "./tally.ts";

/** The known deviations that were met, by their reason, in the order of their entries; each clause once. */
export const metByReason = ({ known }: Pick<RunResult, "known">) =>
  groupBy(known?.met ?? [], ({ reason }) => reason).map(([reason, own]) => ({
    reason,
    ids: [...new Set(own.map(({ clause }) => clause))],
  }));

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
export const profileFacts = ({ paths, recipes }: AppliedProfile): readonly string[] => [
  ...paths.map(({ documented, used, reason }) => `asked at ${used} instead of ${documented}: ${reason}`),
  ...recipes.map(({ sample, path, found, reason }) =>
    found > 0
      ? `${sample}: ${count(found)} found at ${path}`
      : `${sample}: none found at ${path}${reason === undefined ? "" : `: ${reason}`}`,
  ),
];
