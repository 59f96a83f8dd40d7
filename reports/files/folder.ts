import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CannotRun, fileReason, isFileError, messageOf, SUITE_BUG } from "../../engine/model/cannot-run.ts";
import { tryOrUndefined } from "../../engine/model/cannot-run.ts";
import { resultsSchema, type RunResult } from "../../engine/model/results.ts";
import { readJson, validated } from "../../engine/target/files/json-file.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import type { Resolved } from "../../engine/target/resolve.ts";
import type { PageAssets } from "../html/elements.ts";
import { readReportAssets, reportPage } from "../html/page.ts";
import { entriesFor, suggestions } from "../reading/suggested-entries.ts";
import { summaryMarkdown } from "../text/summary.ts";
import { badgeJson } from "./badge.ts";
import { junitXml } from "./junit.ts";
import { RESULT_FILES, makeFolder, safeJson, writeWhole } from "./writing.ts";

/**
 * Clears the result folder. Throws `CannotRun` if the folder cannot be written, contains the file `known`, or has {@link RESULT_FILES}
 * that no run wrote. Returns a function that writes a result and returns it; the returned result is incomplete if not all files were
 * written, or if another run wrote a result to the folder meanwhile.
 */
export function openResultFolder(out: string, known?: RunOptions["known"]) {
  if (typeof known === "string" && dirname(resolve(known)) === resolve(out)) {
    throw new CannotRun(
      `${known}: a run deletes files in its result folder: move this one to another folder`,
    );
  }
  let assets: ReturnType<typeof readReportAssets>;
  try {
    clearFolder(out);
    // The assets are read now, because the files of the package may be replaced during the run.
    assets = readReportAssets();
  } catch (error) {
    throw new CannotRun(`${out}: ${writeProblem(error)}`);
  }
  return async (result: RunResult, previous: RunResult | undefined): Promise<RunResult> => {
    if (existsSync(join(out, RESULT_FILES.results))) {
      const why =
        "another run wrote its result to this folder at the same time: give each run its own folder";
      return { ...result, verdict: "incomplete", reason: `${out}: ${why}` };
    }
    try {
      await writeFolder(out, result, previous, assets);
      return result;
    } catch (error) {
      const why = isFileError(error) ? `${out}: ${writeProblem(error)}` : `${SUITE_BUG}: ${messageOf(error)}`;
      return { ...result, verdict: "incomplete", reason: result.reason ?? why };
    }
  };
}

const writeProblem = (error: unknown): string =>
  isFileError(error) ? `the result folder cannot be written: ${fileReason(error)}` : messageOf(error);

/** Undefined if the folder has no result. Throws `CannotRun` if the schema of results rejects it. */
export function readPrevious(dir: string): RunResult | undefined {
  const path = join(dir, RESULT_FILES.results);
  return existsSync(path) ? validated(readJson(path, "result"), resultsSchema, dir) : undefined;
}

/** Throws `CannotRun` if the folder has no result, or if the schema of results rejects it. */
export function readResult(dir: string): RunResult {
  const result = readPrevious(dir);
  if (result === undefined) throw new CannotRun(`${dir}: there is no result in this folder`);
  return result;
}

/**
 * Reads the earlier result that `--previous` names, and warns if its folder has none. `previous`: that result, without the clauses that
 * still exist, but are not selected now. With `--fail-on new` also `before`, the complete result, and `known`, its violations as known
 * deviations; otherwise undefined and empty.
 * @throws CannotRun for `--fail-on new` without `--previous`
 */
export function readEarlier(
  { previous: named, failOn }: Pick<RunOptions, "previous" | "failOn">,
  { settings, catalogue }: Pick<Resolved, "settings" | "catalogue">,
  warn: (line: string) => void,
) {
  if (failOn !== undefined && named === undefined) {
    throw new CannotRun("--fail-on new compares with an earlier result: give its folder with --previous");
  }
  const previous = named === undefined ? undefined : readPrevious(named);
  if (named !== undefined && previous === undefined) {
    warn(`${named}: there is no earlier result, so no changes are reported`);
  }
  const before = failOn === undefined ? undefined : previous;
  const selected = new Set(settings.clauseIds);
  const known = new Set(catalogue.clauses.map(({ id }) => id));
  const clauses = previous?.clauses.filter(({ id }) => selected.has(id) || !known.has(id)) ?? [];
  return {
    previous: previous && { ...previous, clauses },
    known: (before?.clauses ?? []).flatMap((clause) =>
      entriesFor(clause, `the run of ${before?.startedAt} had this violation`),
    ),
    before,
  };
}

const OWN_FILES: readonly string[] = Object.values(RESULT_FILES);

/** Creates the folder and removes {@link RESULT_FILES} of an earlier run. Throws if no run wrote them, or if the folder cannot be written. */
export function clearFolder(outDir: string): void {
  makeFolder(outDir);
  const foreign = OWN_FILES.find((name) => existsSync(join(outDir, name)));
  if (foreign !== undefined && !isResultFolder(outDir)) {
    throw new Error(`the folder contains ${foreign}, which no run wrote: choose another folder`);
  }
  writeWhole(join(outDir, ".writable"), "");
  rmSync(join(outDir, ".writable"));
  for (const name of readdirSync(outDir)) {
    // A run that was killed may leave an incomplete file.
    if (OWN_FILES.includes(name.replace(/\.\d+\.tmp$/, ""))) {
      rmSync(join(outDir, name), { force: true, recursive: true });
    }
  }
}

const isResultFolder = (outDir: string): boolean =>
  tryOrUndefined(() => readFileSync(join(outDir, RESULT_FILES.results), "utf8"))
    ?.slice(0, 200)
    .includes('"formatVersion"') ?? false;

export async function writeFolder(dir: string, result: RunResult, previous?: RunResult, assets?: PageAssets) {
  const write = (name: keyof typeof RESULT_FILES, text: string): void =>
    writeWhole(join(dir, RESULT_FILES[name]), text);
  const json = (value: unknown): string => `${safeJson(value, 2)}\n`;
  write("results", json(result));
  write("page", await reportPage(result, previous, assets));
  write("summary", summaryMarkdown(result, previous));
  write("junit", await junitXml(result));
  write("badge", json(badgeJson(result)));
  const deviations = suggestions(result);
  if (deviations.length > 0) write("suggested", json({ deviations }));
  return join(dir, RESULT_FILES.page);
}
