import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../engine/results.ts";
import { assemble } from "./assemble.ts";
import { FILES, makeFolder, safeJson, writeWhole } from "./files.ts";
import { reportPage } from "./html/page.ts";
import { parseJournal, type RunHeader } from "./journal.ts";
import { lockFolder, type Lock } from "./lock.ts";
import { summaryMarkdown } from "./summary-markdown.ts";

export { FILES };

/** The folder holds files of the same names that no run wrote. */
export class ForeignFolder extends Error {
  override readonly name = "ForeignFolder";
}

/**
 * Takes the folder for one run and makes it ready: nothing of an earlier one stays, and its journal begins with
 * the header.
 */
export function openFolder(outDir: string, header: RunHeader): Lock {
  makeFolder(outDir);
  demandOwn(outDir);
  const lock = lockFolder(outDir);
  try {
    for (const name of readdirSync(outDir).filter(isOfAnEarlierRun)) {
      rmSync(join(outDir, name), { force: true });
    }
    writeWhole(join(outDir, FILES.journal), `${safeJson(header)}\n`);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A file of ours beside which no run left its results is somebody else's. */
function demandOwn(outDir: string): void {
  const there = (name: string): boolean => existsSync(join(outDir, name));
  const foreign = Object.values(FILES).find(there);
  if (foreign !== undefined && !there(FILES.journal) && !there(FILES.results)) {
    throw new ForeignFolder(`there is a file ${foreign} that is not of a run: give another folder`);
  }
}

/** The journal stays until the next one takes its place at once. */
function isOfAnEarlierRun(name: string): boolean {
  const own: readonly string[] = Object.values(FILES);
  const whole = name.replace(/\.\d+\.tmp$/, "");
  return own.includes(whole) && name !== FILES.journal;
}

/** Writes `results.json`, at once and whole. */
export function writeResults(outDir: string, result: RunResult): void {
  writeWhole(join(outDir, FILES.results), `${safeJson(result, 2)}\n`);
}

/** Takes a `results.json` away that is no longer true. */
export function removeResults(outDir: string): void {
  rmSync(join(outDir, FILES.results), { force: true });
}

/** Loads what pages are made with beside our own: a run is not to begin later for what it writes at its end. */
export function loadPages(): Promise<[typeof import("./junit.ts"), typeof import("./badge.ts")]> {
  return Promise.all([import("./junit.ts"), import("./badge.ts")]);
}

/**
 * Writes everything that is made from a result, and gives the path of the report. The summary tells what changed
 * since the previous result, where one is given.
 */
export async function writePages(outDir: string, result: RunResult, previous?: RunResult): Promise<string> {
  const page = join(outDir, FILES.page);
  writeWhole(join(outDir, FILES.summary), summaryMarkdown(result, previous));
  writeWhole(page, await reportPage(result));
  const [{ junitXml }, { badgeJson, badgeSvg }] = await loadPages();
  writeWhole(join(outDir, FILES.junit), junitXml(result));
  writeWhole(join(outDir, FILES.badge), badgeSvg(result));
  writeWhole(join(outDir, FILES.badgeJson), `${safeJson(badgeJson(result), 2)}\n`);
  return page;
}

/**
 * What a folder holds of a run: `results.json`, or what its journal tells of a run that did not come to write
 * one. Undefined where there is neither.
 */
export function readFolder(outDir: string): unknown {
  const text = readIfThere(join(outDir, FILES.results));
  if (text !== undefined) {
    return JSON.parse(text);
  }
  const path = join(outDir, FILES.journal);
  const journal = parseJournal(readIfThere(path) ?? "");
  if (journal.header === undefined) {
    return undefined;
  }
  const durationMs = Math.max(0, statSync(path).mtimeMs - Date.parse(journal.header.startedAt));
  return assemble(journal.header, journal.entries, { durationMs });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
