import { dirname } from "node:path";
import type { Settings } from "../../model/settings.ts";
import { CannotRun } from "../cannot-run.ts";
import { memberName, readJson, SHOWABLE, textsIn, validated, VARIABLE, withTexts } from "./json-file.ts";
import { type Secret, secretsOf } from "./secrets.ts";
import { type RunOptions, targetSchema } from "../options.ts";

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
  const others = secretsOf(file).filter(({ value }) => !used.has(value));
  return { file, secrets: [...used.values(), ...others], placeholders: placeholdersIn(content) };
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
