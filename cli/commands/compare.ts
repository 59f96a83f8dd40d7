import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { compareResults, differing, earliestFirst, type Column } from "../../reports/comparison/model.ts";
import { comparisonPage } from "../../reports/comparison/page.ts";
import { reasonOf } from "../../engine/model/file-trouble.ts";
import { makeFolder, writeWhole } from "../../reports/files/writing.ts";
import { countOf } from "../../reports/words/numbers.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import type { Io } from "../io.ts";
import { readPrevious, readResult } from "../../lib/previous.ts";
import { isLoopback } from "../../engine/target/url.ts";

const PAGE = "compare.html";

interface Found {
  readonly dir: string;
  readonly result: RunResult;
}

/** `compare`: lays results side by side in one page. Gives the exit code. */
export async function compare(
  given: readonly string[],
  flags: { readonly out: string; readonly label: readonly string[] },
  io: Io,
): Promise<number> {
  const found =
    given.length === 1 ? given.flatMap(resultsIn) : given.map((dir) => ({ dir, result: readResult(dir) }));
  const dirs = found.map(({ dir }) => dir);
  if (dirs.length < 2) {
    throw new CannotRun("compare takes two result folders or more");
  }
  if (flags.label.length > 0 && flags.label.length !== dirs.length) {
    throw new CannotRun(
      `${countOf(flags.label.length, "--label")} for ${countOf(dirs.length, "folder")}: give one for each, in their order`,
    );
  }
  const results = found.map(({ result }) => result);
  const labels = flags.label.length > 0 ? flags.label : labelsOf(dirs, results);
  const columns = results.map((result, index): Column => ({ label: labels[index] ?? "", result }));
  const comparison = compareResults(columns);
  const path = pathOf(flags.out);
  // A page of somebody else is not written over.
  if (existsSync(path) && !readFileSync(path, "utf8").includes("<title>Comparison of ")) {
    throw new CannotRun(`${path}: there is a file that is no comparison: give another name as --out`);
  }
  const page = await comparisonPage(comparison);
  try {
    makeFolder(dirname(path));
    writeWhole(path, page);
  } catch (error) {
    throw new CannotRun(`${path}: the page cannot be written: ${reasonOf(error)}`);
  }
  const rows = countOf(comparison.rows.length, "clause");
  io.out(`${countOf(columns.length, "result")}, ${differing(comparison)} of ${rows} differ\n${path}\n`);
  return 0;
}

/** The result of a folder, or those of the folders in it, the earliest first. */
function resultsIn(dir: string): readonly Found[] {
  const own = foundIn(dir);
  if (own.length > 0 || !isFolder(dir)) {
    return own;
  }
  return readdirSync(dir)
    .map((name) => join(dir, name))
    .filter(isFolder)
    .flatMap(foundIn)
    .toSorted((a, b) => earliestFirst(a.result, b.result));
}

function foundIn(dir: string): readonly Found[] {
  const result = readPrevious(dir);
  return result === undefined ? [] : [{ dir, result }];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A path with an ending is that of the page, any other one that of its folder. */
function pathOf(out: string): string {
  const path = resolve(out);
  const isPage = existsSync(path) ? !isFolder(path) : extname(path) !== "";
  return isPage ? path : join(path, PAGE);
}

/** Hosts of the targets where they tell the results apart, else the names of the folders. */
function labelsOf(dirs: readonly string[], results: readonly RunResult[]): readonly string[] {
  const hosts = results.map(({ target }) => target.baseUrl ?? target.verifyUrl ?? target.statusUrl ?? "");
  const candidates = [
    hosts.map((url) => (url === "" || isLoopback(url) ? "" : hostOf(url))),
    dirs.map((dir) => basename(resolve(dir))),
  ];
  return candidates.find((names) => new Set(names).size === names.length && !names.includes("")) ?? dirs;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
