// Runs of the command line, tested from outside.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RESULT_FILES } from "../../reports/files/writing.ts";
import { ownFolder, ownReference, writeIn } from "../tools/own.ts";
import { resultIn } from "../valid-results.ts";
import { command, lastLine, start } from "./io.ts";

const folder = ownFolder();
const STATUS = ["--only", "2.2", "--level", "smoke", "--seed", "3"];
const FAULT = ["--fault", "summary-components-status-null"];
const server = await ownReference();

const fileOf = (name: string, content: object): string => writeIn(folder, name, content);
const at = (name: string): string => join(folder, name);
const read = (...path: readonly string[]): string => readFileSync(join(folder, ...path), "utf8");

test("the embedded reference conforms, and all outputs state that it is the reference", async () => {
  const { code, out } = await start(["run", "--out", at("whole"), "--seed", "7", "--level", "smoke"]).ended;
  expect(code).toBe(0);
  const result = resultIn(at("whole"));
  expect(result).toMatchObject({ verdict: "conforms", seed: 7, level: "smoke", embedded: true });
  expect(result.clauses.filter((clause) => clause.code === "suiteFailed")).toStrictEqual([]);
  const planned = Number(/ clauses, about ([\d,]+) requests, without a rate limit/.exec(out)?.[1]);
  expect(Math.abs(result.requests - planned) / planned).toBeLessThan(0.2);
  expect(result.requests).toBeLessThanOrEqual(500);
  expect(out.split("\n")[0]).toContain("testing the embedded reference");
  expect(lastLine(out)).toMatch(/^✔ conforms .*, by the embedded reference$/);
  for (const file of [RESULT_FILES.page, RESULT_FILES.badge]) {
    expect(read("whole", file)).toMatch(/conformance of the embedded reference/i);
  }
});

test("a fault gives exit code 1, its clause, and a suggested known deviation that works", async () => {
  const out = at("fault");
  const argv = ["run", ...STATUS, ...FAULT, "--out", out];
  const first = await command(argv, { GITHUB_ACTIONS: "true" });
  expect(first.code).toBe(1);
  expect(first.out.match(/^::error title=2\.2-component-status /gm)).toHaveLength(1);
  expect(first.out).toMatch(/known-suggested\.json[^]*^✘ does not conform {3}/m);
  const suggested = read("fault", RESULT_FILES.suggested);
  writeFileSync(at("known.json"), suggested.replaceAll(/"reason": "[^"]*"/g, '"reason": "agreed"'));
  expect((await command([...argv, "--known", at("known.json")])).code).toBe(0);
  expect(resultIn(out)).toMatchObject({ verdict: "conforms", summary: { known: 1, failed: 0 } });
  expect(existsSync(join(out, RESULT_FILES.suggested))).toBe(false);
});

test("a target file has options; its paths are relative to it, and flags take precedence", async () => {
  fileOf("own-known.json", { deviations: [{ clause: "2.5-gas", reason: "agreed" }] });
  const { baseUrl } = server;
  const content = { baseUrl, only: ["2.5"], level: "smoke", seed: 5, known: "own-known.json", out: "own" };
  const target = fileOf("options.json", content);
  const refused = await command(["run", "--target", target]);
  expect(lastLine(refused.err)).toContain('own-known.json: deviations[0].clause names "2.5-gas"');
  fileOf("own-known.json", { deviations: [] });
  const { code, out } = await command(["run", "--target", target, "--seed", "9"]);
  expect([code, resultIn(at("own")).seed]).toStrictEqual([0, 9]);
  expect(resultIn(at("own")).clauses.every(({ section }) => section === "2.5")).toBe(true);
  expect(out).toContain(`Repeat   npx ledger-conformance run --target ${target} --seed 9`);
});

test("--dry-run prints the plan and sends nothing", async () => {
  const before = server.requests();
  const { code, out } = await command(["run", "--base-url", server.baseUrl, "--dry-run", "--rps", "5"]);
  expect([code, server.requests()]).toStrictEqual([0, before]);
  expect(out).toMatch(/contractResult +GET \/api\S+ +\d+ +~\d+/);
  expect(out).toMatch(/Status page +no URL \(--status-url\)\n/);
  expect(out.split("\n").length).toBeLessThan(20);
  // The summary of a failed run has the other 35 lines of a screen.
  expect(out.split("\n\n")[0]?.split("\n")).toHaveLength(5);
  expect(out).toContain("Dry run: no request was sent.");
  expect(out).toMatch(/\d{3} clauses, about 2,\d{3} requests, at least \d+ min \d+ s at 5 per second/);
});

test("a run reports changes since the previous one, and with --fail-on new fails for new violations only", async () => {
  const night = (options: readonly string[]) =>
    command(["run", ...STATUS, "--out", at("night"), "--previous", at("night"), ...options]);
  expect((await night([])).err).toContain("there is no earlier result, so no changes are reported");
  expect((await night(FAULT)).code).toBe(1);
  expect(read("night", RESULT_FILES.summary)).toContain("2.2-component-status");
  // Consecutive runs: each result is the previous one of the next.
  expect((await night([...FAULT, "--fail-on", "new"])).code).toBe(0);
  expect((await night([...FAULT, "--fail-on", "new"])).code).toBe(0);
  expect((await night(["--fault", "summary-page-missing", "--fail-on", "new"])).code).toBe(1);
});

test("the run time-out ends a run in the same way", async () => {
  const argv = ["run", "--base-url", server.baseUrl, "--rps", "20", "--run-timeout", "1500"];
  const { code, err } = await command([...argv, "--out", at("time")]);
  expect([code, lastLine(err)]).toEqual([2, "ledger-conformance: the time for the whole run was used up"]);
  const { verdict, clauses } = resultIn(at("time"));
  expect(verdict).toBe("incomplete");
  expect(clauses.filter((clause) => clause.code === "dataUnsuitable")).toStrictEqual([]);
});

test("mock has a host, several faults, and writes its target file", async () => {
  const faults = ["--fault", "fees-gas-as-text", "--fault", "summary-page-missing"];
  const file = at("mock/target.json");
  const served = start(["mock", "--host", "0.0.0.0", ...faults, "--target-file", file]);
  const urls: object = JSON.parse(await served.says("\n"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject(urls);
  expect(Object.values(urls)).toContainEqual(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/status$/));
  const only = ["2.2", "2.5", "2.8"].flatMap((section) => ["--only", section]);
  const argv = ["run", "--target", file, "--level", "smoke", ...only];
  expect((await command([...argv, "--out", at("mocked")])).code).toBe(1);
  const failing = resultIn(at("mocked")).clauses.filter(({ outcome }) => outcome === "failed");
  expect(failing.map(({ id }) => id)).toStrictEqual(["2.2-page", "2.5-fee-gas"]);
  // Its samples let clauses of single records be tested.
  expect(resultIn(at("mocked")).clauses.find(({ id }) => id === "2.8-memo")?.outcome).toBe("passed");
  served.process.kill("SIGTERM");
  const { code, out: line, err } = await served.ended;
  expect([code, line.split("\n").length]).toStrictEqual([0, 2]);
  expect(err).toContain(`  npx ledger-conformance run --target ${file}\nCtrl-C stops it.\n`);
});

test("mock lists the faults with a word", async () => {
  const { out } = await command(["mock", "--list", "FEES-gas-as"]);
  expect(out.split("\n")).toStrictEqual(["Faults", "  fees-gas-as-text  fails 2.5-fee-gas", ""]);
  expect((await command(["mock", "--list", "qqq"])).err).toContain('no fault or variant contains "qqq"');
});
