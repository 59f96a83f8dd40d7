import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reference, type Reference } from "../../lib/index.ts";
import { filesUnder } from "../secrets/files-under.ts";
import { ROOT, vitestProject, type VitestProject } from "./vitest-project.ts";

let project: VitestProject;
let good: Reference;
let broken: Reference;

beforeAll(async () => {
  project = vitestProject();
  [good, broken] = await Promise.all([reference.start(), reference.start({ fault: "fees-gas-as-text" })]);
});

afterAll(async () => {
  await Promise.all([good.close(), broken.close()]);
  project.remove();
});

const FEES = { only: ["2.5"] };

test("shards of vitest share out spec files, and their blobs make one report", async () => {
  project.spec("one", good.target, FEES);
  project.spec("two", broken.target, FEES);
  const shards = await Promise.all(
    [1, 2].map((index) =>
      project.run("one", "two", `--shard=${index}/2`, "--reporter=blob", `--outputFile=blobs/${index}.json`),
    ),
  );
  expect(new Set(shards.map(({ code }) => code))).toStrictEqual(new Set([0, 1]));
  const merged = await project.run("--merge-reports=blobs", "--reporter=junit", "--outputFile=merged.xml");
  const xml = readFileSync(join(project.dir, "merged.xml"), "utf8");
  expect(merged.code).toBe(1);
  expect(xml.match(/<testcase /g)).toHaveLength(10);
  expect(xml.match(/<failure /g)).toHaveLength(1);
  expect(xml).toContain("networkFees &gt; 2.5-fee-gas fee: gas is an integer");
});

/** What Allure's reporter wrote of a test. */
interface AllureResult {
  readonly name: string;
  readonly status: string;
  readonly historyId: string;
  readonly description?: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly steps: readonly { readonly name: string }[];
}

/** A configuration with a project for each target, and Allure. */
const TARGETS = (names: readonly string[]): string => `
export default { test: { globalSetup: [${JSON.stringify(join(ROOT, "dist/lib/vitest-setup.js"))}],
  reporters: ["default", ["allure-vitest/reporter", { resultsDir: "allure-results" }]],
  projects: ${JSON.stringify(names)}.map((name) => ({ extends: true,
    test: { name, include: [name + ".spec.ts"], server: { deps: { external: [/\\/dist\\//] } } } })) } };`;

test("two targets are two projects, and Allure has the tests of both with all that it needs", async () => {
  const TOKEN = "a-long-secret-of-mine";
  const known = [{ clause: "2.5-fee-gas", reason: "text until June" }];
  const secret = { ...broken.target, headers: { base: { authorization: TOKEN } } };
  project.spec("good", good.target, FEES);
  project.spec("failing", secret, FEES);
  project.spec("known", { baseUrl: broken.baseUrl }, { ...FEES, known });
  project.file("allure-results/of-an-earlier-run-result.json", "{}");
  project.file("allure.config.mjs", TARGETS(["good", "failing", "known"]));
  const { code, out } = await project.run("--config", "allure.config.mjs");
  expect([code, out]).toStrictEqual([1, expect.stringContaining("|failing| failing.spec.ts")]);
  const folder = join(project.dir, "allure-results");
  expect(existsSync(join(folder, "of-an-earlier-run-result.json"))).toBe(false);
  const results = readdirSync(folder)
    .filter((name) => name.endsWith("-result.json"))
    .map((name): AllureResult => JSON.parse(readFileSync(join(folder, name), "utf8")));
  expect(results).toHaveLength(15);
  expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(15);
  const gas = results.filter(({ name }) => name === "2.5-fee-gas fee: gas is an integer");
  expect(gas.map(({ status }) => status).toSorted()).toStrictEqual(["failed", "passed", "skipped"]);
  const failed = gas.find(({ status }) => status === "failed");
  const labels = failed?.labels.map(({ name, value }) => `${name}: ${value}`);
  expect(labels).toEqual(
    expect.arrayContaining([
      "epic: Ledger queries",
      "feature: Network fees",
      "story: 2.5 Network fees record",
    ]),
  );
  expect(failed?.parameters).toStrictEqual([{ name: "target", value: broken.baseUrl }]);
  expect(failed?.steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["expected beside actual", "curl", "request", "answer"]),
  );
  expect(gas.find(({ status }) => status === "skipped")?.description).toContain("text until June");
  const written = [...filesUnder(folder).values()];
  expect(written.filter((text) => text.includes(TOKEN) || text.includes(btoa(TOKEN)))).toStrictEqual([]);
  expect(written.some((text) => text.includes("authorization"))).toBe(true);
});

test("what cannot be judged for a fault that is not the target's is broken in Allure, not failed", async () => {
  project.spec("wrong", good.target, { ...FEES, known: "nowhere.json" });
  project.file("wrong.config.mjs", TARGETS(["wrong"]));
  await project.run("--config", "wrong.config.mjs");
  const folder = join(project.dir, "allure-results");
  const results = readdirSync(folder)
    .filter((name) => name.endsWith("-result.json"))
    .map((name): AllureResult => JSON.parse(readFileSync(join(folder, name), "utf8")));
  expect(results.map(({ status }) => status)).toStrictEqual(Array(5).fill("broken"));
});
