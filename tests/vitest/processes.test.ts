// vitest that is interrupted, and results in Allure
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { filesUnder, ownReference, testReference } from "../tools/own.ts";
import { vitestProject } from "./vitest-project.ts";

const project = vitestProject();
const server = await ownReference();

/** More requests than a test sends. */
const LONG = { level: "thorough", rps: 100 };

// To vitest with its workers, as a terminal sends it, or to vitest alone.
test.each(["all", "vitest"])("a signal to %s ends the run with its results", async (whom) => {
  const name = `signal-${whom}`;
  const out = join(project.dir, `out-${name}`);
  project.spec(name, server.target, LONG);
  const before = server.requests();
  const { child, ended } = project.start([name]);
  await vi.waitUntil(() => server.requests() - before > 30, 30_000);
  process.kill(whom === "all" ? -Number(child.pid) : Number(child.pid), "SIGINT");
  expect((await ended).code).toBe(130);
  await vi.waitUntil(() => existsSync(join(out, "badge.json")), 30_000);
  const sent = server.requests();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.requests()).toBe(sent);
  const { verdict, reason, summary } = project.result(name);
  expect([verdict, reason?.slice(0, 15)]).toStrictEqual(["incomplete", "interrupted by "]);
  expect(summary.passed).toBeGreaterThan(0);
  expect(existsSync(join(out, "index.html"))).toBe(true);
});

test("with --bail the run ends after a failure and writes its result folder", async () => {
  const failing = await testReference({ fault: "tokens-limit-1-refused" });
  // The tests are in the order of the contract, and the first of them fails.
  project.spec("bail", failing.target, { ...LONG, only: ["4.4-limit-accepted", "4.7"] });
  const { code, out } = await project.run("bail", "--bail=1");
  const { verdict, summary } = project.result("bail");
  expect([code, verdict]).toStrictEqual([1, "incomplete"]);
  expect(out).toContain("4.4-limit-accepted: ");
  expect(summary.failed).toBe(1);
  expect(summary.notTested).toBeGreaterThan(10);
});

type NamedValues = readonly { readonly name: string; readonly value: string }[];
interface AllureResult extends Readonly<Record<"name" | "status" | "historyId", string>> {
  readonly description?: string;
  readonly labels: NamedValues;
  readonly parameters: NamedValues;
  readonly steps: readonly { readonly name: string }[];
}

/** A configuration with a project for each target, and Allure. */
const TARGETS = (names: readonly string[]): string => `
export default { test: { reporters: ["default", ["allure-vitest/reporter", { resultsDir: "allure-results" }]],
  projects: ${JSON.stringify(names)}.map((name) => ({ extends: true,
    test: { name, include: [name + ".spec.ts"], server: { deps: { external: [/\\/dist\\//] } } } })) } };`;

test("Allure has the tests of two projects with their labels and attachments", async () => {
  const broken = await testReference({ fault: "fees-gas-as-text" });
  const FEES = { only: ["2.5"] };
  const TOKEN = "a-long-secret-of-mine";
  const known = [{ clause: "2.5-fee-gas", reason: "text until June" }];
  const secret = { ...broken.target, headers: { base: { authorization: TOKEN } } };
  project.spec("good", server.target, FEES);
  project.spec("failing", secret, FEES);
  project.spec("known", { baseUrl: broken.baseUrl }, { ...FEES, known });
  // An error that is not the target's is broken in Allure, not failed.
  project.file("out-wrong/index.html", "somebody's home page");
  project.spec("wrong", server.target, FEES);
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
    expect.arrayContaining(["expected and actual", "curl", "request", "response"]),
  );
  expect(gas.find(({ status }) => status === "skipped")?.description).toContain("text until June");
  const written = [...filesUnder(folder).values()];
  expect(written.filter((text) => text.includes(TOKEN) || text.includes(btoa(TOKEN)))).toStrictEqual([]);
  expect(written.some((text) => text.includes("authorization"))).toBe(true);
});
