import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { compareResults, differing, type Column } from "../../reports/comparison/model.ts";
import { comparisonPage } from "../../reports/comparison/page.ts";
import { reasonOf, tried } from "../../engine/model/file-trouble.ts";
import { makeFolder, writeWhole } from "../../reports/files/writing.ts";
import { countOf } from "../../reports/words/numbers.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import type { Io } from "../io.ts";
import { readResult } from "../../lib/previous.ts";
import { isLoopback } from "../../engine/target/url.ts";

/** `compare`: lays results side by side in one page. Gives the exit code. */
export async function compare(
  dirs: readonly string[],
  flags: { readonly out: string; readonly label: readonly string[] },
  io: Io,
): Promise<number> {
  if (dirs.length < 2) {
    throw new CannotRun("compare takes two result folders or more");
  }
  if (flags.label.length > 0 && flags.label.length !== dirs.length) {
    throw new CannotRun(
      `${countOf(flags.label.length, "--label")} for ${countOf(dirs.length, "folder")}: give one for each, in their order`,
    );
  }
  const results = dirs.map(readResult);
  const labels = flags.label.length > 0 ? flags.label : labelsOf(dirs, results);
  const columns = results.map((result, index): Column => ({ label: labels[index] ?? "", result }));
  const comparison = compareResults(columns);
  const path = resolve(flags.out);
  // A page of somebody else is not written over.
  if (existsSync(path) && !isOurs(path)) {
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

const isOurs = (path: string): boolean =>
  tried(() => readFileSync(path, "utf8"))?.includes("<title>Comparison of ") === true;

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
