import { dirname } from "node:path";
import type { Service, Settings, Target } from "../../model/settings.ts";
import { CannotRun } from "../../model/cannot-run.ts";
import { memberName, readJson, SHOWABLE, textsIn, validated, VARIABLE, withTexts } from "./json-file.ts";
import { type RunOptions, targetSchema } from "../options.ts";
import type { Catalogue } from "../../clauses/catalogue.ts";
import { basicUser, createRedact, isLongEnough, type Redact, SHORTEST_SECRET } from "../../secrets/redact.ts";
import { resultsSchema } from "../../model/results.ts";
import { present } from "../../model/model.ts";

/** A target file, with its secrets and the placeholders that outputs show in their place. */
export interface ReadTarget {
  readonly file: RunOptions;
  readonly secrets: readonly Secret[];
  readonly placeholders?: Settings["placeholders"];
  /** The folder against which its paths are resolved; absent: the working directory. */
  readonly dir?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readTargetFile(path: string, env: Environment): ReadTarget {
  return { ...checkTarget(readJson(path, "target file"), path, env), dir: dirname(path) };
}

/** Inserts environment variables into the content of a target file, and checks it. `name` is its name in messages. Throws `CannotRun`. */
export function checkTarget(content: unknown, name: string, env: Environment): ReadTarget {
  const used = new Map<string, Secret>();
  const filled = withTexts(content, (text, path) => {
    if (text.replace(VARIABLE, "").includes("${")) {
      // The text may be a secret, so the message does not quote it.
      const form = "${NAME}, with letters, digits and _ in the name";
      throw new CannotRun(`${name}: ${memberName(path)} has a "\${" that begins no variable: write ${form}`);
    }
    return text.replace(VARIABLE, (_, variable: string) => {
      const value = env[variable] ?? "";
      const from = `the environment variable ${variable}`;
      if (value === "") {
        const state = env[variable] === "" ? "empty" : "not set";
        throw new CannotRun(`${name}: ${memberName(path)} needs ${from}, which is ${state}`);
      }
      used.set(value, { value, from });
      return value;
    });
  });
  const file = validated(filled, targetSchema, name);
  checkParameterNames(file, name);
  const others = secretsOf(file).filter(({ value }) => !used.has(value));
  return { file, secrets: [...used.values(), ...others], placeholders: placeholdersIn(content) };
}

/** Throws `CannotRun` if two parameters of an endpoint have the same name. */
function checkParameterNames({ parameters = {} }: RunOptions, name: string): void {
  for (const [endpoint, named] of Object.entries(parameters)) {
    const known = new Map<string, string>();
    for (const [key, sent] of Object.entries(named)) {
      const before = sent === null ? undefined : known.get(sent);
      if (before !== undefined) {
        const both = `parameters.${endpoint}.${before} and .${key}`;
        throw new CannotRun(`${name}: ${both} have one name, ${JSON.stringify(sent)}: give each its own`);
      }
      if (sent !== null) {
        known.set(sent, key);
      }
    }
  }
}

/** The placeholders of header values: the variables that they consist of. */
function placeholdersIn(content: unknown): NonNullable<Settings["placeholders"]> {
  const shown: Record<string, Record<string, string>> = {};
  for (const [text, [member, service = "", name = ""]] of textsIn(content)) {
    if (member === "headers" && SHOWABLE.test(text)) {
      shown[service] = { ...shown[service], [name]: text.replace(VARIABLE, "$$$1") };
    }
  }
  return shown;
}

/** A value that no output may contain, and where it comes from. */
export interface Secret {
  readonly value: string;
  readonly from: string;
}

const SECRET_MEMBER = /^headers\.|\.apiKey$/;

/** The secret values that a target file itself contains. */
function secretsOf(file: RunOptions): readonly Secret[] {
  const secrets = textsIn(file)
    .map(([value, path]) => ({ value, from: memberName(path) }))
    .filter(({ value, from }) => SECRET_MEMBER.test(from) && value.trim() !== "");
  return [...new Map(secrets.map((secret) => [secret.value, secret])).values()];
}

/** Words of the suite's outputs, besides its clauses and the members of its results. */
const OWN_TEXT = "ledger-conformance content-type application/json conforms nonconforming incomplete";

/**
 * Returns the secrets to hide, and a warning for each secret that cannot be hidden. A value that is too short, or a word of the
 * suite itself, stays visible: hiding it would make the report unreadable, and would reveal it.
 */
export function guard(
  secrets: readonly Secret[],
  { clauses, unspecified }: Pick<Catalogue, "clauses" | "unspecified">,
) {
  if (secrets.length === 0) {
    return { hidden: [], warnings: [] };
  }
  const own = OWN_TEXT + JSON.stringify([clauses, unspecified, resultsSchema]);
  // A user is often a plain word, and the password stays hidden without it.
  const users = secrets.flatMap(({ value, from }) =>
    basicUser(value).map((user) => ({ value: user, from: `${from} (its user)` })),
  );
  const checked = [...secrets, ...users].map((secret) => ({ ...secret, why: whyShown(secret.value, own) }));
  const shown = checked.filter(({ why }) => why !== undefined);
  const warnings = shown.map(
    ({ from, why }) => `the value of ${from} is not hidden in what the service sends back: ${why}`,
  );
  const hidden = checked.filter(({ why }) => why === undefined).map(({ value }) => value);
  return { hidden, warnings: [...new Set(warnings)] };
}

/** Creates a function that returns which of the secrets found in recorded traffic can be hidden. */
export function hideable(catalogue: Parameters<typeof guard>[1]) {
  return (found: ReadonlySet<string>): readonly string[] =>
    guard(
      [...found].map((value) => ({ value, from: "" })),
      catalogue,
    ).hidden;
}

function whyShown(value: string, own: string): string | undefined {
  if (!isLongEnough(value)) {
    return `it has fewer than ${SHORTEST_SECRET} characters`;
  }
  return own.includes(value.trim()) ? "the report itself uses these words" : undefined;
}

/** Creates a redaction for messages about a target file; it also hides short secrets, where they are quoted. */
export function redactMessage(secrets: readonly Secret[]): Redact {
  const values = secrets.map(({ value }) => value);
  const redact = createRedact(values);
  return (text) =>
    values.reduce((clean, value) => clean.replaceAll(JSON.stringify(value), '"***"'), redact(text));
}

type SecretMembers = Pick<Target, "headers" | "samples">;

/** Whether a target file contains secrets that would be sent to a service. */
export function sendsSecrets(
  { headers = {}, samples = {}, tls }: RunOptions,
  secrets: readonly Secret[],
): boolean {
  const holds = secretDetector(secrets);
  return tls?.key !== undefined || textsIn([headers, samples]).some(([text]) => holds(text));
}

/** Headers and samples of a target file without the secrets for services at another origin (`away`). */
export function targetWithoutSecrets(
  { headers, samples }: SecretMembers,
  away: readonly Service[],
  secrets: readonly Secret[],
): SecretMembers {
  if (away.length === 0) {
    return { headers, samples };
  }
  const holds = secretDetector(secrets);
  const keyless = samples.verifications?.map(({ address, chainId }) => ({ address, chainId }));
  const open = { ...samples, ...present({ verifications: keyless }) };
  const remaining = away.includes("verify") ? open : samples;
  return {
    headers: { ...headers, ...Object.fromEntries(away.map((service) => [service, {}])) },
    samples: textsIn(open).some(([text]) => holds(text)) ? {} : remaining,
  };
}

/** Creates a predicate for texts that are a secret, or contain one that is long enough to be recognised. */
function secretDetector(secrets: readonly Secret[]): (text: string) => boolean {
  return (text) =>
    secrets.some(({ value }) => text === value || (isLongEnough(value) && text.includes(value)));
}
