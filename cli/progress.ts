import type { ClauseResult } from "../engine/model/clause-results.ts";
import { countText, countOf } from "../engine/model/model.ts";
import { duration } from "../reports/words/labels.ts";
import type { Io } from "./io.ts";

const PROGRESS_COLUMNS = 80;
/** Milliseconds after which the measured rate predicts the remaining time better than the plan. */
const MEASURED_AFTER_MS = 2_000;

export interface PlannedSize {
  readonly clauses: number;
  readonly requests: number;
  /** Maximum number of requests per second; undefined: unlimited. */
  readonly rps?: number | undefined;
}

/** Shows the progress on stderr: on a terminal in one line that `stop` erases, elsewhere, such as in the log of a CI job, line by line. */
export function startProgress(plan: PlannedSize, { err, stderr, env }: Pick<Io, "err" | "stderr" | "env">) {
  const started = performance.now();
  const isLive = stderr.isTTY === true && env["TERM"] !== "dumb";
  const progress = { requests: 0, clauses: 0, failed: 0 };
  const erase = "\r\u001b[K";
  const show = (): void => {
    // A terminal of unknown size has 0 columns. A line as wide as the terminal would be wrapped.
    const width = Math.min(PROGRESS_COLUMNS, stderr.columns || PROGRESS_COLUMNS) - 1;
    const text = `  ${progressText(progress, plan, performance.now() - started)}`.slice(0, width);
    err(isLive ? `${erase}${text}` : `${text}\n`);
  };
  const timer = setInterval(show, isLive ? 200 : 10_000);
  timer.unref();
  return {
    onRequest: (): void => {
      progress.requests += 1;
    },
    onClause: ({ outcome }: Pick<ClauseResult, "outcome">): void => {
      progress.clauses += 1;
      progress.failed += outcome === "failed" ? 1 : 0;
    },
    stop: (): void => {
      clearInterval(timer);
      err(isLive ? erase : "");
    },
  };
}

/** The progress and the remaining time: at first at the rate limit, later at the lower one of the rate limit and the measured rate. */
export function progressText(
  { requests, clauses, failed }: Readonly<Record<"requests" | "clauses" | "failed", number>>,
  planned: PlannedSize,
  elapsedMs: number,
): string {
  const measured = elapsedMs < MEASURED_AFTER_MS ? Infinity : (requests / elapsedMs) * 1_000;
  const seconds = Math.ceil((planned.requests - requests) / Math.min(planned.rps ?? Infinity, measured));
  // No estimate is possible: no rate is known yet, or the service needs more requests than planned.
  const isGuess = seconds <= 0 || !Number.isFinite(seconds);
  const left = `, ${seconds < 60 ? `${seconds} s` : duration(seconds * 1_000)} left`;
  return `${countText(requests)} of ~${countOf(planned.requests, "request")}, ${countText(clauses)} of ${countOf(planned.clauses, "clause")}, ${countText(failed)} failed${isGuess ? "" : left}`;
}
