import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../message/errors.ts";

/** Before the first repetition of what broke; each further one waits twice as long, up to the longest. */
const REPEAT_AFTER_MS = { first: 100, longest: 2_000 };

/** Repetitions at the most, for whatever reason. */
const MOST_RETRIES = 10;

/** Whether what failed is worth a repetition more, after so many. */
export function isWorthRepeating(error: unknown, repeated: number): error is Failure {
  return error instanceof Failure && repeated < Math.min(error.again, MOST_RETRIES);
}

/** Who is asked to come back at once is asked at once, the first time. */
export function beforeRepeating({ kind, waitMs }: Failure, repeated: number): number {
  return kind === "busy" && waitMs === 0 && repeated === 0
    ? 0
    : Math.min(REPEAT_AFTER_MS.first * 2 ** repeated, REPEAT_AFTER_MS.longest);
}

export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
