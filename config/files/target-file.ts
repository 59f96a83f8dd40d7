import { dirname } from "node:path";
import type { Service, Settings } from "../../engine/model/settings.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { CannotRun } from "../cannot-run.ts";
import { readJson, validated } from "./json-file.ts";
import { placeholdersOf, redactMessage, type Secret } from "./secrets.ts";
import { targetSchema, type TargetFile } from "./target-schema.ts";
import { textAt } from "./template.ts";

/** A target file, with everything in it that no output may hold, and what is shown in its place. */
export interface ReadTarget {
  readonly file: TargetFile;
  readonly secrets: readonly Secret[];
  readonly placeholders?: Settings["placeholders"];
  /** Folder that paths in it begin at; absent: where the program runs. */
  readonly dir?: string;
  /** Words of the shell for passphrases, as the file has them. */
  readonly passphrases?: Readonly<Partial<Record<Service, string>>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks a target file. */
export function readTargetFile(path: string, env: Environment): ReadTarget {
  return { ...checkTarget(readJson(path, "target file"), path, env), dir: dirname(path) };
}

/** Fills in the environment and checks what came out; `name` stands for the file in messages. */
export function checkTarget(content: unknown, name: string, env: Environment): ReadTarget {
  const used = new Map<string, Secret>();
  const filled = fillIn(content, "", (variable, member) => {
    const value = env[variable] ?? "";
    if (value === "") {
      throw new CannotRun(
        `${name}: ${member} needs the environment variable ${variable}, which is ${env[variable] === "" ? "empty" : "not set"}`,
      );
    }
    used.set(value, { value, from: `the environment variable ${variable}` });
    return value;
  });
  const file = validatedTarget(filled, name, [...used.values()]);
  const others = secretsOf(file).filter(({ value }) => !used.has(value));
  const placeholders = placeholdersOf(file.headers ?? {}, (service, header) =>
    textAt(content, ["headers", service, header]),
  );
  const passphrases = Object.fromEntries(
    SERVICE_NAMES.map((service) => {
      const written = textAt(content, ["tls", service, "passphrase"]);
      return [service, /^\$\{\w+\}$/.test(written) ? written.replace(/[{}]/g, "") : "$PASSPHRASE"];
    }),
  );
  return { file, secrets: [...used.values(), ...others], placeholders, passphrases };
}

function validatedTarget(content: unknown, name: string, secrets: readonly Secret[]): TargetFile {
  try {
    return validated(content, targetSchema, name);
  } catch (error) {
    throw error instanceof CannotRun ? new CannotRun(redactMessage(secrets)(error.message)) : error;
  }
}

type Lookup = (variable: string, member: string) => string;

function fillIn(value: unknown, member: string, lookup: Lookup): unknown {
  if (typeof value === "string") {
    return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => lookup(variable, member));
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => fillIn(item, `${member}[${index}]`, lookup));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
      return [key, fillIn(item, member === "" ? key : `${member}.${key}`, lookup)] as const;
    });
    return Object.fromEntries(entries);
  }
  return value;
}

/** Values of a target file that no output may hold, apart from those that came from the environment. */
export function secretsOf({
  headers = {},
  samples = {},
  tls = {},
  authorization = {},
}: TargetFile): readonly Secret[] {
  const inHeaders = Object.entries(headers).flatMap(([service, named]) =>
    Object.entries(named).map(([name, value]) => ({ value, from: `headers.${service}.${name}` })),
  );
  const keys = (samples.verifications ?? []).flatMap(({ apiKey: value }, index) =>
    value === undefined ? [] : [{ value, from: `samples.verifications[${index}].apiKey` }],
  );
  const passphrases = Object.entries(tls).flatMap(([service, { passphrase: value }]) =>
    value === undefined ? [] : [{ value, from: `tls.${service}.passphrase` }],
  );
  const clients = Object.entries(authorization).flatMap(([service, { clientSecret: value }]) =>
    value === undefined ? [] : [{ value, from: `authorization.${service}.clientSecret` }],
  );
  const secrets = new Map(
    [...inHeaders, ...keys, ...passphrases, ...clients].map((secret) => [secret.value, secret]),
  );
  return [...secrets.values()].filter(({ value }) => value.trim() !== "");
}
