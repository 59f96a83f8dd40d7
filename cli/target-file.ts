import { newAjv } from "../engine/ajv.ts";
import { createRedact } from "../engine/redact.ts";
import type { ParameterNames, Samples, Service } from "../engine/settings.ts";
import { CannotRun } from "./cannot-run.ts";
import { readJson, validated } from "./json-file.ts";
import { targetSchema } from "./target-schema.ts";

/** The content of a target file, its environment variables filled in. */
export interface TargetFile {
  readonly statusUrl?: string;
  readonly baseUrl?: string;
  readonly verifyUrl?: string;
  readonly headers?: Readonly<Partial<Record<Service, Readonly<Record<string, string>>>>>;
  readonly parameters?: ParameterNames;
  readonly samples?: Samples;
}

/** A target file, with everything in it that no output may hold. */
export interface ReadTarget {
  readonly file: TargetFile;
  readonly secrets: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks a target file. */
export function readTargetFile(path: string, env: Environment): ReadTarget {
  return checkTarget(readJson(path, "target file"), path, env);
}

/** Fills in the environment and checks what came out; `name` stands for the file in messages. */
export function checkTarget(content: unknown, name: string, env: Environment): ReadTarget {
  const used = new Set<string>();
  const filled = fillIn(content, "", (variable, member) => {
    const value = env[variable] ?? "";
    if (value === "") {
      throw new CannotRun(
        `${name}: ${member} needs the environment variable ${variable}, which is ${env[variable] === "" ? "empty" : "not set"}`,
      );
    }
    used.add(value);
    return value;
  });
  const file = validatedTarget(filled, name, [...used]);
  return { file, secrets: [...new Set([...used, ...secretsOf(file)])] };
}

function validatedTarget(content: unknown, name: string, secrets: readonly string[]): TargetFile {
  try {
    return validated(content, newAjv().compile<TargetFile>(targetSchema), name);
  } catch (error) {
    throw error instanceof CannotRun ? new CannotRun(createRedact(secrets)(error.message)) : error;
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
export function secretsOf({ headers = {}, samples = {} }: TargetFile): readonly string[] {
  const keys = (samples.verifications ?? []).flatMap(({ apiKey }) => (apiKey === undefined ? [] : [apiKey]));
  return [...Object.values(headers).flatMap((named) => Object.values(named)), ...keys];
}
