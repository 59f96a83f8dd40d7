import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../engine/results.ts";
import { assemble } from "./assemble.ts";
import { reportPage } from "./html/page.ts";
import { parseJournal, type RunHeader } from "./journal.ts";
import { summaryMarkdown } from "./summary-markdown.ts";

/** The files of a result folder. */
export const FILES = {
  journal: "results.jsonl",
  results: "results.json",
  summary: "summary.md",
  page: "index.html",
} as const;

/** Makes the folder ready for a run: nothing of an earlier one stays, and its journal begins with the header. */
export function openFolder(outDir: string, header: RunHeader): void {
  mkdirSync(outDir, { recursive: true });
  for (const name of [FILES.results, FILES.summary, FILES.page]) {
    rmSync(join(outDir, name), { force: true });
  }
  writeWhole(join(outDir, FILES.journal), `${JSON.stringify(header)}\n`);
}

/** Writes `results.json`, at once and whole. */
export function writeResults(outDir: string, result: RunResult): void {
  writeWhole(join(outDir, FILES.results), `${JSON.stringify(result, null, 2)}\n`);
}

/** Writes the pages that people read, and gives the path of the report. */
export async function writePages(outDir: string, result: RunResult): Promise<string> {
  const page = join(outDir, FILES.page);
  writeWhole(join(outDir, FILES.summary), summaryMarkdown(result));
  writeWhole(page, await reportPage(result));
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

/** A reader finds the old file or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
