import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder } from "../secrets/files-under.ts";
import { ownReference } from "../tools/own.ts";
import { vitestProject } from "./vitest-project.ts";

const project = vitestProject({ pool: "vmThreads" });
const good = await ownReference();
const broken = await ownReference({ fault: "fees-gas-as-text" });
const FEES = { only: ["2.5"] };

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
export default { test: { reporters: ["default", ["allure-vitest/reporter", { resultsDir: "allure-results" }]],
  projects: ${JSON.stringify(names)}.map((name) => ({ extends: true,
    test: { name, include: [name + ".spec.ts"], server: { deps: { external: [/\\/dist\\//] } } } })) } };`;

test("Allure has the tests of two projects with their labels and attachments", async () => {
  const TOKEN = "a-long-secret-of-mine";
  const known = [{ clause: "2.5-fee-gas", reason: "text until June" }];
  const secret = { ...broken.target, headers: { base: { authorization: TOKEN } } };
  project.spec("good", good.target, FEES);
  project.spec("failing", secret, FEES);
  project.spec("known", { baseUrl: broken.baseUrl }, { ...FEES, known });
  // An error that is not the target's is broken in Allure, not failed.
  project.file("out-wrong/index.html", "somebody's home page");
  project.spec("wrong", good.target, FEES);
  project.file("allure.config.mjs", TARGETS(["good", "failing", "known", "wrong"]));
  const { code, out } = await project.run("--config", "allure.config.mjs");
  expect([code, out]).toStrictEqual([1, expect.stringContaining("|failing| failing.spec.ts")]);
  const folder = join(project.dir, "allure-results");
  const results = readdirSync(folder)
    .filter((name) => name.endsWith("-result.json"))
    .map((name): AllureResult => JSON.parse(readFileSync(join(folder, name), "utf8")));
  expect(results).toHaveLength(20);
  expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(20);
  const complete = results.filter(({ name }) => name === "the run was complete");
  expect(complete.map(({ parameters }) => parameters[0]?.value)).toContain(broken.baseUrl);
  const gas = results.filter(({ name }) => name === "2.5-fee-gas fee: gas is an integer");
  expect(gas.map(({ status }) => status).toSorted()).toStrictEqual(["broken", "failed", "passed", "skipped"]);
  expect(results.filter(({ status }) => status === "broken")).toHaveLength(5);
  const failed = gas.find(({ status }) => status === "failed");
  const labels = failed?.labels.map(({ name, value }) => `${name}: ${value}`);
  const expected = ["epic: Ledger query", "feature: networkFees", "story: 2.5 Network fees record"];
  expect(labels).toEqual(expect.arrayContaining(expected));
  expect(failed?.parameters).toStrictEqual([{ name: "target", value: broken.baseUrl }]);
  expect(failed?.steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["expected beside actual", "curl", "request", "response"]),
  );
  expect(gas.find(({ status }) => status === "skipped")?.description).toContain("text until June");
  const written = [...filesUnder(folder).values()];
  expect(written.filter((text) => text.includes(TOKEN) || text.includes(btoa(TOKEN)))).toStrictEqual([]);
  expect(written.some((text) => text.includes("authorization"))).toBe(true);
});
