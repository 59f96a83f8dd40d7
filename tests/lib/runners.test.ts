// The examples for other runners than vitest, each run by the runner itself. Of jest, whose 280 packages nothing else
// needs, its `expect` is here alone: node:test runs what jest would.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder } from "../tools/own.ts";

const ROOT = join(import.meta.dirname, "../..");
const MINUTES = 60_000;
const folder = ownFolder();

async function node(argv: readonly string[], cwd: string): Promise<{ code: number; out: string }> {
  const { NODE_TEST_CONTEXT: _context, VITEST: _vitest, ...own } = process.env;
  // All of it is JavaScript: Playwright would compile each file of the suite.
  const env = { ...own, PW_DISABLE_TS_ESM: "1" };
  return await new Promise((resolve) => {
    const child = execFile(process.execPath, argv, { cwd, env, encoding: "utf8" }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out: out + err });
    });
  });
}

test(
  "jest's expect takes the matcher",
  async () => {
    const files = ["tests/lib/as-jest.mjs", "examples/jest/mocks.test.mjs"].map((file) => join(ROOT, file));
    const [harness = "", example = ""] = files;
    const argv = ["--import", harness, "--test-reporter=tap", example];
    const { code, out } = await node(argv, folder);
    expect([code, out]).toStrictEqual([0, expect.stringMatching(/# pass 2\n# fail 0/)]);
  },
  3 * MINUTES,
);

test(
  "Playwright judges the answers of its API tests",
  async () => {
    const runner = join(ROOT, "node_modules/@playwright/test/cli.js");
    const argv = [runner, "test", "--reporter=line", "--timeout=120000", `--output=${folder}`];
    const { code, out } = await node(argv, join(ROOT, "examples/playwright"));
    expect([code, out]).toStrictEqual([0, expect.stringContaining("2 passed")]);
  },
  3 * MINUTES,
);
