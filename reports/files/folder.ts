import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { tryOrUndefined } from "../../engine/model/cannot-run.ts";
import { reportPage } from "../html/page.ts";
import type { PageAssets } from "../markup/document.ts";
import { summaryMarkdown } from "../text/summary.ts";
import { suggestions } from "../reading/known.ts";
import { badgeJson } from "./badge.ts";
import { junitXml, type ClauseTimes } from "./junit.ts";
import { RESULT_FILES, makeFolder, safeJson, writeWhole } from "./writing.ts";

const OWN_FILES: readonly string[] = Object.values(RESULT_FILES);

/**
 * Prepares the result folder of a run: creates it and removes the files of an earlier run. Throws if the folder has files of
 * these names that no run wrote, or if it cannot be written, so that the error is reported before the first request.
 */
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

/** Whether the folder contains the result of a run, and not only a file with the name of one. */
const isResultFolder = (outDir: string): boolean =>
  tryOrUndefined(() => readFileSync(join(outDir, RESULT_FILES.results), "utf8"))
    ?.slice(0, 200)
    .includes('"formatVersion"') ?? false;

/** Writes the result and the files made from it. Each file is replaced atomically. Returns the path of the page. */
export async function writeFolder(
  outDir: string,
  result: RunResult,
  made: { readonly previous?: RunResult; readonly assets?: PageAssets; readonly times?: ClauseTimes } = {},
): Promise<string> {
  const { previous, assets, times } = made;
  const write = (name: keyof typeof RESULT_FILES, text: string): void =>
    writeWhole(join(outDir, RESULT_FILES[name]), text);
  const json = (value: unknown): string => `${safeJson(value, 2)}\n`;
  write("results", json(result));
  write("page", await reportPage(result, previous, assets));
  write("summary", summaryMarkdown(result, previous));
  write("junit", await junitXml(result, times));
  write("badge", json(badgeJson(result)));
  const deviations = suggestions(result);
  if (deviations.length > 0) {
    write("suggested", json({ deviations }));
  }
  return join(outDir, RESULT_FILES.page);
}
