import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { reasonOf } from "../../engine/model/file-trouble.ts";
import type { NamedFile } from "../../engine/offline/files.ts";
import { STDIN } from "../../engine/offline/read-file.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { present } from "../../engine/model/model.ts";
import type { ValidateFlags } from "../options/options.ts";

/** Names of files that a folder is searched for. */
const OF_INTEREST = /\.(?:json|jsonl|ndjson|har)$/i;

/** The files of a command line, folders searched, each with the endpoint that it is said to be of. */
export function filesOf(
  given: readonly string[],
  { endpoint: mappings, ignore }: Pick<ValidateFlags, "endpoint" | "ignore">,
): readonly NamedFile[] {
  const finds = given.flatMap(found);
  const fits = (glob: string, file: string): boolean =>
    finds.some((find) => find.file === file && fileFits(glob, find));
  const files = [...new Set(finds.map(({ file }) => file))].filter(
    (file) => !ignore.some((glob) => fits(glob, file)),
  );
  if (files.length === 0) {
    throw new CannotRun(`no file is left to judge in ${given.join(", ")}`);
  }
  for (const { pattern } of mappings) {
    if (pattern !== undefined && !files.some((file) => fits(pattern, file))) {
      throw new CannotRun(`--endpoint: no file fits the pattern ${JSON.stringify(pattern)}`);
    }
  }
  return files.map((file) => {
    const fitting = mappings.find(({ pattern }) => pattern !== undefined && fits(pattern, file));
    const { endpoint } = fitting ?? mappings.find(({ pattern }) => pattern === undefined) ?? {};
    return { file, ...present({ endpoint }) };
  });
}

interface Find {
  readonly file: string;
  /** The given folder that it is in. */
  readonly folder?: string;
}

function found(path: string): readonly Find[] {
  if (path === STDIN) {
    return [{ file: path }];
  }
  try {
    return statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && OF_INTEREST.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted()
          .map((file) => ({ file, folder: path }))
      : [{ file: path }];
  } catch (error) {
    throw new CannotRun(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}

/**
 * Whether a file fits a pattern: by its path as it was typed, or, with a slash in the pattern, by its path below the
 * `folder` that it was found in.
 */
function fileFits(glob: string, { file, folder }: Find): boolean {
  return (
    fitsGlob(glob, file) ||
    (folder !== undefined && fitsGlob(glob, relative(folder, file).replaceAll(sep, "/")))
  );
}

/**
 * Whether a path fits a pattern: `*` is any text within one step, `**` any steps, `?` one character. A pattern
 * without a slash is compared with the last step alone.
 */
function fitsGlob(glob: string, path: string): boolean {
  const clean = path.replace(/^\.\//, "");
  const name = glob.includes("/") ? clean : clean.slice(clean.lastIndexOf("/") + 1);
  return patternOf(glob.replace(/^\.\//, "")).test(name);
}

const SIGNS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };

function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
  return new RegExp(`^${source}$`, "s");
}
