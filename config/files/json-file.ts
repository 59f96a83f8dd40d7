import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv/dist/2020.js";
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
export function validated<T>(content: unknown, validate: ValidateFunction<T>, name: string): T {
  if (!validate(content)) {
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
