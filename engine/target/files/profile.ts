import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-p3";
import { SERVICE_WORDS, SERVICE_NAMES } from "../../../schemas/operations.ts";
import { movedPaths, parameterNamesSchema, recipeSchema } from "../../model/settings.ts";
import { CannotRun, messageOf } from "../../model/cannot-run.ts";
import { didYouMean } from "../nearest.ts";
import { readJson, validated } from "./json-file.ts";
import { packageInfo } from "../package-info.ts";
import { type KnownDeviation, knownSchema, profileDeviationSchema } from "../../model/known-deviation.ts";
import { groupBy } from "../../model/model.ts";
import * as json from "../../model/schema.ts";
import type { Catalogue } from "../../clauses/catalogue.ts";

const sign = json.closed({
  path: json.textSchema({
    pattern: "^/[^\\s]*$",
    description: "a path below the URL of the service, with its query",
  }),
  body: json.optional(json.nonEmptyText("JSON body of a POST request; absent: a GET request is sent")),
  select: json.nonEmptyText("a JSONPath (RFC 9535) that is applied to the response, whatever its status"),
  matches: json.nonEmptyText("a regular expression that one of the selected strings has to match"),
});
export type Sign = json.Model<typeof sign>;

/** JSON Schema of a profile, which describes a real implementation. */
export const profileSchema = json.closed(
  {
    $schema: json.optionalText(),
    name: json.textSchema({
      pattern: "^[a-z0-9][a-z0-9-]{0,62}$",
      description: "a name of lower-case letters, digits and dashes",
    }),
    group: json.oneOf(SERVICE_NAMES, "the service that the profile describes"),
    title: json.nonEmptyText(),
    versions: json.listSchema(json.nonEmptyText(), "releases that the profile was checked against"),
    signs: json.optionalList(sign, {
      maxItems: 3,
      description: "responses that identify this implementation; a service has to show all of them",
    }),
    parameters: json.optional(parameterNamesSchema),
    paths: json.optional(movedPaths),
    recipes: json.optionalList(recipeSchema, { maxItems: 20 }),
    deviations: json.optionalList(profileDeviationSchema),
    notes: json.optionalList(json.nonEmptyText(), "notes for users of the profile"),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:profile",
    title: "Profile of an implementation",
  },
);

/** A description of an implementation: docs/profiles.md. */
export type Profile = json.Model<typeof profileSchema>;

/** Reads profiles, by name or by the path of a file. Throws `CannotRun` if one is wrong, or if two describe the same service. */
export function readProfiles(namesOrPaths: readonly string[], clauses: ClauseIds): readonly Profile[] {
  const profiles = namesOrPaths.map((name) => readProfile(name, clauses));
  for (const [group, [first, second]] of groupBy(profiles, (profile) => profile.group)) {
    if (second !== undefined) {
      const both = `the profiles ${first.name} and ${second.name} both describe`;
      throw new CannotRun(`${both} the ${SERVICE_WORDS[group]} service: give one per service`);
    }
  }
  return profiles;
}

export const bundledProfiles = (clauses: ClauseIds): readonly Profile[] =>
  bundledNames().map((name) => readProfile(name, clauses));

export function bundledNames(): readonly string[] {
  const files = readdirSync(folder()).filter((file) => file.endsWith(".json"));
  return files.map((file) => file.slice(0, -".json".length)).toSorted();
}

function readProfile(nameOrPath: string, clauses: ClauseIds): Profile {
  const isFile = /[/\\]|\.json$/i.test(nameOrPath);
  const bundled = bundledNames();
  if (!isFile && !bundled.includes(nameOrPath)) {
    const hint = `${didYouMean(nameOrPath, bundled) || ":"} there are ${bundled.join(", ")}`;
    const advice = "a file of your own is given by its path, such as ./mine.json";
    throw new CannotRun(`no profile is named ${JSON.stringify(nameOrPath)}${hint}; ${advice}`);
  }
  const path = isFile ? nameOrPath : join(folder(), `${nameOrPath}.json`);
  return checkProfile(readJson(path, "profile"), path, clauses);
}

const folder = (): string => join(packageInfo().root, "profiles");

/** Checks the content of a profile. `file` is its name in messages. Throws `CannotRun`. */
export function checkProfile(content: unknown, file: string, clauses: ClauseIds): Profile {
  const profile = validated(content, profileSchema, file);
  const { deviations = [], recipes = [] } = profile;
  requireClauses(deviations, file, clauses);
  const broadIndex = deviations.findIndex(
    ({ pointer, status, request }) => pointer === "" && (status ?? request) === undefined,
  );
  if (broadIndex >= 0) {
    const place = `${file}: deviations[${broadIndex}]`;
    throw new CannotRun(`${place} covers whole responses: narrow it with status or request`);
  }
  for (const path of recipes.flatMap(({ steps }) => steps.flatMap(({ select }) => select))) {
    try {
      compile(path);
    } catch (error) {
      throw new CannotRun(`${file}: ${JSON.stringify(path)} is not a JSONPath: ${messageOf(error)}`);
    }
  }
  return profile;
}

type ClauseIds = ReadonlySet<string>;

export const clauseIdsOf = ({ clauses }: Pick<Catalogue, "clauses">): ClauseIds =>
  new Set(clauses.map(({ id }) => id));

/** Checks the content of a file of known deviations. `name` is its name in messages. Throws `CannotRun`. */
export function checkKnown(content: unknown, name: string, clauseIds: ClauseIds): readonly KnownDeviation[] {
  const { deviations } = validated(content, knownSchema, name);
  requireClauses(deviations, name, clauseIds);
  return deviations;
}

/** Throws `CannotRun` unless each entry names an existing clause and a reason other than the placeholder of a suggestion. */
function requireClauses(
  deviations: readonly Pick<KnownDeviation, "clause" | "reason">[],
  name: string,
  clauseIds: ClauseIds,
): void {
  for (const [index, { clause, reason }] of deviations.entries()) {
    const place = `${name}: deviations[${index}]`;
    if (/^\s*(say why\b|$)/i.test(reason)) {
      const advice = "write why this deviation is accepted, and until when";
      throw new CannotRun(`${place}.reason is still the placeholder: ${advice}`);
    }
    if (!clauseIds.has(clause)) {
      const hint = `no such clause${didYouMean(clause, [...clauseIds])}`;
      throw new CannotRun(`${place}.clause names ${JSON.stringify(clause)}: ${hint}`);
    }
  }
}
