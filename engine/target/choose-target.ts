import type { Service, Settings, Target } from "../model/settings.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { CannotRun } from "./cannot-run.ts";
import { present } from "../model/model.ts";
import type { TargetFlags } from "./options.ts";
import { redactMessage, type Secret, sendsSecrets, withoutSecrets } from "./files/secrets.ts";
import { readTargetFile, type Environment, type ReadTarget } from "./files/target-file.ts";
import type { TargetFile } from "./files/target-schema.ts";
import { reachOf } from "./reach.ts";
import { baseUrl } from "./url.ts";

/** What the run is to judge, and what of it is secret. */
export interface Chosen {
  readonly target: Target;
  readonly secrets: readonly Secret[];
  /** What is shown in place of header values. */
  readonly placeholders?: Settings["placeholders"];
  /** Requests that were sent to it before, by endpoint. */
  readonly spent?: Settings["spent"];
  /** Options that name the same target on another command line. */
  readonly options: TargetFlags;
  /** What is said before anything is sent. */
  readonly warnings?: readonly string[];
}

/** How the URL of each service is called in a target file, on the command line, and in the environment. */
export const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;
export const FLAGS = { status: "--status-url", base: "--base-url", verify: "--verify-url" } as const;
export const VARIABLES = { status: "STATUS_URL", base: "BASE_URL", verify: "VERIFY_URL" } as const;

/**
 * The target of a run: a flag wins over the environment, which wins over the target file. Undefined where none
 * of them names one, or where the embedded reference is asked for.
 */
export function chooseTarget(flags: TargetFlags, env: Environment): Chosen | undefined {
  refuseEmpty(flags, env);
  if (flags.fault !== undefined || flags.variant !== undefined) {
    refuseBoth(flags);
    return undefined;
  }
  const path = flags.target ?? env["CONFORMANCE_TARGET"];
  const read = path === undefined ? undefined : readTargetFile(path, env);
  const chosen = targetFrom(flags, env, read, path ?? "");
  if (Object.keys(chosen.target.urls).length > 0) {
    return chosen;
  }
  if (path !== undefined) {
    throw new CannotRun(`${path}: no URL is given: it needs statusUrl, baseUrl or verifyUrl`);
  }
  return undefined;
}

/** A target that is described by the content of a target file alone. */
export function targetOfFile(read: ReadTarget): Chosen {
  return targetFrom({}, {}, read, "");
}

/** An empty value is a slip, most often of a CI job: taken for none, it would have another target judged. */
function refuseEmpty(flags: TargetFlags, env: Environment): void {
  const given = [
    ["--target", flags.target],
    ...SERVICE_NAMES.map((service) => [FLAGS[service], flags[MEMBERS[service]]] as const),
    ["CONFORMANCE_TARGET", env["CONFORMANCE_TARGET"]],
    ...SERVICE_NAMES.map((service) => [VARIABLES[service], env[VARIABLES[service]]] as const),
  ] as const;
  const empty = given.find(([, value]) => value?.trim() === "");
  if (empty !== undefined) {
    const [name] = empty;
    const what = /target$/i.test(name) ? "the path of a target file" : "a URL";
    throw new CannotRun(`${name} is set and empty: give it ${what}, or leave it away`);
  }
}

function refuseBoth(flags: TargetFlags): void {
  const option = flags.fault === undefined ? "--variant" : "--fault";
  if (flags.target !== undefined || SERVICE_NAMES.some((service) => flags[MEMBERS[service]] !== undefined)) {
    throw new CannotRun(`${option} is for the embedded reference: it takes no target`);
  }
}

function targetFrom(
  flags: TargetFlags,
  env: Environment,
  read: ReadTarget | undefined,
  path: string,
): Chosen {
  const { file = {}, secrets = [], placeholders }: Partial<ReadTarget> = read ?? {};
  const redact = redactMessage(secrets);
  const options: Record<string, string> = path === "" ? {} : { target: path };
  const urls: Partial<Record<Service, string>> = {};
  const away: Away[] = [];
  for (const service of SERVICE_NAMES) {
    const member = MEMBERS[service];
    const outside = outsideFile(service, flags, env);
    const inFile = file[member];
    const text = outside?.url ?? inFile;
    if (text !== undefined) {
      const name = outside?.name ?? `${path === "" ? "the target" : path}: ${member}`;
      urls[service] = baseUrl(text, redact(name + shownUrl(text)), service);
    }
    if (outside !== undefined) {
      options[member] = outside.url.trim();
      if (inFile !== undefined && originOf(inFile) !== originOf(outside.url)) {
        away.push({ ...outside, service, told: redact(`${path} gives ${inFile} for ${member}`) });
      }
    }
  }
  const warnings = sendsSecrets(file, secrets) ? away.map(awayFromFile) : [];
  const given = {
    headers: { status: {}, base: {}, verify: {}, ...file.headers },
    samples: file.samples ?? {},
  };
  const services = away.map(({ service }) => service);
  const reached = reachOf(urls, flags, env, read && { ...read, file: withoutReach(file, services) });
  return {
    target: {
      urls,
      parameters: file.parameters ?? {},
      ...withoutSecrets(given, services, secrets),
      ...(Object.keys(reached.reach).length === 0 ? {} : { reach: reached.reach }),
    },
    secrets: [...secrets, ...reached.secrets],
    options,
    warnings,
    ...present({ placeholders }),
  };
}

/** Client certificates and tokens are for the origin that their file names, like the headers. */
function withoutReach(file: TargetFile, away: readonly Service[]): TargetFile {
  const gone = Object.fromEntries(away.map((service) => [service, undefined]));
  return { ...file, tls: { ...file.tls, ...gone }, authorization: { ...file.authorization, ...gone } };
}

/** The URL of a service that an option or a variable gives, by the name of that. */
interface Outside {
  readonly name: string;
  readonly url: string;
}

function outsideFile(service: Service, flags: TargetFlags, env: Environment): Outside | undefined {
  const url = flags[MEMBERS[service]];
  if (url !== undefined) {
    return { name: FLAGS[service], url };
  }
  const name = VARIABLES[service];
  return env[name] === undefined ? undefined : { name, url: env[name] };
}

/** A URL that leads away from the origin which a target file names, and what the file says instead. */
interface Away extends Outside {
  readonly service: Service;
  readonly told: string;
}

/**
 * Secrets go to the origin that their file names. An option that leads elsewhere is meant: the secrets stay behind.
 * A variable may be there by chance: it is bad usage.
 */
function awayFromFile({ name, url, told }: Away): string {
  const both = `${name} names ${url}, and ${told}`;
  if (!name.startsWith("--")) {
    throw new CannotRun(
      `${both}: its headers and keys go nowhere else; unset ${name}, or write the URL into the file`,
    );
  }
  return `${both}: what the file holds of secrets for that service is not sent`;
}

function originOf(url: string): string {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : url;
}

/** Whatever stands in front of an @, or behind a ? or a #, may be a secret, where the URL is a slip most of all. */
const shownUrl = (text: string): string => (/[@?#]/.test(text) ? "" : ` ${JSON.stringify(text)}`);
