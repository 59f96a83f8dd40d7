import { getSystemErrorMap } from "node:util";
import type { ClauseResult } from "./clause-results.ts";

/** A problem that the user has to solve. The command prints only its message, and ends with exit code 2. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
  /** The remedy of the clauses that are not tested because of this error; absent if none is known. */
  readonly remedy: ClauseResult["remedy"];
  constructor(message: string, remedy?: ClauseResult["remedy"]) {
    super(message);
    this.remedy = remedy;
  }
}

/** An error without a stack trace: the trace would point into the suite and explain nothing to the user. */
export function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}

export const SUITE_BUG = "a bug in the suite itself";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Describes an error of the operating system in its own words, such as `no space left on device`. */
export function whyCannotRun(error: unknown): string {
  const errno = error instanceof Error && "errno" in error ? Number(error.errno) : 0;
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words ?? messageOf(error);
}

/** As {@link whyCannotRun}, with the path if the error has one: `no such file or directory: reports/out/index.html`. */
export function fileReason(error: unknown): string {
  const path = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof path === "string" ? `${whyCannotRun(error)}: ${path}` : whyCannotRun(error);
}

/** Whether an error comes from a failed system call. */
export const isFileError = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && "code" in error;

export function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
