import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../reports/file-trouble.ts";
import type { NamedFile } from "../traffic/files.ts";
import { fitsGlob } from "../traffic/glob.ts";
import { STDIN } from "../traffic/read-file.ts";
import { CannotRun } from "./cannot-run.ts";
import type { ValidateFlags } from "./validate-flags.ts";

/** Names of files that a folder is searched for. */
const OF_INTEREST = /\.(?:json|jsonl|ndjson|har)$/i;

/** The files of a command line, folders searched, each with the endpoint that it is said to be of. */
export function filesOf(
  given: readonly string[],
  { endpoint: mappings, ignore }: Pick<ValidateFlags, "endpoint" | "ignore">,
): readonly NamedFile[] {
  const files = [...new Set(given.flatMap(found))].filter(
    (file) => !ignore.some((glob) => fitsGlob(glob, file)),
  );
  if (files.length === 0) {
    throw new CannotRun(`no file is left to judge in ${given.join(", ")}`);
  }
  for (const { pattern } of mappings) {
    if (pattern !== undefined && !files.some((file) => fitsGlob(pattern, file))) {
      throw new CannotRun(`--endpoint: no file fits the pattern ${JSON.stringify(pattern)}`);
    }
  }
  return files.map((file) => {
    const fitting = mappings.find(({ pattern }) => pattern !== undefined && fitsGlob(pattern, file));
    const { endpoint } = fitting ?? mappings.find(({ pattern }) => pattern === undefined) ?? {};
    return { file, ...(endpoint === undefined ? {} : { endpoint }) };
  });
}

function found(path: string): readonly string[] {
  if (path === STDIN) {
    return [path];
  }
  try {
    return statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && OF_INTEREST.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted()
      : [path];
  } catch (error) {
    throw new CannotRun(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}
