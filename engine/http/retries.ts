// How often, and after which pause, a failed attempt is repeated.
import { Failure, isErrorOfService } from "../message/errors.ts";

/** Milliseconds before the first retry; each further one waits twice as long, up to `longest`. */
const REPEAT_AFTER_MS = { first: 100, longest: 2_000 };
/** Retries after a 429, or while no connection comes about: both pass with time. */
const MANY_RETRIES = 8;

/** How many retries a failure is worth. `retries` is the configured number for a broken connection or an error of a gateway. */
export function retriesAfter({ kind, isFinal, response }: Failure, retries: number): number {
  if (isFinal || retries === 0) {
    return 0;
  }
  return kind === "silent" ? 1 : kind === "unreachable" || response?.status === 429 ? MANY_RETRIES : retries;
}

/** Milliseconds before the next retry. After `Retry-After: 0`, the first retry follows at once. */
export function retryDelayMs({ kind, waitMs }: Failure, repeated: number): number {
  return kind === "busy" && waitMs === 0 && repeated === 0
    ? 0
    : Math.min(REPEAT_AFTER_MS.first * 2 ** repeated, REPEAT_AFTER_MS.longest);
}

/** Whether the service asked for a pause: the request is repeated later. */
export const isBusy = ({ kind }: Failure): boolean => kind === "busy";

/** Whether an error is a status from 500 of a gateway, not of the service itself. */
export const isAtGateway = (error: unknown): boolean =>
  error instanceof Failure && (error.response?.status ?? 0) >= 500 && !isErrorOfService(error);
