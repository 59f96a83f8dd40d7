/**
 * For `globalSetup` of vitest, in its own process and in front of the first test: what a spec file cannot do by itself.
 * `globalSetup: ["ledger-conformance/vitest-setup"]`; see docs/getting-started.md.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import type { TestProject, Vitest } from "vitest/node";
import { serviceOf } from "../reports/words/labels.ts";
import { clauses } from "./clauses.ts";

const ALLURE_REPORTER = "allure-vitest/reporter";
const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/**
 * What `tags` of a configuration has to hold for `--tags-filter` to know the tests by section, endpoint and service:
 * vitest refuses tags that are not declared, so without them the tests have none.
 */
export async function tags(): Promise<{ name: string }[]> {
  const all = await clauses();
  const names = all.flatMap(({ section, endpoint }) => [section, endpoint, serviceOf(endpoint)]);
  return [...new Set(names)].map((name) => ({ name }));
}

/** Called by vitest once for each project. */
export function setup({ vitest }: TestProject): void {
  emptyAllureResults(vitest);
  endOnSignals(vitest);
}

/** Allure's reporter never empties its folder: results of an earlier run would be in the report of this one. */
function emptyAllureResults({ config }: Vitest): void {
  for (const reporter of config.reporters) {
    const [name, options = {}] = Array.isArray(reporter) ? reporter : [reporter];
    if (name === ALLURE_REPORTER) {
      const given: unknown = Reflect.get(options, "resultsDir");
      rmSync(resolve(typeof given === "string" ? given : "allure-results"), { recursive: true, force: true });
    }
  }
}

/**
 * Vitest leaves at once when a signal comes, and no reporter writes anything. This cancels the tests in place of it, so
 * that what was judged is written, by the suite and by the reporters; a second signal ends it at once.
 */
function endOnSignals(vitest: Vitest): void {
  for (const [signal, code] of SIGNALS) {
    for (const leave of process.listeners(signal).filter(({ name }) => name === "onExit")) {
      process.off(signal, leave);
      process.once(signal, () => {
        process.exitCode = code;
        process.once(signal, () => process.exit(code));
        void vitest.cancelCurrentRun("keyboard-input");
      });
    }
  }
}
