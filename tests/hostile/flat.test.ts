import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../tools/heap.mjs", import.meta.url));
const THIRD = 400;

type Counted = Readonly<Record<"third" | "last" | "requests", number>>;

/** Bytes that a request may leave on the heap; a retained response would take thousands. */
const LEFT_OVER = 2_000;

test("many requests do not increase the memory: responses are released", async () => {
  const argv = ["--expose-gc", PROGRAM, String(THIRD)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { verdict, third, last, requests }: Counted & { verdict: string } = JSON.parse(stdout);
  expect(verdict).toBe("conforms");
  expect(requests).toBeGreaterThan(2 * THIRD);
  expect((last - third) / (requests - THIRD)).toBeLessThan(LEFT_OVER);
});
