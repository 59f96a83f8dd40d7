import {
  experimental_getRunnerTask as runnerTaskOf,
  type Reporter,
  type TestCase,
  type Vitest,
} from "vitest/node";
import type { AllureTest } from "./describe.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What Allure is told of the clause that the test is of. */
    allure?: AllureTest;
  }
}

/** Writes the result of a test; never throws. */
type Report = (testCase: TestCase, test: AllureTest) => void;

/**
 * Allure's reporter, but for four things: a result is on disk as soon as its clause is judged, not at the end of the
 * run; why a clause was not judged is kept; nothing is reported beside clauses; and it is loaded when the first of
 * them is judged, so that no request waits for it.
 */
export function streamingReporter(resultsDir: string): Reporter {
  let vitest: Vitest | undefined;
  let loading: Promise<Report> | undefined;
  return {
    onInit: (started) => {
      vitest = started;
    },
    onTestCaseResult: async (testCase) => {
      const test = testCase.meta().allure;
      if (test !== undefined && vitest !== undefined) {
        // Without it the results are made at the end, or are said to be missing then.
        loading ??= load(resultsDir, vitest).catch(() => () => undefined);
        const report = await loading;
        report(testCase, test);
      }
    },
  };
}

async function load(resultsDir: string, vitest: Vitest): Promise<Report> {
  const [{ default: AllureVitestReporter }, { FileSystemWriter }, { applyTest }] = await Promise.all([
    import("allure-vitest/reporter"),
    import("allure-js-commons/sdk/reporter"),
    import("./apply.ts"),
  ]);
  const writer = new FileSystemWriter({ resultsDir });
  let current: AllureTest | undefined;
  let broken = false;
  const inner = new AllureVitestReporter({
    resultsDir,
    reportMatchers: false,
    listeners: [
      {
        beforeTestResultWrite: (result) => {
          if (current !== undefined) {
            applyTest(current, result, writer);
          }
        },
      },
    ],
  });
  inner.onInit(vitest);
  return (testCase, test) => {
    if (broken) {
      return;
    }
    current = test;
    try {
      inner.handleTask(runnerTaskOf(testCase));
    } catch {
      // What cannot be written now is made of the result at the end, or is said to be missing then.
      broken = true;
    }
  };
}
