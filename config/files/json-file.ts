import { readFileSync } from "node:fs";
import type { TSchema } from "@sinclair/typebox";
import type { Model } from "../../engine/model/model.ts";
import { compile } from "../../engine/schema/validator.ts";
import { reasonOf } from "../../reports/files/file-trouble.ts";
import { CannotRun } from "../cannot-run.ts";
import { explainErrors } from "./schema-errors.ts";

/** Reads a file that has to hold JSON. */
export function readJson(path: string, kind: string): unknown {
  try {
    return JSON.parse(readText(path, kind).replace(/^\ufeff/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new CannotRun(`${path}: the ${kind} is not JSON: ${error.message.split("\n")[0] ?? ""}`);
    }
    throw error;
  }
}

/** The content, when its schema accepts it; otherwise the member at fault is named. */
export function validated<Schema extends TSchema>(
  content: unknown,
  schema: Schema,
  name: string,
): Model<Schema> {
  const validate = compile(schema);
  const isValid = (value: unknown): value is Model<Schema> => validate(value);
  if (!isValid(content)) {
    throw new CannotRun(`${name}: ${explainErrors(validate.errors ?? [])}`);
  }
  return content;
}

function readText(path: string, kind: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CannotRun(`${path}: the ${kind} cannot be read: ${reasonOf(error)}`);
  }
}
