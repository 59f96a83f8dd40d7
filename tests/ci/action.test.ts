import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownReference, testReference } from "../tools/own.ts";
import type { Ended } from "../tools/processes.ts";
import { needsPrograms } from "../tools/programs.ts";
import { BASH, filled, ROOT, theAction, workspace, type Context } from "./steps.ts";

const { inputs, runs } = theAction();
const space = workspace();
const server = await ownReference();

async function checked(given: Context, env: Context = {}): Promise<Ended & { readonly output: string }> {
  const step = runs.steps.find(({ id }) => id === "test");
  const values = Object.entries(inputs).map(([name, { default: usual }]) => [name, given[name] ?? usual]);
  const named = values.map(([name, value]) => [`inputs.${name}`, value]);
  const context: Context = Object.fromEntries([...named, ["github.action_path", ROOT]]);
  const own = Object.entries(step?.env ?? {}).map(([name, value]) => [name, filled(value, context)] as const);
  writeFileSync(join(space.dir, "output"), "");
  const at = (name: string) => join(space.dir, name);
  const github = { RUNNER_TEMP: space.temp, GITHUB_OUTPUT: at("output"), GITHUB_STEP_SUMMARY: at("page.md") };
  const ended = await space.run(step?.run ?? "", { ...env, ...Object.fromEntries(own), ...github }, BASH);
  return { ...ended, output: space.read("output") };
}

const SMOKE = { level: "smoke", options: "--only\nnetworkFees\n--seed\n1\n" };

test("a conforming service passes with a secret in its target file, and the job page shows the summary", async (context) => {
  needsPrograms(context, "bash", "cat", "env");
  const headers = { base: { authorization: "Bearer ${LEDGER_TOKEN}" } };
  writeFileSync(join(space.dir, "target.json"), JSON.stringify({ baseUrl: server.baseUrl, headers }));
  const env = { LEDGER_TOKEN: "tok-8f1c-0451-secret" };
  const { code, output } = await checked({ ...SMOKE, target: "target.json" }, env);
  expect([code, output]).toStrictEqual([0, "verdict=conforms\n"]);
  expect(space.read("page.md")).toContain("conforms");
  expect(existsSync(join(space.dir, "conformance", "index.html"))).toBe(true);
});

test("a broken service fails the job; a known deviation does not", async (context) => {
  needsPrograms(context, "bash", "cat", "env");
  const broken = await testReference({ fault: "tokens-links-missing" });
  const options = { level: "smoke", options: "--only\n4.4-links\n--only\n4.4-tokens\n--seed\n1" };
  const first = await checked({ ...options, "base-url": broken.baseUrl });
  expect([first.code, first.output]).toStrictEqual([1, "verdict=nonconforming\n"]);
  expect(space.read("page.md")).toContain("4.4-links");
  const deviations = [{ clause: "4.4-links", reason: "they are looking into it" }];
  writeFileSync(join(space.dir, "known deviations.json"), JSON.stringify({ deviations }));
  const second = await checked({ ...options, "base-url": broken.baseUrl, known: "known deviations.json" });
  expect([second.code, second.output]).toStrictEqual([0, "verdict=conforms\n"]);
});

test("does not test the reference if the target is missing", async (context) => {
  needsPrograms(context, "bash", "cat", "env");
  const { code, out } = await checked(SMOKE);
  expect(code).toBe(2);
  expect(out).toContain("No target is given");
});

test("the plain shell example does the same", async (context) => {
  needsPrograms(context, "sh", "npx", "env");
  const script = readFileSync(join(ROOT, "examples/ci/run.sh"), "utf8");
  const target = { baseUrl: server.baseUrl, only: ["networkFees"] };
  writeFileSync(join(space.dir, "staging.json"), JSON.stringify(target));
  const env = { LEVEL: "smoke", OUT: "from-shell" };
  const { code, out, err } = await space.run(script, { ...env, CONFORMANCE_TARGET: "staging.json" }, ["sh"]);
  expect({ code, err: code === 0 ? "" : err }).toStrictEqual({ code: 0, err: "" });
  expect(out).toContain("conforms");
  const none = await space.run(script, env, ["sh"]);
  expect([none.code, none.err]).toStrictEqual([2, expect.stringContaining("CONFORMANCE_TARGET is not set")]);
});
