import { dirname } from "node:path";
import type { Service, Settings, Target } from "../../model/settings.ts";
import { CannotRun } from "../../model/cannot-run.ts";
import { memberName, readJson, SHOWABLE, textsIn, validated, VARIABLE, withTexts } from "./json-file.ts";
import { type RunOptions, targetSchema } from "../options.ts";
import type { Catalogue } from "../../clauses/catalogue.ts";
import { basicUser, createRedact, isLongEnough, type Redact, SHORTEST_SECRET } from "../../secrets/redact.ts";
import { resultsSchema } from "../../model/results.ts";
import { present } from "../../model/model.ts";

/** A target file, with everything in it that no output may hold, and what is shown in its place. */
export interface ReadTarget {
  readonly file: RunOptions;
  readonly secrets: readonly Secret[];
  readonly placeholders?: Settings["placeholders"];
  /** Folder that paths in it begin at; absent: where the program runs. */
  readonly dir?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readTargetFile(path: string, env: Environment): ReadTarget {
  return { ...checkTarget(readJson(path, "target file"), path, env), dir: dirname(path) };
}

/** Fills in the environment and checks what came out; `name` stands for the file in messages. */
export function checkTarget(content: unknown, name: string, env: Environment): ReadTarget {
  const used = new Map<string, Secret>();
  const filled = withTexts(content, (text, path) => {
    if (text.replace(VARIABLE, "").includes("${")) {
      // What stands there may be a secret, and is not shown.
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

/** No two parameters of an endpoint have one name. */
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

/** What is shown in place of header values: the variables that they come from, where nothing else is in them. */
function placeholdersIn(content: unknown): NonNullable<Settings["placeholders"]> {
  const shown: Record<string, Record<string, string>> = {};
  for (const [text, [member, service = "", name = ""]] of textsIn(content)) {
    if (member === "headers" && SHOWABLE.test(text)) {
      shown[service] = { ...shown[service], [name]: text.replace(VARIABLE, "$$$1") };
    }
  }
  return shown;
}

/** A value that no output may hold, and where it was given. */
export interface Secret {
  readonly value: string;
  readonly from: string;
}

const SECRET_MEMBER = /^headers\.|\.apiKey$/;

/** Values of a target file that no output may hold, apart from those that came from the environment. */
function secretsOf(file: RunOptions): readonly Secret[] {
  const secrets = textsIn(file)
    .map(([value, path]) => ({ value, from: memberName(path) }))
    .filter(({ value, from }) => SECRET_MEMBER.test(from) && value.trim() !== "");
  return [...new Map(secrets.map((secret) => [secret.value, secret])).values()];
}

/** What the suite writes by itself, beside its clauses and the members of its results. */
const OWN_TEXT = "ledger-conformance content-type application/json conforms nonconforming incomplete";

/**
 * The secrets that are hidden, and a line for each that cannot be. Values that are too short, or words of the suite
 * itself, stay visible: hiding them would leave a report that nobody can read, and would show what they are.
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

/** Which of the values that were found in traffic may be hidden. */
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

/** For messages about a file that is still being read: its secrets go, short ones where they stand quoted. */
export function redactMessage(secrets: readonly Secret[]): Redact {
  const values = secrets.map(({ value }) => value);
  const redact = createRedact(values);
  return (text) =>
    values.reduce((clean, value) => clean.replaceAll(JSON.stringify(value), '"***"'), redact(text));
}

type SecretMembers = Pick<Target, "headers" | "samples">;

export function sendsSecrets(
  { headers = {}, samples = {}, tls }: RunOptions,
  secrets: readonly Secret[],
): boolean {
  const holds = holder(secrets);
  return tls?.key !== undefined || textsIn([headers, samples]).some(([text]) => holds(text));
}

/** What a file gives, without the secrets that these services would get: another origin takes their place. */
export function targetWithoutSecrets(
  { headers, samples }: SecretMembers,
  away: readonly Service[],
  secrets: readonly Secret[],
): SecretMembers {
  if (away.length === 0) {
    return { headers, samples };
  }
  const holds = holder(secrets);
  const keyless = samples.verifications?.map(({ address, chainId }) => ({ address, chainId }));
  const open = { ...samples, ...present({ verifications: keyless }) };
  const kept = away.includes("verify") ? open : samples;
  return {
    headers: { ...headers, ...Object.fromEntries(away.map((service) => [service, {}])) },
    samples: textsIn(open).some(([text]) => holds(text)) ? {} : kept,
  };
}

/** A text that is a secret, or holds one that is long enough to be told from other texts. */
function holder(secrets: readonly Secret[]): (text: string) => boolean {
  return (text) =>
    secrets.some(({ value }) => text === value || (isLongEnough(value) && text.includes(value)));
}
