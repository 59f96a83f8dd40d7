import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CannotRun, whyCannotRun } from "../../engine/model/cannot-run.ts";
import { harmlessJson } from "../../engine/secrets/escape.ts";

export const RESULT_FILES = {
  results: "results.json",
  page: "index.html",
  summary: "summary.md",
  junit: "junit.xml",
  badge: "badge.json",
  suggested: "known-suggested.json",
} as const;

export const safeJson = (value: unknown, indent?: number): string =>
  harmlessJson(JSON.stringify(value, null, indent));

/** Replaces the file atomically: a reader sees either the old or the new content. */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Throws `CannotRun` if `isOurs` rejects the text of an existing file, which is then not `kind`, or if the file cannot be written. */
export function writeOwnFile(path: string, text: string, isOurs: (text: string) => boolean, kind: string) {
  try {
    if (existsSync(path) && !isOurs(readFileSync(path, "utf8"))) {
      throw new CannotRun(`${path} exists and is not ${kind}: choose another path`);
    }
    makeFolder(dirname(path));
    writeWhole(path, text);
  } catch (error) {
    throw error instanceof CannotRun
      ? error
      : new CannotRun(`${path}: the file cannot be written: ${whyCannotRun(error)}`);
  }
}

/** Makes a folder and its parents, one by one: the recursive option of Node never returns if a parent cannot be made. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}
