import type { ClauseResult, ReportedViolation } from "../engine/model/clause-results.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { aligned, failureLines, more, reasonText, violationProblem } from "../reports/words/explain.ts";

/**
 * The error of a failed clause; because of its name, Allure reports `failed` and not `broken`. Reporters read `expected`
 * and `actual`. Vitest prints no diff of the two, since the message contains them.
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

/** The error of the test of a failed clause. */
export function clauseError(clause: ClauseResult): AssertionError {
  const [first] = clause.violations;
  return first === undefined
    ? new AssertionError(`${clause.id}: ${reasonText(clause)}`)
    : new AssertionError(failureText(clause, first), first);
}

/** Describes a violation: its clause, problem, expected and actual value, pointer and requests, without repetition. */
function failureText(clause: ClauseResult, violation: ReportedViolation): string {
  const { id, violations } = clause;
  const lines = aligned(failureLines(clause, violation), "    ");
  const others = more(violations.length - 1, "violation").map((text) => `    ${text}: see the report`);
  return [`${id}: ${problemTitle(clause, violation)}`, ...lines, ...others].join("\n");
}

/** The problem. The name of the test is the statement, so it is not repeated where a value at a pointer is wrong. */
function problemTitle(clause: ClauseResult, violation: ReportedViolation): string {
  const problem = violationProblem(clause, violation);
  return oneLine(problem ?? (violation.pointer === "" ? clause.statement : "a value violates the contract"));
}
