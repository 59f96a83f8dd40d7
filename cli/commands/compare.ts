import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { comparisonPage, isComparison } from "../../reports/comparison/page.ts";
import { comparisonRows, differenceText, type Column } from "../../reports/comparison/rows.ts";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { RESULT_FILES, writeOwnFile } from "../../reports/files/writing.ts";
import { countOf } from "../../engine/model/model.ts";
import type { Io } from "../io.ts";
import { readResult } from "../../reports/files/folder.ts";

/** `compare`: writes a page with the results side by side, each with the name of its folder. Returns the exit code. */
export async function compareResults(dirs: readonly string[], flags: { readonly out: string }, io: Io) {
  if (dirs.length < 2) throw new CannotRun("compare needs two result folders or more");
  const path = resolve(flags.out);
  const names = dirs.map((dir) => basename(resolve(dir)));
  const columns = dirs.map((dir, index): Column => ({
    // Folders with equal names are labelled with their paths.
    label: names.filter((name) => name === names[index]).length > 1 ? dir : (names[index] ?? dir),
    result: readResult(dir),
    report: reportOf(dir, path),
  }));
  writeOwnFile(path, await comparisonPage(columns), isComparison, "a comparison");
  io.out(`${countOf(columns.length, "result")}: ${differenceText(comparisonRows(columns))}\n${path}\n`);
  return 0;
}

/** The link to the report of a result; undefined unless the report is in a folder below the page, and published together with it. */
function reportOf(dir: string, path: string): string | undefined {
  const from = relative(dirname(path), join(dir, RESULT_FILES.page)).split(sep);
  const isBelow = from[0] !== ".." && existsSync(join(dir, RESULT_FILES.page));
  return isBelow ? from.map(encodeURIComponent).join("/") : undefined;
}
