// Settings of V8 are taken by the version that runs.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("V8 takes the settings of the heap, and says nothing against them", async () => {
  const heap = new URL("../../dist/engine/run/heap.js", import.meta.url).href;
  const script = `import { keepHeapSmall } from ${JSON.stringify(heap)}; keepHeapSmall(); console.log("on");`;
  const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  expect({ stdout, stderr }).toStrictEqual({ stdout: "on\n", stderr: "" });
});
