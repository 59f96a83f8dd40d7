import { dirname } from "node:path";
import type { Service } from "../../../schemas/operations.ts";
import type { Settings, Target } from "../../model/settings.ts";
import { CannotRun } from "../../model/cannot-run.ts";
import { memberName, readJson, SHOWABLE, textsIn, validated, VARIABLE, withTexts } from "./json-file.ts";
import { type RunOptions, targetSchema } from "../options.ts";
import type { Catalogue } from "../../clauses/catalogue.ts";
import { basicUser, createRedact, isLongEnough, type Redact, SHORTEST_SECRET } from "../../secrets/redact.ts";
import { resultsSchema } from "../../model/results.ts";
import { groupBy, present } from "../../model/model.ts";

export interface ReadTarget {
  readonly file: RunOptions;
  readonly secrets: readonly Secret[];
  readonly placeholders?: Settings["placeholders"];
  /** The folder against which its paths are resolved; absent: the working directory. */
  readonly dir?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const readTargetFile = (path: string, env: Environment): ReadTarget => ({
  ...checkTarget(readJson(path, "target file"), path, env),
  dir: dirname(path),
});

/** Inserts environment variables into the content of a target file, and checks it. `name` is its name in messages. Throws `CannotRun`. */
export function checkTarget(content: unknown, name: string, env: Environment): ReadTarget {
  const usedSecrets = new Map<string, Secret>();
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
      usedSecrets.set(value, { value, from });
      return value;
    });
  });
  const file = validated(filled, targetSchema, name);
  checkParameterNames(file, name);
  const others = secretsOf(file).filter(({ value }) => !usedSecrets.has(value));
  return { file, secrets: [...usedSecrets.values(), ...others], placeholders: placeholdersIn(content) };
}

/** Throws `CannotRun` if two parameters of an endpoint have the same name. */
function checkParameterNames({ parameters = {} }: RunOptions, name: string): void {
  for (const [endpoint, named] of Object.entries(parameters)) {
    const entries = Object.entries(named).filter(([, parameterName]) => parameterName !== null);
    for (const [parameterName, [[first], second]] of groupBy(entries, ([, sent]) => sent)) {
      if (second !== undefined) {
        const members = `parameters.${endpoint}.${first} and .${second[0]}`;
        const same = `have the same name, ${JSON.stringify(parameterName)}`;
        throw new CannotRun(`${name}: ${members} ${same}: give each parameter its own`);
      }
    }
  }
}

/** The placeholders of header values that match {@link SHOWABLE}, by service and header: the values with `$NAME` for `${NAME}`. */
function placeholdersIn(content: unknown): NonNullable<Settings["placeholders"]> {
  const placeholders: Record<string, Record<string, string>> = {};
  for (const [text, [member, service = "", name = ""]] of textsIn(content)) {
    if (member === "headers" && SHOWABLE.test(text)) {
      placeholders[service] = { ...placeholders[service], [name]: text.replace(VARIABLE, "$$$1") };
    }
  }
  return placeholders;
}

/** `from`: the member of the target file or the environment variable that has the value; empty for recorded traffic. */
export interface Secret {
  readonly value: string;
  readonly from: string;
}

const SECRET_MEMBER = /^headers\.|\.apiKey$/;

function secretsOf(file: RunOptions): readonly Secret[] {
  const secrets = textsIn(file)
    .map(([value, path]) => ({ value, from: memberName(path) }))
    .filter(({ value, from }) => SECRET_MEMBER.test(from) && value.trim() !== "");
  return [...new Map(secrets.map((secret) => [secret.value, secret])).values()];
}

/** Words of the reports that are neither in a clause nor in the schema of the results. */
const REPORT_WORDS = "ledger-conformance content-type application/json conforms nonconforming incomplete";

/** Returns a warning for each secret that stays visible: it is too short, or is in the suite's own texts, where hiding it would reveal it. */
export function selectHidden(
  secrets: readonly Secret[],
  { clauses, unspecified }: Pick<Catalogue, "clauses" | "unspecified">,
) {
  if (secrets.length === 0) return { hidden: [], warnings: [] };
  const suiteText = REPORT_WORDS + JSON.stringify([clauses, unspecified, resultsSchema]);
  // A user name is often a plain word. If it stays visible, the password is still hidden.
  const userOf = ({ value, from }: Secret): readonly Secret[] =>
    basicUser(value).map((user) => ({ value: user, from: `${from} (its user)` }));
  const checked = [...secrets, ...secrets.flatMap(userOf)].map((secret) => {
    return { ...secret, why: visibleReason(secret.value, suiteText) };
  });
  const visible = checked.filter(({ why }) => why !== undefined);
  const warnings = visible.map(
    ({ from, why }) => `the value of ${from} is not hidden in what the service sends back: ${why}`,
  );
  const hidden = checked.filter(({ why }) => why === undefined).map(({ value }) => value);
  return { hidden, warnings: [...new Set(warnings)] };
}

/** Creates a function that selects which secrets of recorded traffic are hidden, as {@link selectHidden} does. */
export const hideable = (catalogue: Parameters<typeof selectHidden>[1]) => {
  const secretOf = (value: string): Secret => ({ value, from: "" });
  return (values: ReadonlySet<string>) => selectHidden([...values].map(secretOf), catalogue).hidden;
};

function visibleReason(value: string, suiteText: string): string | undefined {
  if (!isLongEnough(value)) return `it has fewer than ${SHORTEST_SECRET} characters`;
  return suiteText.includes(value.trim()) ? "the report itself uses these words" : undefined;
}

/** Creates a redaction for messages about a target file; it also hides a short secret if the message has it in quotation marks. */
export function redactMessage(secrets: readonly Secret[]): Redact {
  const values = secrets.map(({ value }) => value);
  const redact = createRedact(values);
  return (text) =>
    values.reduce((clean, value) => clean.replaceAll(JSON.stringify(value), '"***"'), redact(text));
}

type SecretMembers = Pick<Target, "headers" | "samples">;

/** Whether the headers or samples contain a secret, or the file has a client certificate with its key. */
export function sendsSecrets(
  { headers = {}, samples = {}, tls }: RunOptions,
  secrets: readonly Secret[],
): boolean {
  const containsSecret = secretDetector(secrets);
  return tls?.key !== undefined || textsIn([headers, samples]).some(([text]) => containsSecret(text));
}

/** Without headers and API keys of `overridden` services; without samples too if one other than an API key contains a secret. */
export function targetWithoutSecrets(
  { headers, samples }: SecretMembers,
  overridden: readonly Service[],
  secrets: readonly Secret[],
): SecretMembers {
  if (overridden.length === 0) return { headers, samples };
  const containsSecret = secretDetector(secrets);
  const keyless = samples.verifications?.map(({ address, chainId }) => ({ address, chainId }));
  const withoutKeys = { ...samples, ...present({ verifications: keyless }) };
  const remaining = overridden.includes("verify") ? withoutKeys : samples;
  return {
    headers: { ...headers, ...Object.fromEntries(overridden.map((service) => [service, {}])) },
    samples: textsIn(withoutKeys).some(([text]) => containsSecret(text)) ? {} : remaining,
  };
}

/** Creates a predicate for texts that are a secret, or contain one that is long enough to be recognised. */
function secretDetector(secrets: readonly Secret[]): (text: string) => boolean {
  const isIn = (value: string, text: string) =>
    text === value || (isLongEnough(value) && text.includes(value));
  return (text) => secrets.some(({ value }) => isIn(value, text));
}
