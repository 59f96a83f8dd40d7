import { readFileSync } from "node:fs";
import type { ErrorObject } from "ajv/dist/2020.js";
import { stepsOf } from "../../message/body.ts";
import { CannotRun, messageOf, whyCannotRun } from "../../model/cannot-run.ts";
import { didYouMean } from "../nearest.ts";
import { oneLine } from "../../secrets/escape.ts";
import type { Model, Schema } from "../../model/schema.ts";
import { compile } from "../../schema/validator.ts";

/** Reads a file. `kind` is the kind of file in messages. Throws `CannotRun`. */
export function readBytes(path: string, kind: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CannotRun(`${path}: the ${kind} cannot be read: ${whyCannotRun(error)}`);
  }
}

/** Reads a JSON file. `kind` is the kind of file in messages. Throws `CannotRun`. */
export function readJson(path: string, kind: string): unknown {
  const text = readBytes(path, kind)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CannotRun(`${path}: the ${kind} is not JSON: ${oneLine(messageOf(error))}`);
  }
}

/** Returns valid content. Otherwise throws `CannotRun`, which names the content and the invalid member, but no value: it may be secret. */
export function validated<S extends Schema>(
  content: unknown,
  schema: S,
  name: string,
  called = memberName,
): Model<S> {
  const validate = compile(schema);
  const isValid = (value: unknown): value is Model<S> => validate(value);
  if (!isValid(content)) {
    const problems = new Set((validate.errors ?? []).map((error) => explainError(error, called)));
    const [first = "the content is not valid", ...others] = problems;
    throw new CannotRun(`${name}: ${first}${others.length === 0 ? "" : ` (and ${others.length} more)`}`);
  }
  return content;
}

function explainError(error: ErrorObject, called: typeof memberName): string {
  const { keyword, instancePath, params, parentSchema, message, propertyName } = error;
  const place = instancePath === "" ? "the content" : called(stepsOf(instancePath));
  const name: unknown = propertyName ?? params["propertyName"];
  if (name !== undefined) {
    const wanted = String(parentSchema?.["description"] ?? "another");
    return `${place} has the member ${JSON.stringify(name)}, which is not ${wanted}`;
  }
  const member: unknown = params["additionalProperty"];
  if (typeof member === "string") {
    const knownNames = Object.keys(Object(parentSchema?.["properties"]));
    const hint = didYouMean(member, knownNames) || ` (known: ${knownNames.join(", ")})`;
    const inPlace = instancePath === "" ? "" : ` in ${place}`;
    return `unknown member ${JSON.stringify(member)}${inPlace}${hint}`;
  }
  if (keyword === "enum") return `${place} must be one of ${[params["allowedValues"]].flat().join(", ")}`;
  if (keyword === "const") return `${place} must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "minLength" && params["limit"] === 1) return `${place} must not be empty`;
  // The description of a pattern is readable, the pattern is not.
  const description: unknown = parentSchema?.["description"];
  const isFormed = (keyword === "pattern" || keyword === "format") && typeof description === "string";
  return `${place} ${isFormed ? `must be ${description}` : message}`;
}

/** A reference `${NAME}` to an environment variable. */
export const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

/** A header value such as `Bearer ${TOKEN}`: variables and punctuation, optionally after a scheme. The text itself contains no secret. */
export const SHOWABLE = /^(?:(?:Bearer|Basic|Token|ApiKey|Digest) )?\$\{\w+\}(?:[\s:;,.=-]*\$\{\w+\})*$/i;

/** The path of a value in a file: names and indexes. */
export type Path = readonly string[];

/** Formats a path as in JavaScript: `samples.tokenIds[0]`. */
export function memberName(path: Path): string {
  const steps = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
  return steps.join("").replace(/^\./, "");
}

/** Formats the path of an option as its flag: `--request-timeout`. */
export function flagName(path: Path): string {
  const name = path.findLast((step) => !/^\d+$/.test(step)) ?? "";
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A copy of a JSON value in which `change` replaced every string; names of members are unchanged. */
export function withTexts(
  value: unknown,
  change: (text: string, path: Path) => string,
  path: Path = [],
): unknown {
  if (typeof value === "string") return change(value, path);
  if (typeof value !== "object" || value === null) return value;
  const members: readonly [string, unknown][] = Object.entries(value);
  const copies = members.map(([name, item]) => [name, withTexts(item, change, [...path, name])] as const);
  return Array.isArray(value) ? copies.map(([, item]) => item) : Object.fromEntries(copies);
}

export function textsIn(value: unknown): readonly (readonly [text: string, path: Path])[] {
  const texts: (readonly [string, Path])[] = [];
  withTexts(value, (text, path) => {
    texts.push([text, path]);
    return text;
  });
  return texts;
}
