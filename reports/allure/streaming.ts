import AllureVitestReporter from "allure-vitest/reporter";
import { experimental_getRunnerTask as runnerTaskOf, type Reporter } from "vitest/node";
import type { AllureHead } from "./describe.ts";
import { applyHead } from "./messages.ts";

/**
 * Allure's reporter, but for three things: a result is on disk as soon as its clause is judged, not at the end of
 * the run; why a clause was not judged is kept; and nothing is reported beside clauses.
 */
export function streamingReporter(resultsDir: string): Reporter {
  let head: AllureHead | undefined;
  let broken = false;
  const inner = new AllureVitestReporter({
    resultsDir,
    reportMatchers: false,
    listeners: [
      {
        beforeTestResultWrite: (result) => {
          if (head !== undefined) {
            applyHead(head, result);
          }
        },
      },
    ],
  });
  return {
    onInit: (vitest) => inner.onInit(vitest),
    onTestCaseResult: (testCase) => {
      head = testCase.meta().allureHead;
      if (head === undefined || broken) {
        return;
      }
      try {
        inner.handleTask(runnerTaskOf(testCase));
      } catch {
        // What cannot be written now is made of the result at the end, or is said to be missing then.
        broken = true;
      }
    },
  };
}
