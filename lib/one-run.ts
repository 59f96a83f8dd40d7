import type { ClauseResult } from "../engine/model/clause-results.ts";
import type { RunResult } from "../engine/model/results.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { plainError, SUITE_BUG } from "../engine/model/cannot-run.ts";
import { anySignal } from "../engine/model/model.ts";
import { isCutOff } from "../reports/reading/assemble.ts";
import { run, type RunHooks, type RunTarget } from "./run.ts";

/** The options of `run`. If tests are not filtered, `out` is by default `reports/out`, or its subfolder for a named vitest project. */
export type ConformanceOptions = RunOptions & RunHooks;

type VitestSelection = Pick<RunOptions, "only" | "skip" | "out">;

export type SharedRun = ReturnType<typeof prepareRun>;

/** Prepares a run whose clauses are each awaited by a test of vitest. No request is sent before `begin`. */
export function prepareRun(target: RunTarget, options: ConformanceOptions) {
  const stop = new AbortController();
  const results = new Map<string, ClauseResult>();
  const waiting = new Map<string, (clause: ClauseResult) => void>();
  let running: Promise<RunResult> | undefined;
  const onClause = (clause: ClauseResult): void => {
    // A clause that an abort cut off waits for the complete result: if nothing was tested, each test fails with the reason of the run.
    if (!isCutOff(clause)) {
      results.set(clause.id, clause);
      waiting.get(clause.id)?.(clause);
    }
    options.onClause?.(clause);
  };
  const runChecked = async (chosen: VitestSelection): Promise<RunResult> => {
    const signal = anySignal(stop.signal, options.signal);
    const result = await run(target, { ...options, ...chosen, onClause, signal });
    if (results.size === 0 && result.verdict === "incomplete") {
      throw plainError(`nothing was tested: ${result.reason ?? "the run is incomplete"}`);
    }
    return result;
  };
  return {
    /** Starts the run; later calls do nothing. The members of `chosen` replace options of the call. */
    begin: (chosen: VitestSelection): void => {
      running ??= whileInterruptible(stop, async () => await runChecked(chosen));
      // Without this handler, a rejection would be unhandled while no test waits for the run.
      running.catch(() => undefined);
    },
    /** The result of a clause, as soon as the clause is tested. Rejects if the run cannot begin, or tests nothing. */
    verdict: async (id: string): Promise<ClauseResult> => {
      const pending = new Promise<ClauseResult>((resolve) => waiting.set(id, resolve));
      const last = running?.then(({ clauses }) => clauses.find((clause) => clause.id === id));
      const clause = results.get(id) ?? (await Promise.race([pending, last]));
      if (clause === undefined) throw new Error(`${SUITE_BUG}: there is no verdict on ${id}`);
      return clause;
    },
    result: (): Promise<RunResult> | undefined => running,
    abort: (): void => stop.abort(),
  };
}

/** Events that end a worker of vitest; `disconnect` is the end of its parent process. */
const END_EVENTS = ["SIGINT", "SIGTERM", "disconnect"] as const;
/** Milliseconds after which an aborted run has ended and written its folder. */
const LONGEST_MS = 10_000;

/** Ends this process. Vitest replaces `process.exit` in its workers, so a signal is used. */
const killProcess = (): void => void process.kill(process.pid, "SIGKILL");

/**
 * Aborts the work at a signal, so that an interrupted run still writes its results. At a signal, vitest exits without ending its
 * worker processes: each of them therefore waits for the end of its work, and exits. A worker thread receives no signal, and ends
 * with its process.
 */
async function whileInterruptible<T>(stop: AbortController, work: () => Promise<T>): Promise<T> {
  const end = (name?: string): void => {
    // A message to the parent, which has ended, causes an error, at which vitest would end this process.
    process.removeAllListeners("error");
    process.on("error", () => undefined);
    setTimeout(leaveIfOrphaned, LONGEST_MS).unref();
    stop.abort(`interrupted by ${name ?? "the end of vitest"}`);
  };
  END_EVENTS.forEach((name) => process.once(name, end));
  try {
    return await work();
  } finally {
    END_EVENTS.forEach((name) => process.off(name, end));
    if (stop.signal.aborted) {
      process.once("disconnect", killProcess);
      leaveIfOrphaned();
    }
  }
}

/** Ends a worker process whose parent has ended: its channel to the parent is closed. */
function leaveIfOrphaned(): void {
  if (process.send !== undefined && !process.connected) killProcess();
}
