import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Redact } from "../../engine/secrets/redact.ts";
import type { JournalEntry, RunResult } from "../../engine/model/results.ts";
import type { Settings } from "../../engine/model/settings.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { CANNOT_WRITE, isFileTrouble, messageOf, reasonOf } from "../../engine/model/file-trouble.ts";
import { loadPages, openFolder } from "../../reports/files/folder.ts";
import { FILES, safeJson } from "../../reports/files/writing.ts";
import { parseJournal, type RunHeader } from "../../reports/reading/journal.ts";
import type { Lock } from "../../reports/files/lock.ts";
import { CannotRun, OWN_FAULT } from "../../engine/target/cannot-run.ts";
import { tellResult } from "../terminal/tell-result.ts";
import { listenForInterruption, type Interrupted } from "./interruption.ts";
import type { Io } from "../terminal/io.ts";
import { present } from "../../engine/model/model.ts";
import { preflight } from "../../engine/target/preflight.ts";
import { resemblances, type Resemblance } from "../../engine/target/resemblance.ts";
import { startProgress } from "./progress.ts";
import type { Thread } from "./thread.ts";

interface Job {
  readonly thread: Thread;
  readonly header: RunHeader;
  readonly settings: Settings;
  /** Redacts what it writes. */
  readonly io: Io;
  readonly redact: Redact;
  readonly intro: string;
  readonly planned: number;
  /** The target is not our own: it is looked at before anything is judged. */
  readonly foreign: boolean;
  readonly previous: RunResult | undefined;
  readonly allure: boolean;
}

/** How a run came to its end. */
interface End extends Partial<Interrupted> {
  /** Nothing was judged at all. */
  readonly refused?: true;
}

/** The worker has this long beyond the time of the run to stop by itself. */
const GRACE_MS = 3_000;
/** By then the run has begun, and its end is not kept waiting. */
const LOAD_PAGES_AFTER_MS = 500;

/** Judges the target, writes the result folder, prints the summary, and gives the exit code. */
export async function judgeAndReport(job: Job): Promise<number> {
  const { header, settings, io } = job;
  const lock = beginFolder(settings.outDir, header);
  const started = performance.now();
  const interruption = listenForInterruption(settings.limits.runMs + GRACE_MS);
  const loading = setTimeout(() => void loadPages(job), LOAD_PAGES_AFTER_MS);
  // In front of the progress, whose first line is not to run into it.
  io.out(job.intro);
  const all = { clauses: header.plan.length, requests: job.planned };
  const progress = startProgress(join(settings.outDir, FILES.journal), all, io.stderr);
  try {
    const end: End = await Promise.race([judgeAll(job), interruption.reason]);
    progress.stop();
    if (!lock.isOurs()) {
      throw new CannotRun(
        `${settings.outDir}: another run took the folder, and nothing more is written to it`,
      );
    }
    const result = conclude(job, end, performance.now() - started);
    if (job.foreign) {
      io.out(resemblanceText(result, await resemblances(result)));
    }
    const { outDir } = settings;
    // Who interrupts a run does not wait for Allure's generator: `report` makes its page.
    const allure = job.allure && end.interrupted === undefined;
    return await tellResult(result, { outDir, io, previous: job.previous, allure, refused: end.refused });
  } finally {
    clearTimeout(loading);
    progress.stop();
    interruption.dismiss();
    lock.release();
  }
}

/** One line for each profile that the service looks like and was started without. */
function resemblanceText(
  { command = "ledger-conformance run" }: RunResult,
  found: readonly Resemblance[],
): string {
  return found
    .map(({ profile, title, covered, broken }) => {
      const places = `${covered} of ${broken} broken places`;
      return `  It looks like ${title}, of which ${places} are known. Run again: ${oneLine(command)} --profile ${profile}\n`;
    })
    .join("");
}

/** Takes the result folder for what the header describes; its journal begins with what is known already. */
export function beginFolder(outDir: string, header: RunHeader, entries: readonly JournalEntry[] = []): Lock {
  try {
    const lock = openFolder(outDir, header);
    appendFileSync(join(outDir, FILES.journal), entries.map((entry) => `${safeJson(entry)}\n`).join(""));
    return lock;
  } catch (error) {
    const reason = isFileTrouble(error) ? `${CANNOT_WRITE}: ${reasonOf(error)}` : messageOf(error);
    throw new CannotRun(`${outDir}: ${reason}`);
  }
}

async function judgeAll({ thread, settings, foreign, allure }: Job): Promise<End> {
  try {
    const spent = foreign ? await preflight(settings) : {};
    const breakdown = await thread.judge({ settings: { ...settings, spent }, allure });
    return breakdown === undefined ? {} : { interrupted: breakdown };
  } catch (error) {
    if (error instanceof CannotRun) {
      return { interrupted: error.message, refused: true, ...present({ endedBy: error.code }) };
    }
    return { interrupted: `${OWN_FAULT}: ${messageOf(error)}` };
  }
}

function conclude({ header, settings, redact }: Job, end: End, durationMs: number): RunResult {
  let { interrupted } = end;
  let entries: readonly JournalEntry[] = [];
  try {
    ({ entries } = parseJournal(readFileSync(join(settings.outDir, FILES.journal), "utf8")));
  } catch (error) {
    interrupted ??= `what was judged cannot be read: ${reasonOf(error)}`;
  }
  const reason = interrupted === undefined ? undefined : oneLine(redact(interrupted));
  return assemble(header, entries, {
    durationMs,
    ...present({ interrupted: reason, endedBy: end.endedBy }),
  });
}
