import { defineConfig } from "vitest/config";

/** Tests of the suite itself, and the examples. `specs/live.spec.ts`, which talks to a target, is run by the command line. */
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["tests/setup/browser.ts"],
    setupFiles: ["tests/setup/validated-results.ts"],
    pool: "threads",
    // Many tests wait for processes and clocks: more of them than cores fit in.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
