import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Outcome } from "../../engine/model/clause-results.ts";
import { clauses, run } from "../../lib/index.ts";
import { ownReference } from "../tools/own.ts";
import { resultIn } from "../valid-results.ts";
import { vitestProject, type ReportedTest } from "./vitest-project.ts";

const project = vitestProject({ pool: "threads", isolate: false });
const good = await ownReference();
const untouched = await ownReference();
let testsBySpec: ReadonlyMap<string, ReadonlyMap<string, ReportedTest>>;

const SKIPPED = { known: "skipped", inconclusive: "skipped", notTested: "skipped" } as const;
const OF_VITEST: Readonly<Record<Outcome, string>> = { passed: "passed", failed: "failed", ...SKIPPED };

const SOME = { level: "smoke", seed: 3, only: ["2.3", "2.5"] } as const;
const STRICT = { level: "smoke", seed: 1, only: ["2.3", "4.1"], strict: true } as const;
const UNUSUAL = { level: "standard", seed: 1, only: ["4.8-answers-200"] } as const;
const FEES = { only: ["4.5"] } as const;
const BROKEN = [
  { fault: "tokens-decimals-as-text-on-last-page" },
  { fault: "fees-gas-as-text" },
  { variant: "absolute-links" },
];
const broken = await Promise.all(BROKEN.map(ownReference));

/** The spec files: one process of vitest runs all of them. */
function specs(): Readonly<Record<string, readonly [target: object, options: object]>> {
  const { baseUrl, samples } = good.target;
  const unusual = { baseUrl, samples: { contracts: [samples.contracts[0], samples.missing.contract] } };
  const services = broken.map(({ target }, index) => [`service-${index}`, [target, SOME]] as const);
  return {
    ...Object.fromEntries(services),
    known: [broken[1]?.target ?? {}, { known: [{ clause: "2.5-fee-gas", reason: "text until June" }] }],
    strict: [{ baseUrl }, STRICT],
    unusual: [unusual, UNUSUAL],
    "unusual-strict": [unusual, { ...UNUSUAL, strict: true }],
    unreachable: [{ baseUrl: "http://127.0.0.1:1" }, FEES],
    foreign: [untouched.target, FEES],
  };
}

beforeAll(async () => {
  project.file("out-foreign/index.html", "somebody's home page");
  const all = Object.entries(specs());
  all.forEach(([name, [target, options]]) => project.spec(name, target, options));
  const names = all.map(([name]) => name);
  const tests = await project.tests(...names);
  testsBySpec = new Map(names.map((name, index) => [name, tests[index] ?? new Map()]));
});

const testsOf = (name: string): readonly ReportedTest[] => [...(testsBySpec.get(name)?.values() ?? [])];

test("tests have the outcomes of the clauses of a run, for faults and for a variant", async () => {
  const results = await Promise.all(broken.map(({ target }) => run(target, SOME)));
  for (const [index, { clauses: all, summary }] of results.entries()) {
    const service = testsBySpec.get(`service-${index}`);
    const ended = all.map(({ id }) => [id, service?.get(id)?.status] as const);
    const wanted = all.map(({ id, outcome }) => [id, OF_VITEST[outcome]] as const);
    expect(Object.fromEntries(ended)).toStrictEqual(Object.fromEntries(wanted));
    // No test for a clause of a service without a URL, but one for each such service: `the …`, as `the run was complete`.
    expect(service?.size).toBe(all.length + 1);
    expect(project.result(`service-${index}`).summary).toStrictEqual(summary);
    expect(summary.failed > 0).toBe(index < 2);
  }
});

test("an inconclusive clause fails with strict", async () => {
  const { clauses: all } = await run({ baseUrl: good.baseUrl }, STRICT);
  const open = all.filter(({ outcome }) => outcome === "inconclusive");
  expect(open.length).toBeGreaterThan(0);
  const statuses = open.map(({ id }) => testsBySpec.get("strict")?.get(id)?.status);
  expect(statuses).toStrictEqual(open.map(() => "failed"));
});

test.each([
  ["unusual", "conforms", "passed"],
  ["unusual-strict", "nonconforming", "failed"],
])("a warning fails the run only with strict, and never a clause (%s)", (name, verdict, status) => {
  const result = project.result(name);
  expect([result.verdict, result.warnings.length]).toStrictEqual([verdict, 1]);
  expect(testsBySpec.get(name)?.get("the")?.status).toBe(status);
});

