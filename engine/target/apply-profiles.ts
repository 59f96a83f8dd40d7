import type { KnownDeviation } from "../model/known-deviation.ts";
import type { Target, MovedPaths, ParameterNames, Recipe } from "../model/settings.ts";
import type { Chosen } from "./choose-target.ts";
import type { Profile } from "./files/profile.ts";

/** Applies profiles to a target; what the target file says wins, and the user's own entries come first. */
export function applyProfiles(chosen: Chosen, profiles: readonly Profile[], own: readonly KnownDeviation[]) {
  const { target } = chosen;
  const used = profiles.filter(({ group }) => target.urls[group] !== undefined);
  const idle = profiles.filter(({ group }) => target.urls[group] === undefined);
  return {
    chosen: { ...chosen, target: { ...target, ...additions(target, used) } },
    known: [
      ...own,
      ...used.flatMap(({ name, deviations = [] }) =>
        deviations.map((entry): KnownDeviation => ({ ...entry, profile: name })),
      ),
    ],
    profiles: used.map(({ name, title, group, versions, notes = [] }) => {
      return { name, title, group, versions, notes };
    }),
    warnings: idle.map(
      ({ name, group }) => `the profile ${name} is not used: no URL is given for the ${group} service`,
    ),
  };
}

function additions(
  target: Target,
  profiles: readonly Profile[],
): Pick<Target, "parameters" | "recipes" | "paths"> {
  const recipes = profiles.flatMap(({ name, recipes: own = [] }) =>
    own.map((recipe): Recipe => ({ ...recipe, profile: name })),
  );
  const paths: MovedPaths = Object.assign({}, ...profiles.map((profile) => profile.paths));
  return {
    parameters: profiles.reduce((names, profile) => merged(profile.parameters, names), target.parameters),
    ...(recipes.length === 0 ? {} : { recipes }),
    ...(Object.keys(paths).length === 0 ? {} : { paths }),
  };
}

/** Names of a profile, under those of the target file. */
function merged(below: ParameterNames = {}, above: ParameterNames): ParameterNames {
  const lists = ["tokens", "tokenBalances", "networkFees"] as const;
  return Object.fromEntries(lists.map((list) => [list, { ...below[list], ...above[list] }]));
}
