import { appendFileSync } from "node:fs";
import type { RunResult } from "../../engine/model/results.ts";
import { annotations } from "../../reports/files/annotations.ts";
import { reasonOf } from "../../reports/files/file-trouble.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import type { Io } from "./io.ts";

/** What a CI system wants of a run, read from the environment. */
export interface Ci {
  /** Failures are written to stdout as workflow commands. */
  readonly annotations: boolean;
  /** File to which the page of the job is appended. */
  readonly stepSummary?: string;
}

/** GitHub Actions, and whoever speaks its language. */
export function ciOf(env: Io["env"]): Ci {
  const stepSummary = env["GITHUB_STEP_SUMMARY"] ?? "";
  return {
    annotations: env["GITHUB_ACTIONS"] === "true",
    ...(stepSummary === "" ? {} : { stepSummary }),
  };
}

/** Tells a CI system of the result. Where that fails it is said, and the verdict stays what it is. */
export function tellCi(ci: Ci, result: RunResult, previous: RunResult | undefined, io: Io): void {
  if (ci.annotations) {
    io.out(annotations(result));
  }
  if (ci.stepSummary !== undefined) {
    try {
      appendFileSync(ci.stepSummary, summaryMarkdown(result, previous));
    } catch (error) {
      io.err(
        `ledger-conformance: warning: the summary was not added to GITHUB_STEP_SUMMARY: ${reasonOf(error)}\n`,
      );
    }
  }
}