test("a filter by test name sends only the requests of the selected clause", async () => {
  const sentBy = async (act: () => Promise<unknown>): Promise<number> => {
    const before = good.requests();
    await act();
    return good.requests() - before;
  };
  project.spec("filtered", good.target, { out: "out-filtered" });
  const alone = await sentBy(() => run(good.target, { level: "smoke", seed: 1, only: ["2.3-decimals"] }));
  expect(alone).toBeLessThan(20);
  expect(await sentBy(() => project.run("filtered", "-t", "2.3-decimals"))).toBe(alone);
  expect(project.result("filtered").clauses.map(({ id }) => id)).toStrictEqual(["2.3-decimals"]);
  expect(await sentBy(() => project.run("filtered", "-t", "no clause is named so"))).toBe(0);
});

test.each([
  ["unreachable", "the connection was refused"],
  ["foreign", "out-foreign"],
])("where the run cannot begin every test fails at once, with the reason: %s", async (name, reason) => {
  const count = (await clauses(FEES)).length + 1;
  const tests = testsOf(name);
  expect(tests.map(({ status }) => status)).toStrictEqual(Array(count).fill("failed"));
  expect(tests.filter(({ failureMessages: [why = ""] }) => !why.includes(reason))).toStrictEqual([]);
  expect(untouched.requests()).toBe(0);
});

/** A spec file without options of the test. */
const written = (name: string, call: string): void => project.call(`${name}.spec.ts`, call);

test.each([
  ["{ baseUrl: 'http://127.0.0.1:1' }, { levl: 'smoke' }", 'unknown member "levl": did you mean "level"?'],
  ["{ baseUrl: undefined }", "it needs statusUrl, baseUrl or verifyUrl (undefined: baseUrl; is"],
])("a wrong setting throws once while vitest collects, with a hint: %s", async (call, hint) => {
  written("slip", call);
  const { code, out } = await project.run("slip");
  expect([code, out]).toStrictEqual([1, expect.stringContaining(hint)]);
  expect(out.match(/CannotRun: /g)).toHaveLength(1);
  expect(out).toMatch(/Tests +no tests/);
  expect(out).not.toMatch(/dist\/(?:lib|engine)/);
});

test("a service without a URL is one skipped test, and the last line has the verdict and the path of the page", async () => {
  const only = ["2.2", "2.5", "2.9", "4.5", "4.8", "4.9"];
  const options = JSON.stringify({ level: "smoke", seed: 1, only });
  written("three-lines", `{ baseUrl: ${JSON.stringify(good.baseUrl)} }, ${options}`);
  const { code, out } = await project.run("three-lines", "--reporter=verbose");
  expect(code).toBe(0);
  expect(out).toMatch(/↓ .*the status page service is not tested without statusUrl \(\d+ clauses\)/);
  expect(out).toMatch(/↓ .*the verification service is not tested without verifyUrl \(\d+ clauses\)/);
  expect(out).toMatch(/Conformance: conforms as far as tested.*Report: reports\/out\/index\.html/);
  // Printed once, after the last clause.
  expect(out.split("Conformance: ")).toHaveLength(2);
  expect(out).toContain("[not tested: no sample: ");
  const whole = readFileSync(join(project.dir, "reports/out/results.json"), "utf8");
  // A filtered run writes no folder, and does not change that of the whole run.
  const filtered = await project.run("three-lines", "-t", "2.5-fee-gas");
  expect(filtered.out).toContain("Report: none, because tests were filtered");
  expect(readFileSync(join(project.dir, "reports/out/results.json"), "utf8")).toBe(whole);
  // Each project has its own folder.
  const config = `export default { test: { projects: ["one", "two/2"].map((name) => ({ extends: true,
    test: { name, include: ["three-lines.spec.ts"], server: { deps: { external: [/\\/dist\\//] } } } })) } };`;
  project.file("two.config.mjs", config);
  expect((await project.run("--config", "two.config.mjs")).code).toBe(0);
  expect(resultIn(join(project.dir, "reports/out/one")).verdict).toBe("conforms");
  expect(resultIn(join(project.dir, "reports/out/two-2")).verdict).toBe("conforms");
  expect(readFileSync(join(project.dir, "reports/out/results.json"), "utf8")).toBe(whole);
});

test("two spec files that write to the same folder are an error, and each of them alone is not", async () => {
  const call = `{ baseUrl: ${JSON.stringify(good.baseUrl)} }, { level: "smoke", seed: 1, only: ["2.5"] }`;
  written("share-1", call);
  written("share-2", call);
  const both = await project.run("share", "--no-file-parallelism");
  const why = /reports\/out: share-\d\.spec\.ts writes its result there: give each call an "out"/;
  expect([both.code, both.out]).toStrictEqual([1, expect.stringMatching(why)]);
  expect(both.out).toMatch(/Tests +5 failed \| 5 passed/);
  expect((await project.run("share-1")).code).toBe(0);
  expect((await project.run("share-2")).code).toBe(0);
});
