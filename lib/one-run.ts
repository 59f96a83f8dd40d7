import type { ClauseResult } from "../engine/model/clause-results.ts";
import type { RunResult } from "../engine/model/results.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { plainError } from "../engine/model/cannot-run.ts";
import { isCutOff } from "../reports/reading/assemble.ts";
import { run, type RunHooks, type RunTarget } from "./run.ts";

/** The options of `run`. The result folder is `reports/out` where `out` is not given; two targets need two of them. */
export type ConformanceOptions = RunOptions & RunHooks;

/** Options that only the filter and the project of vitest decide. */
export type Chosen = Pick<RunOptions, "only" | "skip" | "out">;

export type OneRun = ReturnType<typeof oneRun>;

/** Prepares one run, of which many tests await a verdict each; nothing is sent before `begin`. */
export function oneRun(target: RunTarget, options: ConformanceOptions) {
  const stop = new AbortController();
  const told = new Map<string, ClauseResult>();
  const waiting = new Map<string, (clause: ClauseResult) => void>();
  let running: Promise<RunResult> | undefined;
  const onClause = (clause: ClauseResult): void => {
    // What was not reached is told by the whole result: where nothing was checked, each test fails with the reason.
    if (!isCutOff(clause)) {
      told.set(clause.id, clause);
      waiting.get(clause.id)?.(clause);
    }
    options.onClause?.(clause);
  };
  const checked = async (chosen: Chosen): Promise<RunResult> => {
    const signal = AbortSignal.any([stop.signal, ...(options.signal === undefined ? [] : [options.signal])]);
    const result = await run(target, { ...options, ...chosen, onClause, signal });
    if (told.size === 0 && result.verdict === "incomplete") {
      throw plainError(`nothing was tested: ${result.reason ?? "the run is incomplete"}`);
    }
    return result;
  };
  return {
    /** Starts the run, once, with options that replace those of the call. */
    begin: (chosen: Chosen): void => {
      running ??= whileInterruptible(stop, async () => await checked(chosen));
      // Every test that awaits it hears of a failure; one that awaits nothing is not to end the process.
      running.catch(() => undefined);
    },
    /** The result of a clause, as soon as the clause is tested. Rejects if the run cannot begin. */
    verdict: async (id: string): Promise<ClauseResult> => {
      const coming = new Promise<ClauseResult>((tell) => waiting.set(id, tell));
      const last = running?.then(({ clauses }) => clauses.find((clause) => clause.id === id));
      const clause = told.get(id) ?? (await Promise.race([coming, last]));
      if (clause === undefined) {
        throw new Error(`a bug in the suite itself: there is no verdict on ${id}`);
      }
      return clause;
    },
    /** The result, when its folder is written; undefined where the run was never started. */
    result: (): Promise<RunResult> | undefined => running,
    /** Nothing more is sent, and what was checked is written. */
    abort: (): void => stop.abort(),
  };
}

/** What ends a worker of vitest from outside; the last is the end of the process that started it. */
const END_EVENTS = ["SIGINT", "SIGTERM", "disconnect"] as const;
/** By then a run has ended and its folder is written. */
const LONGEST_MS = 10_000;

/** Vitest takes `process.exit` away from its workers. */
const leave = (): void => void process.kill(process.pid, "SIGKILL");

/**
 * Works on something that can be ended. Vitest leaves at a signal without a word to its workers: one that is a process
 * of its own ends the work, and goes when that has left behind what it leaves. (A worker thread hears of no signal, and is
 * gone with its process.)
 */
async function whileInterruptible<T>(stop: AbortController, work: () => Promise<T>): Promise<T> {
  const end = (name?: string): void => {
    // What is told to a process that is gone is an error, at which vitest would end this one.
    process.removeAllListeners("error");
    process.on("error", () => undefined);
    setTimeout(leaveAlone, LONGEST_MS).unref();
    stop.abort(`interrupted by ${name ?? "the end of vitest"}`);
  };
  END_EVENTS.forEach((name) => process.once(name, end));
  try {
    return await work();
  } finally {
    END_EVENTS.forEach((name) => process.off(name, end));
    if (stop.signal.aborted) {
      process.once("disconnect", leave);
      leaveAlone();
    }
  }
}

/** Goes where the process that started this one has gone; it has a channel to that as long as both live. */
function leaveAlone(): void {
  if (process.send !== undefined && !process.connected) {
    leave();
  }
}
