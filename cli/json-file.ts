import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { CannotRun } from "./cannot-run.ts";
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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "there is a file of that name",
  EROFS: "the disk cannot be written to",
  ENOSPC: "the disk is full",
};

/** Why the file system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? (code === "" ? String(error) : code);
}
