import type { AppliedProfile, JournalEntry } from "../engine/results.ts";
import type { KnownDeviation, ProfileInfo } from "../engine/settings.ts";
import { serviceOf } from "./labels.ts";

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
    recipes: found.flatMap(({ recipes }) => recipes).filter((recipe) => recipe.profile === profile.name),
    paths: found
      .flatMap(({ paths }) => paths)
      .filter(({ endpoint }) => serviceOf(endpoint) === profile.group),
  }));
}
