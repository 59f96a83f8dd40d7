import { randomInt } from "node:crypto";
import { isAbsolute, join } from "node:path";
import { clausesOf, loadCatalogue, type Catalogue, type ClauseInfo } from "../clauses/catalogue.ts";
import { operations, type Service, SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { present } from "../model/model.ts";
import { requestBound } from "../model/plan.ts";
import { createRedact, redactDeep } from "../secrets/redact.ts";
import type { Limits, MovedPaths, ParameterNames, Recipe, Settings, Target } from "../model/settings.ts";
import { DEFAULT_LIMITS } from "../model/settings.ts";
import { CannotRun, messageOf } from "../model/cannot-run.ts";
import { commandLine, DEFAULTS, type RunOptions, targetSchema } from "./options.ts";
import { flagName, memberName, readJson, validated } from "./files/json-file.ts";
import { checkKnown, clauseIdsOf, type Profile, readProfiles } from "./files/profile.ts";
import { checkTarget, selectHidden, readTargetFile } from "./files/target-file.ts";
import type { Environment, ReadTarget } from "./files/target-file.ts";
import { packageInfo } from "./package-info.ts";
import { select } from "./selection.ts";
import { chooseTarget, isLoopback, TARGET_MEMBERS, type Urls } from "./target.ts";

export interface RunInput {
  readonly target?: TargetOptions | string | undefined;
  readonly options?: RunOptions;
  /** URLs from the environment. They take precedence over the target file, and options take precedence over them. */
  readonly environmentUrls?: Urls;
  /** The environment variables, from which `${NAME}`, proxies and passphrases are read. */
  readonly env: Environment;
  /** The command that started the run, for the line that repeats it; absent for the library, which writes no folder by default. */
  readonly program?: string;
  readonly embedded?: boolean;
  /** Limits that no option sets. Tests shorten them. */
  readonly limits?: Partial<Limits>;
  /** Further flags of the command, for the line that repeats it. */
  readonly furtherFlags?: Readonly<Record<string, string | undefined>>;
}

export interface Resolved {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly options: RunOptions;
  readonly warnings: readonly string[];
}

/** Reads and checks the input of a run. Throws `CannotRun` if any of it is wrong. Sends no request to the target. */
export async function resolve(input: RunInput): Promise<Resolved> {
  const { env, program, options: runOptions = {}, environmentUrls = {}, embedded = false } = input;
  const { target: given = {}, sources } = await readTargetHeaders(input.target);
  const targetFile =
    typeof given === "string" ? readTargetFile(given, env) : checkTarget(given, "the target", env);
  // Messages name an option as its flag if the run was started by a command.
  validated(runOptions, targetSchema, "the options of run", program === undefined ? memberName : flagName);
  const folder = program === undefined ? {} : { out: DEFAULTS.out };
  const options: RunOptions = { ...folder, ...resolvePaths(targetFile), ...runOptions };
  const name = typeof input.target === "string" ? input.target : "the target";
  const chosen = chooseTarget(targetFile, runOptions, environmentUrls, env, name);
  if (Object.keys(chosen.target.urls).length === 0) {
    const needed = `it needs statusUrl, baseUrl or verifyUrl${undefinedUrls(input.target)}`;
    throw new CannotRun(`${name}: no URL is given: ${needed}`);
  }
  const catalogue = await loadCatalogue();
  const allIds = clauseIdsOf(catalogue);
  const known = readKnown(options, allIds);
  const applied = applyProfiles(chosen.target, readProfiles(options.profile ?? [], allIds));
  const { target } = applied;
  const { hidden, warnings } = selectHidden(chosen.secrets, catalogue);
  const secrets = [...hidden];
  const selected = select(catalogue, options.only ?? [], options.skip ?? []);
  const clauses = clausesOf({ clauses: selected }, target.urls);
  if (clauses.length === 0) throw new CannotRun(`nothing to test: ${urlsToGive(selected)}`);
  const level = options.level ?? DEFAULTS.level;
  const seed = options.seed ?? randomInt(2 ** 31 - 1);
  const { version, name: suite } = packageInfo();
  const repeated = redactDeep(repeatedOptions(input, seed), createRedact(hidden));
  const settings: Settings = {
    ...paceOf(options, target),
    target,
    limits: { ...limitsOf(options), ...input.limits },
    seed,
    level,
    mostRequests: requestBound(clauses, target.urls, level),
    clauseIds: clauses.map(({ id }) => id),
    secrets,
    known: [...known, ...applied.known],
    strict: options.strict ?? false,
    userAgent: `${suite}/${version}`,
    command: commandLine(program ?? `${suite} run`, repeated) + noteOnMembers(input),
    ...(embedded ? { embedded: true as const } : {}),
    ...present({
      placeholders: targetFile.placeholders,
      profiles: applied.profiles.length === 0 ? undefined : applied.profiles,
      renewHeaders: sources && headerRenewal(sources, secrets, catalogue),
    }),
  };
  return { settings, catalogue, options, warnings: [...chosen.warnings, ...warnings, ...applied.warnings] };
}

const readKnown = ({ known = [] }: RunOptions, clauseIds: ReadonlySet<string>): readonly KnownDeviation[] =>
  typeof known === "string"
    ? checkKnown(readJson(known, "file of known deviations"), known, clauseIds)
    : checkKnown({ deviations: known }, "known", clauseIds);

/** The reason if no selected clause belongs to a service with a URL: the services whose URL would be needed. */
function urlsToGive(clauses: readonly ClauseInfo[]): string {
  const services = new Set(clauses.map(({ endpoint }) => operations[endpoint].service));
  const named = [...services].map((service) => `the ${SERVICE_WORDS[service]} service (--${service}-url)`);
  return `no URL is given for ${named.join(" or ")}`;
}

/** Relative paths in a target file are resolved against its folder. */
function resolvePaths({ file, dir }: ReadTarget): RunOptions {
  const inFolder = <Path>(path: Path): Path | string =>
    typeof path !== "string" || dir === undefined || isAbsolute(path) ? path : join(dir, path);
  const { known, previous, profile, out, har } = file;
  const paths = { previous: inFolder(previous), out: inFolder(out), har: inFolder(har) };
  const profiles = profile?.map((name) => (/[/\\]|\.json$/i.test(name) ? inFolder(name) : name));
  return { ...file, ...present({ ...paths, known: inFolder(known), profile: profiles }) };
}

/** The options in the command line that repeats a run: in place of the members of a target file, its path. */
function repeatedOptions(
  { target = {}, options = {}, environmentUrls, embedded, furtherFlags }: RunInput,
  seed: number,
) {
  const named = typeof target === "string" ? { target } : embedded === true ? {} : target;
  return { ...named, ...environmentUrls, ...options, ...options.tls, ...furtherFlags, seed };
}

/** A note on the members of a target object for which there is no flag: without them, the command repeats another run. */
function noteOnMembers({ target = {}, embedded }: RunInput): string {
  const members = typeof target === "string" || embedded === true ? [] : Object.entries(target);
  const isObjectMember = (value: unknown): boolean => typeof value === "object" && !Array.isArray(value);
  const names = members.filter(([, value]) => isObjectMember(value)).map(([name]) => name);
  return names.length === 0 ? "" : ` # with ${names.join(", ")} of the target in a file, as --target FILE`;
}

/** How fast requests are sent: slowly to a remote target, which others use too; faster if all URLs are on loopback. */
const paceOf = (
  { concurrency, rps }: RunOptions,
  { urls }: Target,
): Pick<Settings, "concurrency" | "rps"> => ({
  ...(Object.values(urls).every(isLoopback) ? { concurrency: 16 } : { concurrency: 8, rps: 20 }),
  ...present({ concurrency, rps }),
});

const limitsOf = ({ requestTimeout, runTimeout }: RunOptions): Settings["limits"] => ({
  ...DEFAULT_LIMITS,
  ...present({ requestMs: requestTimeout, runMs: runTimeout }),
});

/** Applies profiles to a target. The target file takes precedence. A profile of a service without a URL only causes a warning. */
export function applyProfiles(target: Target, profiles: readonly Profile[]) {
  const usedProfiles = profiles.filter(({ group }) => target.urls[group] !== undefined);
  const unusedProfiles = profiles.filter(({ group }) => target.urls[group] === undefined);
  const recipes = usedProfiles.flatMap(({ name, recipes: profileRecipes = [] }) =>
    profileRecipes.map((recipe): Recipe => ({ ...recipe, profile: name })),
  );
  const paths: MovedPaths = Object.assign({}, ...usedProfiles.map((profile) => profile.paths));
  return {
    target: {
      ...target,
      parameters: usedProfiles.reduce(
        (names, profile) => mergeNames(profile.parameters, names),
        target.parameters,
      ),
      ...(recipes.length === 0 ? {} : { recipes }),
      ...(Object.keys(paths).length === 0 ? {} : { paths }),
    },
    known: usedProfiles.flatMap(({ name, deviations = [] }) =>
      deviations.map((entry): KnownDeviation => ({ ...entry, profile: name })),
    ),
    profiles: usedProfiles.map(({ name, title, group, versions, notes = [] }) => {
      return { name, title, group, versions, notes };
    }),
    warnings: unusedProfiles.map(
      ({ name, group }) =>
        `the profile ${name} is not used: no URL is given for the ${SERVICE_WORDS[group]} service`,
    ),
  };
}

/** The names of parameters of a profile (`below`), overridden by those of the target file (`above`). */
function mergeNames(below: ParameterNames = {}, above: ParameterNames): ParameterNames {
  const lists = ["tokens", "tokenBalances", "networkFees"] as const;
  return Object.fromEntries(lists.map((list) => [list, { ...below[list], ...above[list] }]));
}

/** A hint on URLs that the caller set to `undefined`, usually from an environment variable that is not set; empty if there are none. */
function undefinedUrls(target: RunInput["target"]): string {
  const isIn = (name: string): boolean => typeof target === "object" && name in target;
  const names = Object.values(TARGET_MEMBERS).filter(isIn);
  return names.length === 0 ? "" : ` (undefined: ${names.join(", ")}; is an environment variable not set?)`;
}

type SourceFields = Readonly<Record<string, string>>;

/** Returns the header fields of a service. It is called before the first request, and again if a response has status 401. */
export type HeaderSource = () => SourceFields | Promise<SourceFields>;

/** The content of a target file, in which the headers of a service may also be a function. */
export type TargetOptions = Omit<RunOptions, "headers"> & {
  readonly headers?: Readonly<Partial<Record<Service, SourceFields | HeaderSource>>>;
};

type HeaderSources = Readonly<Partial<Record<Service, HeaderSource>>>;

/** Replaces functions among the headers of a target with the header fields that they return. */
async function readTargetHeaders(target: RunInput["target"]) {
  if (typeof target !== "object" || target.headers === undefined) return { target };
  const headers = { ...target.headers };
  const sources: Partial<Record<Service, HeaderSource>> = {};
  for (const service of SERVICE_NAMES) {
    const source = headers[service];
    if (typeof source === "function") {
      sources[service] = source;
      headers[service] = await readHeaders(service, source);
    }
  }
  return { target: { ...target, headers }, sources };
}

/** Creates the function that calls a service's function for headers, if it has one, and adds the returned values to `secrets`. */
const headerRenewal =
  (sources: HeaderSources, secrets: string[], catalogue: Catalogue): Settings["renewHeaders"] =>
  async (service) => {
    const source = sources[service];
    const fields = source && (await readHeaders(service, source));
    const values = Object.entries(fields ?? {}).map(([name, value]) => {
      return { value, from: `headers.${service}.${name}` };
    });
    secrets.push(...selectHidden(values, catalogue).hidden.filter((value) => !secrets.includes(value)));
    return fields;
  };

/** Calls a function for headers; throws `CannotRun` if it fails, or returns no header fields. */
async function readHeaders(service: Service, source: HeaderSource): Promise<SourceFields> {
  let fields: unknown;
  try {
    fields = await source();
  } catch (error) {
    throw new CannotRun(`headers.${service}: the function failed: ${messageOf(error)}`);
  }
  const { headers } = validated({ headers: { [service]: fields } }, targetSchema, "the function for headers");
  return headers?.[service] ?? {};
}
