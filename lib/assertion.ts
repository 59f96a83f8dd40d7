import type { ClauseResult } from "../engine/model/clause-results.ts";
import { failureText, reasonText } from "../reports/words/explain.ts";

/**
 * The error of a failed clause. Because of its name, Allure reports `failed` and not `broken`. Reporters read `expected`
 * and `actual`. Vitest prints no diff of the two, because the message contains them.
 */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
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

export function clauseError(clause: ClauseResult): AssertionError {
  const [first] = clause.violations;
  return first === undefined
    ? new AssertionError(`${clause.id}: ${reasonText(clause)}`)
    : new AssertionError(failureText(clause, 1), first);
}
