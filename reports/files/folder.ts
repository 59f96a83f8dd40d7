import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../engine/model/results.ts";
import { ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS } from "../allure/ids.ts";
import { assemble } from "../reading/assemble.ts";
import { codeOf, isFileTrouble, messageOf, reasonOf, tried } from "../../engine/model/file-trouble.ts";
import { FILES, makeFolder, safeJson, writeWhole } from "./writing.ts";
import type { FilesBeside } from "../html/clauses.ts";
import { reportPage } from "../html/page.ts";
import { documentOf } from "../markup/document.ts";
import { html } from "../markup/elements.ts";
import { parseJournal, type RunHeader } from "../reading/journal.ts";
import { lockFolder, type Lock } from "./lock.ts";
import { summaryMarkdown } from "./summary-markdown.ts";

export { FILES };

/** What a run leaves, but for the history of Allure, which outlives it. */
const OWN: readonly string[] = [...Object.values(FILES), ALLURE_RESULTS, ALLURE_REPORT];

/** What is made of a result beside the pages that are always there, as far as it is wanted. */
export type Extras = FilesBeside;
export type WrittenPages = Awaited<ReturnType<typeof writePages>>;

/** Why there is no Allure report where what it alone needs is not there: it weighs more than all else together. */
const NOT_INSTALLED =
  "its generator is not installed: npm install --save-dev @allurereport/core@3 @allurereport/plugin-awesome@3, " +
  "then ledger-conformance report DIR; --no-allure leaves it out";

/** Takes the folder for one run: nothing of an earlier one stays, and its journal begins with the header. */
export function openFolder(outDir: string, header: RunHeader): Lock {
  makeFolder(outDir);
  demandOwn(outDir);
  const lock = lockFolder(outDir);
  try {
    for (const name of readdirSync(outDir).filter(isOfAnEarlierRun)) {
      rmSync(join(outDir, name), { force: true, recursive: true });
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
  const foreign = OWN.find((name) => existsSync(join(outDir, name)));
  if (foreign !== undefined && !isOurs(outDir)) {
    throw new Error(`there is ${foreign} that is not of a run: give another folder`);
  }
}

/** Whether a run left its journal or its result here, and not just a file of that name. */
const isOurs = (outDir: string): boolean =>
  startOf(join(outDir, FILES.journal)).startsWith('{"type":"run"') ||
  startOf(join(outDir, FILES.results)).includes('"formatVersion"');

/** The first characters of a file; none where it cannot be read. */
function startOf(path: string): string {
  const file = tried(() => openSync(path, "r"));
  const bytes = Buffer.alloc(200);
  const size = file === undefined ? 0 : (tried(() => readSync(file, bytes)) ?? 0);
  if (file !== undefined) {
    closeSync(file);
  }
  return bytes.toString("utf8", 0, size);
}

/** The journal stays until the next one takes its place at once. */
function isOfAnEarlierRun(name: string): boolean {
  const whole = name.replace(/\.\d+\.tmp$/, "");
  return name === whole
    ? OWN.includes(name) && name !== FILES.journal
    : [...OWN, ALLURE_HISTORY].includes(whole);
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
export async function loadPages({ allure }: Pick<Extras, "allure">): Promise<void> {
  // What cannot be loaded is told where it is needed.
  const allurePage = allure ? import("../allure/page.ts").catch(() => undefined) : undefined;
  await Promise.all([pageMakers(), allurePage]);
}

const pageMakers = () => Promise.all([import("./junit.ts"), import("./badge.ts")]);

/**
 * Writes everything that is made from a result; Allure's report last, without which the others are whole. Gives the path
 * of the report, and why the Allure report that was wanted is not there.
 */
export async function writePages(outDir: string, result: RunResult, extras: Extras) {
  const path = join(outDir, FILES.page);
  writeWhole(join(outDir, FILES.summary), summaryMarkdown(result, extras.previous));
  writeWhole(path, await reportPage(result, extras));
  const [{ junitXml }, { badgeJson, badgeSvg }] = await pageMakers();
  writeWhole(join(outDir, FILES.junit), junitXml(result));
  writeWhole(join(outDir, FILES.badge), badgeSvg(result));
  writeWhole(join(outDir, FILES.badgeJson), `${safeJson(badgeJson(result), 2)}\n`);
  const allureTrouble = extras.allure ? await tryAllure(outDir, result) : undefined;
  if (allureTrouble !== undefined) {
    // Its links would lead nowhere.
    writeWhole(path, await reportPage(result, { ...extras, allure: false }));
  }
  return { path, ...(allureTrouble === undefined ? {} : { allureTrouble }) };
}

/** A generator that is not ours may fail: the reason is given, and nothing else is lost by it. */
async function tryAllure(outDir: string, result: RunResult): Promise<string | undefined> {
  try {
    const { completeResults } = await import("../allure/complete.ts");
    completeResults(join(outDir, ALLURE_RESULTS), result);
    const { writeAllureReport } = await import("../allure/page.ts");
    await writeAllureReport(outDir, result);
    return undefined;
  } catch (error) {
    rmSync(join(outDir, ALLURE_REPORT), { force: true, recursive: true });
    if (isMissing(error)) {
      // Who publishes the folder finds the file that was promised.
      makeFolder(join(outDir, ALLURE_REPORT));
      writeWhole(join(outDir, ALLURE_REPORT, "index.html"), await noAllurePage());
      return NOT_INSTALLED;
    }
    return isFileTrouble(error) ? reasonOf(error) : messageOf(error);
  }
}

const noAllurePage = () =>
  documentOf(
    "No Allure report",
    [],
    [],
    html`<p>
      The Allure report was not made: ${NOT_INSTALLED}. The verdict stands in the
      <a href="../index.html">conformance report</a>.
    </p>`,
  );

/** A package is not there; of a file of our own the error has the URL. */
const isMissing = (error: unknown): boolean =>
  codeOf(error) === "ERR_MODULE_NOT_FOUND" && error instanceof Error && !("url" in error);

/** `results.json`, or what the journal tells of a run that wrote none; undefined where there is neither. */
export function readFolder(outDir: string): unknown {
  const text = readIfThere(join(outDir, FILES.results));
  if (text !== undefined) {
    return JSON.parse(text);
  }
  const path = join(outDir, FILES.journal);
  const { header, entries } = parseJournal(readIfThere(path) ?? "");
  if (header === undefined) {
    return undefined;
  }
  const durationMs = Math.max(0, statSync(path).mtimeMs - Date.parse(header.startedAt));
  return assemble(header, entries, { durationMs });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
