import { readFileSync } from "node:fs";
import type { TSchema } from "@sinclair/typebox";
import { isObject, type JsonObject } from "../../message/classify.ts";
import { stepsOf } from "../../message/known-deviations.ts";
import type { Model } from "../../model/model.ts";
import { showAll, type Redact } from "../../secrets/redact.ts";
import { compile } from "../../schema/validator.ts";
import { reasonOf } from "../../model/file-trouble.ts";
import { CannotRun } from "../cannot-run.ts";
import { SECRET_MEMBER } from "./secrets.ts";
import { memberName } from "./template.ts";
import type { ErrorObject } from "ajv/dist/2020.js";
import { cut } from "../../secrets/escape.ts";

/** Reads a file that has to hold JSON. */
export function readJson(path: string, kind: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? `is not JSON: ${error.message.split("\n")[0] ?? ""}`
        : `cannot be read: ${reasonOf(error)}`;
    throw new CannotRun(`${path}: the ${kind} ${reason}`);
  }
}

/** The content, when its schema accepts it; otherwise the member at fault is named. */
export function validated<Schema extends TSchema>(
  content: unknown,
  schema: Schema,
  name: string,
  redact: Redact = showAll,
): Model<Schema> {
  const validate = compile(schema);
  const isValid = (value: unknown): value is Model<Schema> => validate(value);
  if (!isValid(content)) {
    throw new CannotRun(redact(`${name}: ${explainErrors(validate.errors ?? [])}`));
  }
  return content;
}

/** What is wrong with a file, member by member, in one line; values of secret members are not shown. */
export function explainErrors(errors: readonly ErrorObject[]): string {
  // An unfit header name is told twice; the outer error says less.
  const told = errors.filter(({ keyword }) => keyword !== "propertyNames").map(explainError);
  const [first = "the content is not valid", ...others] = new Set(told);
  return others.length === 0 ? first : `${first} (and ${others.length} more)`;
}

function explainError(error: ErrorObject): string {
  const { keyword, instancePath, params, parentSchema, data, message, propertyName } = error;
  const member = memberAt(instancePath);
  if (propertyName !== undefined) {
    return `${member} has the member ${JSON.stringify(propertyName)}, which is not ${descriptionOf(parentSchema)}`;
  }
  switch (keyword) {
    case "additionalProperties": {
      const known = Object.keys(membersOf(parentSchema?.["properties"])).filter((name) => name !== "$schema");
      return `unknown member ${JSON.stringify(params["additionalProperty"])}${inside(member)}; known are ${known.join(", ")}`;
    }
    case "required":
      return `the member ${JSON.stringify(params["missingProperty"])} is missing${inside(member)}`;
    case "type":
      return `${member} must be ${typeNames(params["type"])}, and is ${kindOf(data)}`;
    case "enum":
      return `${member} must be one of ${[params["allowedValues"]].flat().join(", ")}${shown(member, data)}`;
    case "pattern":
    case "format":
    case "minLength":
      return `${member} must be ${descriptionOf(parentSchema)}${shown(member, data)}`;
    default:
      return `${member} ${message ?? "is not valid"}`;
  }
}

/** `/samples/tokenIds/0` as people write it: `samples.tokenIds[0]`. */
function memberAt(pointer: string): string {
  const steps = stepsOf(pointer);
  return steps.length === 0 ? "the document" : memberName(steps);
}

function inside(member: string): string {
  return member === "the document" ? "" : ` in ${member}`;
}

function shown(member: string, data: unknown): string {
  return SECRET_MEMBER.test(member) ? "" : `, and is ${cut(JSON.stringify(data), 60)}`;
}

function typeNames(types: unknown): string {
  return [types]
    .flat()
    .map((name) => (name === "null" ? name : `${/^[aeio]/.test(String(name)) ? "an" : "a"} ${String(name)}`))
    .join(" or ");
}

function kindOf(data: unknown): string {
  if (data === null) {
    return "null";
  }
  return typeNames(Array.isArray(data) ? "array" : typeof data);
}

function descriptionOf(schema: unknown): string {
  const { description } = membersOf(schema);
  return typeof description === "string" ? description : "text that is not empty";
}

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
