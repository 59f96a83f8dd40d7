import type { ClauseResult } from "../engine/model/clause-results.ts";
import { countText, countOf } from "../engine/model/model.ts";
import { duration } from "../reports/words/labels.ts";
import type { Io } from "./io.ts";

const BAR_EVERY_MS = 120;
const LINE_EVERY_MS = 15_000;
const WIDEST = 80;

/** The planned size of a run. */
interface Planned {
  readonly clauses: number;
  readonly requests: number;
}

/**
 * Tells how far a run is and how much failed so far, in one line of a terminal that is written over, or elsewhere in a
 * line now and then.
 */
export function startProgress(planned: Planned, { err, stderr }: Pick<Io, "err" | "stderr">) {
  const started = performance.now();
  const isLive = stderr.isTTY === true;
  const standing = { checked: 0, failed: 0, requests: 0 };
  const clear = isLive ? "\r\u001b[K" : "";
  const width = Math.min(WIDEST, stderr.columns ?? WIDEST) - 1;
  const show = (): void => {
    const text = `  ${standingText(standing, planned, performance.now() - started)}`.slice(0, width);
    err(isLive ? `${clear}${text}` : `${text}\n`);
  };
  const timer = setInterval(show, isLive ? BAR_EVERY_MS : LINE_EVERY_MS);
  timer.unref();
  return {
    onRequest: (): void => {
      standing.requests += 1;
    },
    onClause: ({ outcome }: ClauseResult): void => {
      standing.checked += 1;
      standing.failed += outcome === "failed" ? 1 : 0;
    },
    stop: (): void => {
      clearInterval(timer);
      err(clear);
    },
  };
}

/** Where a run stands, in words. */
export function standingText(
  {
    checked,
    failed,
    requests,
  }: { readonly checked: number; readonly failed: number; readonly requests: number },
  planned: Planned,
  elapsedMs: number,
): string {
  return [
    `${countText(checked)} of ${countOf(planned.clauses, "clause")}`,
    `${countText(failed)} failed`,
    `${countText(requests)} of about ${countOf(planned.requests, "request")}`,
    duration(elapsedMs),
  ].join(", ");
}
