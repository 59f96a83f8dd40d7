import type { AppliedProfile, JournalEntry, RunResult } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { ProfileInfo } from "../../engine/model/settings.ts";
import { serviceOf } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";

/** The profiles of a run with what became of them; `unmatched` are the entries of profiles that nothing matched. */
export function appliedProfiles(
  profiles: readonly ProfileInfo[],
  unmatched: readonly KnownDeviation[],
  entries: readonly JournalEntry[],
): readonly AppliedProfile[] {
  const found = entries.filter((entry) => entry.type === "found");
  return profiles.map((profile) => ({
    ...profile,
    unmatched: unmatched.filter((entry) => entry.profile === profile.name),
    recipes: found
      .flatMap(({ recipes }) => recipes)
      .filter((recipe) => recipe.profile === profile.name)
      .toSorted((a, b) => (`${a.sample} ${a.path}` < `${b.sample} ${b.path}` ? -1 : 1)),
    paths: found
      .flatMap(({ paths }) => paths)
      .filter(({ endpoint }) => serviceOf(endpoint) === profile.group),
  }));
}

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
