import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take minutes: one that begins last keeps a single core busy while the others have nothing left. */
const LONGEST = [
  "judging/variants",
  "sensitivity/faults",
  "package/packed",
  "ci/shares",
  "cli/docs-commands",
  "cli/interrupted",
  "secrets/run",
  "relay/judging",
  "cli/allure",
  "cli/requests",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the method of the class above, and gives another list
    const sorted = await super.sort(files);
    const first = sorted.filter((file) => rank(file) >= 0).toSorted((a, b) => rank(a) - rank(b));
    return [...first, ...sorted.filter((file) => rank(file) < 0)];
  }
}

/** Tests of the suite itself, and the examples. */
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["tests/setup/browser.ts"],
    setupFiles: ["tests/setup/validated-results.ts"],
    pool: "threads",
    // Files of one thread share what they import: to load it anew for each costs more than most of the tests.
    isolate: false,
    // Many tests wait for processes and clocks: more of them than cores fit in.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
