import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { program, start, untilJudged } from "../cli/program.ts";

const MINUTE = 60_000;
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "killed-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test(
  "a target that is killed half-way: exit code 2, early, with what is known",
  { timeout: MINUTE },
  async () => {
    const mock = start(["mock"]);
    const urls: { statusUrl: string; baseUrl: string } = JSON.parse(await mock.says("\n"));
    const out = join(folder, "killed");
    const urlsGiven = ["--base-url", urls.baseUrl, "--status-url", urls.statusUrl];
    const pace = ["--rps", "100", "--max-outage", "1000", "--level", "thorough"];
    const running = start(["run", "--out", out, ...urlsGiven, ...pace]);
    await untilJudged(join(out, "results.jsonl"), 20);
    mock.process.kill("SIGKILL");
    const killed = performance.now();
    const { code, err } = await running.ended;
    expect(performance.now() - killed).toBeLessThan(MINUTE / 3);
    expect(code).toBe(2);
    expect(err).toMatch(/service stopped answering: cannot be reached: the connection was refused\n$/);
    const result: RunResult = JSON.parse(readFileSync(join(out, "results.json"), "utf8"));
    expect(result).toMatchObject({ verdict: "incomplete" });
    expect(result.requests).toBeGreaterThan(20);
    expect(result.clauses.filter(({ cause }) => cause === "suite")).toStrictEqual([]);
  },
);

test("a target that never answers ends with the time for the run", { timeout: MINUTE }, async () => {
  const { rawTarget } = await import("./targets.ts");
  const target = await rawTarget(() => undefined);
  const out = join(folder, "silent");
  const started = performance.now();
  const argv = ["run", "--out", out, "--base-url", target.url, "--run-timeout", "3000", "--level", "smoke"];
  const { code } = await program([...argv, "--request-timeout", "1000", "--retries", "0"]);
  expect(performance.now() - started).toBeLessThan(MINUTE / 2);
  expect(code).toBe(2);
  await target.close();
});
