import type { Service, Settings, Target } from "../engine/settings.ts";
import { CannotRun } from "./cannot-run.ts";
import type { RunFlags } from "./run-flags.ts";
import { redactMessage, type Secret } from "./secrets.ts";
import { readTargetFile, type Environment, type ReadTarget, type TargetFile } from "./target-file.ts";
import { baseUrl } from "./url.ts";

/** What the run is to judge, and what of it is secret. */
export interface Chosen {
  readonly target: Target;
  readonly secrets: readonly Secret[];
  /** What is shown in place of header values. */
  readonly placeholders?: Settings["placeholders"];
  /** Options that name the same target on another command line. */
  readonly options: readonly string[];
}

type TargetFlags = Pick<RunFlags, "target" | "statusUrl" | "baseUrl" | "verifyUrl" | "fault" | "variant">;

const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const;
const FLAGS = { status: "--status-url", base: "--base-url", verify: "--verify-url" } as const;
const VARIABLES = { status: "STATUS_URL", base: "BASE_URL", verify: "VERIFY_URL" } as const;
const SERVICES = ["status", "base", "verify"] as const satisfies readonly Service[];

/**
 * The target of a run: a flag wins over the environment, which wins over the target file. Undefined where none
 * of them names one, or where the embedded reference is asked for.
 */
export function chooseTarget(flags: TargetFlags, env: Environment): Chosen | undefined {
  if (flags.fault !== undefined || flags.variant !== undefined) {
    refuseBoth(flags);
    return undefined;
  }
  const path = flags.target ?? given(env["CONFORMANCE_TARGET"]);
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

function refuseBoth(flags: TargetFlags): void {
  const option = flags.fault === undefined ? "--variant" : "--fault";
  if (flags.target !== undefined || SERVICES.some((service) => flags[MEMBERS[service]] !== undefined)) {
    throw new CannotRun(`${option} is for the embedded reference: it takes no target`);
  }
}

function targetFrom(
  flags: TargetFlags,
  env: Environment,
  read: ReadTarget | undefined,
  path: string,
): Chosen {
  const file: TargetFile = read?.file ?? {};
  const secrets = read?.secrets ?? [];
  const redact = redactMessage(secrets);
  const options = path === "" ? [] : ["--target", path];
  const urls: Partial<Record<Service, string>> = {};
  for (const service of SERVICES) {
    const outside = flags[MEMBERS[service]] ?? given(env[VARIABLES[service]]);
    const inFile = file[MEMBERS[service]];
    const text = outside ?? inFile;
    if (text !== undefined) {
      urls[service] = baseUrl(text, redact(sourceOf(service, text, flags, outside === undefined, path)));
    }
    if (outside !== undefined) {
      options.push(FLAGS[service], outside.trim());
    }
  }
  const headers = { status: {}, base: {}, verify: {}, ...file.headers };
  return {
    target: { urls, headers, parameters: file.parameters ?? {}, samples: file.samples ?? {} },
    secrets,
    ...(read?.placeholders === undefined ? {} : { placeholders: read.placeholders }),
    options,
  };
}

function sourceOf(
  service: Service,
  text: string,
  flags: TargetFlags,
  fromFile: boolean,
  path: string,
): string {
  const shown = /\/\/[^/]*@/.test(text) ? "" : ` ${JSON.stringify(text)}`;
  if (fromFile) {
    return `${path === "" ? "the target" : path}: ${MEMBERS[service]}${shown}`;
  }
  return `${flags[MEMBERS[service]] === undefined ? VARIABLES[service] : FLAGS[service]}${shown}`;
}

function given(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}
