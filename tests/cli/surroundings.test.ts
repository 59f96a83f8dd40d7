import { afterEach, expect, test } from "vitest";
import { processIo } from "../../cli/terminal/io.ts";

const NAME = "LEDGER_CONFORMANCE_TEST_LATER";

afterEach(() => {
  delete process.env[NAME];
});

test("the environment is the one that the process began with", () => {
  const { env } = processIo();
  process.env[NAME] = "written by somebody else";
  expect(env[NAME]).toBe(undefined);
});
