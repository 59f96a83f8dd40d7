// Settings of V8 are given only to the version that knows them
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { compileLater } from "../../engine/run/tiering.ts";

const run = promisify(execFile);

test("another version is left as it is", () => {
  expect(() => compileLater({ v8: "12.4.254.21-node.33" })).not.toThrow();
});

test("this version says nothing against what it is given", async () => {
  const script = `import { compileLater } from ${JSON.stringify(new URL("../../dist/engine/run/tiering.js", import.meta.url).href)}; compileLater(); console.log("on");`;
  const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  expect({ stdout, stderr }).toStrictEqual({ stdout: "on\n", stderr: "" });
});
