import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ownReference, testReference } from "../tools/own.ts";
import { vitestProject } from "./vitest-project.ts";

const project = vitestProject();
const server = await ownReference();

/** More requests than a test sends. */
const LONG = { level: "thorough", rps: 100 };

/** Ends vitest by a signal during a run: with its workers, as a terminal does, or alone. */
async function interrupted(name: string, whom: "all" | "vitest") {
  project.spec(name, server.target, LONG);
  const before = server.requests();
  const { child, ended } = project.start([name]);
  await vi.waitUntil(() => server.requests() - before > 30, 30_000);
  process.kill(whom === "all" ? -Number(child.pid) : Number(child.pid), "SIGINT");
  const { code, out } = await ended;
  await vi.waitUntil(() => existsSync(join(project.dir, `out-${name}`, "badge.json")), 30_000);
  const sent = server.requests();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.requests()).toBe(sent);
  return { code, out, result: project.result(name) };
}

test.each(["all", "vitest"] as const)("a signal to %s ends the run with its results", async (whom) => {
  const { code, result } = await interrupted(`signal-${whom}`, whom);
  expect(code).toBe(130);
  expect([result.verdict, result.reason?.slice(0, 15)]).toStrictEqual(["incomplete", "interrupted by "]);
  expect(result.summary.passed).toBeGreaterThan(0);
  expect(existsSync(join(project.dir, `out-signal-${whom}`, "index.html"))).toBe(true);
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
