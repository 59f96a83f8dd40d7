import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Redact } from "../engine/redact.ts";
import type { RunResult } from "../engine/results.ts";
import type { Service, Settings } from "../engine/settings.ts";
import { assemble } from "../reports/assemble.ts";
import { oneLine } from "../reports/escape.ts";
import { FILES, openFolder, writePages, writeResults } from "../reports/folder.ts";
import { parseJournal, type PlannedClause, type RunHeader } from "../reports/journal.ts";
import { paintFor } from "../reports/terminal/paint.ts";
import { summaryText } from "../reports/terminal/summary.ts";
import { exitCodeOf } from "../reports/verdict.ts";
import { CannotRun } from "./cannot-run.ts";
import { listenForInterruption } from "./interruption.ts";
import type { Io } from "./io.ts";
import { reasonOf } from "./json-file.ts";
import { introText } from "./plan.ts";
import { preflight } from "./preflight.ts";
import { startProgress } from "./progress.ts";

/** A run that is ready to begin. */
export interface Job {
  readonly settings: Settings;
  /** Redacts what it writes. */
  readonly io: Io;
  readonly redact: Redact;
  readonly plan: readonly PlannedClause[];
  readonly suite: RunResult["suite"];
  readonly strict: boolean;
  readonly command: string;
  /** The target is not our own: it is looked at before anything is judged. */
  readonly foreign: boolean;
}

/** How a run came to its end: `broken` tells why it did not come to its own. */
interface End {
  readonly interrupted?: string;
  /** Nothing was judged at all. */
  readonly refused?: true;
}

/** The worker has this long beyond the time of the run to stop by itself. */
const GRACE_MS = 3_000;

/** Judges the target, writes the result folder, prints the summary, and gives the exit code. */
export async function judgeAndReport(job: Job): Promise<number> {
  const { settings, io } = job;
  const header = headerOf(job);
  await writing(settings.outDir, () => openFolder(settings.outDir, header));
  io.out(introText(settings, job.plan.length, job.suite.version));
  const started = performance.now();
  const interruption = listenForInterruption(settings.limits.runMs + GRACE_MS);
  const progress = startProgress(join(settings.outDir, FILES.journal), job.plan.length, io.stderr);
  try {
    const end = await Promise.race([
      judgeAll(job),
      interruption.reason.then((reason): End => ({ interrupted: reason })),
    ]);
    progress.stop();
    const result = conclude(header, job, end, performance.now() - started);
    return await report(result, job, end.refused === true);
  } finally {
    progress.stop();
    interruption.dismiss();
  }
}

async function judgeAll({ settings, foreign }: Job): Promise<End> {
  try {
    // Loading the test runner takes a while: meanwhile the target is looked at.
    const [{ launch }] = await Promise.all([
      import("./launch.ts"),
      foreign ? preflight(settings) : Promise.resolve(),
    ]);
    const breakdown = await launch(settings);
    return breakdown === undefined ? {} : { interrupted: `a fault of the suite itself: ${breakdown}` };
  } catch (error) {
    if (error instanceof CannotRun) {
      return { interrupted: error.message, refused: true };
    }
    return {
      interrupted: `a fault of the suite itself: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function headerOf({ settings, redact, plan, suite, strict, command }: Job): RunHeader {
  const { urls } = settings.target;
  const url = (service: Service, member: string): Record<string, string> =>
    urls[service] === undefined ? {} : { [member]: redact(urls[service]) };
  return {
    type: "run",
    suite,
    target: { ...url("status", "statusUrl"), ...url("base", "baseUrl"), ...url("verify", "verifyUrl") },
    seed: settings.seed,
    level: settings.level,
    startedAt: new Date().toISOString(),
    strict,
    command,
    plan,
    known: settings.known,
  };
}

/** The result of what the journal holds; it is written before anything else is done with it. */
function conclude(header: RunHeader, { settings, redact }: Job, end: End, durationMs: number): RunResult {
  const { entries } = parseJournal(readFileSync(join(settings.outDir, FILES.journal), "utf8"));
  const interrupted = end.interrupted === undefined ? {} : { interrupted: redact(oneLine(end.interrupted)) };
  const result = assemble(header, entries, { durationMs, ...interrupted });
  writeResults(settings.outDir, result);
  return result;
}

async function report(result: RunResult, { settings, io }: Job, refused: boolean): Promise<number> {
  const page = await writing(settings.outDir, () => writePages(settings.outDir, result));
  if (!refused) {
    io.out(summaryText(result, page, paintFor(io.stdout, io.env)));
  }
  const code = exitCodeOf(result);
  if (code === 2) {
    io.err(`ledger-conformance: ${result.reason ?? "the run is incomplete"}\n`);
  }
  return code;
}

async function writing<T>(outDir: string, write: () => T | Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw new CannotRun(`${outDir}: the result folder cannot be written: ${reasonOf(error)}`);
  }
}
