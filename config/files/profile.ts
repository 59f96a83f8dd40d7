import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-p3";
import type { Endpoint } from "../../engine/model/settings.ts";
import { serviceOf } from "../../reports/words/labels.ts";
import { CannotRun } from "../cannot-run.ts";
import { readJson, validated } from "./json-file.ts";
import { objectionToReason } from "./known-file.ts";
import { packageInfo } from "../package-info.ts";
import { profileSchema, type Profile } from "./profile-schema.ts";

/** The clauses that there are, with the endpoint of each. */
export type ClauseEndpoints = ReadonlyMap<string, Endpoint>;

/** Reads profiles, bundled ones by their name and others by the path of a file; one per service. */
export function readProfiles(wanted: readonly string[], clauses: ClauseEndpoints): readonly Profile[] {
  const profiles = wanted.map((name) => readProfile(name, clauses));
  for (const [index, { group, name }] of profiles.entries()) {
    const other = profiles.slice(0, index).find((earlier) => earlier.group === group);
    if (other !== undefined) {
      throw new CannotRun(
        `the profiles ${other.name} and ${name} are both of the ${group} service: give one per service`,
      );
    }
  }
  return profiles;
}

/** Names of the profiles that come with the suite. */
export function bundledProfiles(): readonly string[] {
  return readdirSync(folder())
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .toSorted();
}

function readProfile(wanted: string, clauses: ClauseEndpoints): Profile {
  const isFile = /[/\\]|\.json$/i.test(wanted);
  const bundled = bundledProfiles();
  if (!isFile && !bundled.includes(wanted)) {
    throw new CannotRun(
      `no profile is named ${JSON.stringify(wanted)}: there are ${bundled.join(", ")}; a file of your own is given ` +
        "by its path, such as ./mine.json",
    );
  }
  const path = isFile ? wanted : join(folder(), `${wanted}.json`);
  return checkProfile(readJson(path, "profile"), path, clauses);
}

function folder(): string {
  return join(packageInfo().root, "profiles");
}

/** Checks the content of a profile; `file` stands for it in messages. */
export function checkProfile(content: unknown, file: string, clauses: ClauseEndpoints): Profile {
  const profile = validated(content, profileSchema, file);
  const faults = [...deviationFaults(profile, clauses), ...recipeFaults(profile)];
  const [first] = faults;
  if (first !== undefined) {
    throw new CannotRun(`${file}: ${first}`);
  }
  return profile;
}

function deviationFaults({ deviations = [], group }: Profile, clauses: ClauseEndpoints): readonly string[] {
  return deviations.flatMap(({ clause, pointer, request, status, where, reason }, index) => {
    const member = `deviations[${index}]`;
    const noReason = objectionToReason(reason);
    if (noReason !== undefined) {
      return [`${member}.reason ${noReason}`];
    }
    const endpoint = clauses.get(clause);
    if (endpoint === undefined) {
      return [`${member}.clause names ${JSON.stringify(clause)}: no such clause`];
    }
    if (serviceOf(endpoint) !== group) {
      return [`${member}.clause names ${clause}, which is not of the ${group} service`];
    }
    return pointer === "" && request === undefined && status === undefined && where === undefined
      ? [`${member} covers whole answers: narrow it with request, status or where`]
      : [];
  });
}

function recipeFaults({ recipes = [], group }: Profile): readonly string[] {
  if (recipes.length > 0 && group !== "base") {
    return ["recipes find samples of the base service only"];
  }
  return recipes.flatMap(({ steps }, recipe) =>
    steps.flatMap((step, index) => {
      const member = `recipes[${recipe}].steps[${index}]`;
      const isLast = index === steps.length - 1;
      const named = steps.slice(0, index).map(({ as }) => as);
      const used = [...step.path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
      const unknown = used.find((name) => !named.includes(name));
      return [
        ...(isLast && step.as !== undefined
          ? [`${member}.as: the last step gives the samples themselves`]
          : []),
        ...(!isLast && step.as === undefined ? [`${member} needs "as": a name for the steps behind it`] : []),
        ...(unknown === undefined ? [] : [`${member}.path uses {${unknown}}, which no earlier step gives`]),
        ...pathFault(step.select, member),
      ];
    }),
  );
}

function pathFault(select: string, member: string): readonly string[] {
  try {
    compile(select);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`${member}.select is no JSONPath: ${reason}`];
  }
}
