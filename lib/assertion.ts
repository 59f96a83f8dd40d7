import type { ClauseResult } from "../engine/model/clause-results.ts";
import { failureText } from "../reports/words/explain.ts";

/** The error of a failed clause. Because of its name, Allure reports the test as `failed` and not as `broken`. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
  /** Vitest prints no difference of `expected` and `actual`, because the message contains both. */
  readonly showDiff = false;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  constructor(message: string, values: { readonly expected?: string; readonly actual?: string } = {}) {
    super(message);
    this.expected = values.expected;
    this.actual = values.actual;
    // A stack trace into the suite would explain nothing, and some reporters would print the message twice.
    this.stack = "";
  }
}

/** The error for a clause with the outcome `failed`, which always has a violation. */
export const clauseError = (clause: ClauseResult): AssertionError =>
  new AssertionError(failureText(clause, 1), clause.violations[0]);
