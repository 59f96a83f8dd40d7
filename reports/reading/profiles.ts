import type { AppliedProfile, JournalEntry } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { ProfileInfo } from "../../engine/model/settings.ts";
import { serviceOf } from "../words/labels.ts";

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
