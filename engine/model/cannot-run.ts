import { getSystemErrorMap } from "node:util";
import type { ClauseResult } from "./clause-results.ts";

/** The run cannot begin or go on; the message is the one line that the user reads, and the exit code is 2. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
  /** A remedy for the user; absent if the response shows none. */
  readonly remedy: ClauseResult["remedy"];
  constructor(message: string, remedy?: ClauseResult["remedy"]) {
    super(message);
    this.remedy = remedy;
  }
}

/** An error without a stack trace, which would point into the suite and explain nothing to its reader. */
export function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}

/** The beginning of a message about an error in the suite itself. */
export const SUITE_BUG = "a bug in the suite itself";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Describes an error of the operating system as `no space left on device`; any other error by its message. */
export function whyCannotRun(error: unknown): string {
  const errno = error instanceof Error && "errno" in error ? Number(error.errno) : 0;
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words ?? messageOf(error);
}

/** Describes an error of the file system, with the path: `no such file or directory: reports/out/index.html`. */
export function fileReason(error: unknown): string {
  const path = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof path === "string" ? `${whyCannotRun(error)}: ${path}` : whyCannotRun(error);
}

/** Whether an error comes from the file system. Any other error is a bug in the suite. */
export const isFileError = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && "code" in error;

/** The result of a function; undefined if it throws, for example for a deleted file or truncated JSON. */
export function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
