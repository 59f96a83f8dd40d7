import { expect, test } from "vitest";
import { command } from "./io.ts";

const REMOTE = ["--base-url", "https://ledger.example.test"];

/** What a plan says of the requests of each endpoint, and of all. */
async function plan(...argv: readonly string[]): Promise<Readonly<Record<string, number>> & { all: number }> {
  const { code, out } = await command(["run", "--dry-run", ...argv]);
  expect(code).toBe(0);
  const rows = [...out.matchAll(/^ {2}(\S.*?) {2,}[\d,]+ {2,}([\d,]+)$/gm)];
  const all = numberOf(/about ([\d,]+) requests?, /.exec(out)?.[1] ?? "");
  return { ...Object.fromEntries(rows.map(([, name = "", size = ""]) => [name, numberOf(size)])), all };
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}

test("levels are planned as they were measured", async () => {
  expect((await plan("--level", "smoke")).all).toBeLessThanOrEqual(300);
  expect(await plan()).toMatchObject({ "Status summary": 3, "Token list": 463, "Token balances": 525 });
  expect((await plan()).all).toBeLessThanOrEqual(1_500);
  expect((await plan("--level", "thorough")).all).toBeLessThanOrEqual(30_000);
});

test("a selection costs its share", async () => {
  const whole = await plan();
  const part = await plan("--only", "tokens", "--skip", "4.1");
  expect(Object.keys(part)).toStrictEqual(["Token list", "all"]);
  expect(part.all).toBeLessThan(whole["Token list"] ?? 0);
  expect(part.all).toBeGreaterThan(50);
  expect((await plan("--only", "2.3")).all).toBe(1);
});

test("more cases cost more", async () => {
  const all = await Promise.all(["0", "1", "20", "1000"].map((cases) => plan("--cases", cases)));
  const [none, usual, more, most] = all.map((counts) => counts.all);
  expect(usual).toBe((await plan()).all);
  expect(none).toBeLessThan(usual ?? 0);
  expect((more ?? 0) - (usual ?? 0)).toBeGreaterThan(700);
  expect(most).toBeGreaterThan(40_000);
});

test("what is not given costs nothing, and what has no sample less", async () => {
  const { out } = await command(["run", "--dry-run", ...REMOTE]);
  expect(out).toMatch(/Status page +not given: not exercised/);
  expect(out).toMatch(/Status summary +\d+ +not exercised/);
  expect(await plan(...REMOTE)).toMatchObject({ Contract: 19, "Contract result": 28 });
});

test("the time at the rate is told, and why the pace is this one", async () => {
  const { out } = await command(["run", "--dry-run", ...REMOTE]);
  expect(out).toContain("8 at a time, 20 requests a second (as usual for a machine that others share)");
  expect(out).toMatch(/clauses, about 9\d\d requests, at least 4\d\.\d s at 20 a second/);
  const { out: given } = await command(["run", "--dry-run", ...REMOTE, "--rps", "2"]);
  expect(given).toContain("8 at a time, 2 requests a second (as given)");
  expect(given).toMatch(/at least 8 min \d+ s at 2 a second/);
  const { out: local } = await command(["run", "--dry-run"]);
  expect(local).toContain("16 at a time, no limit on the rate (as usual on this machine)");
  expect(local).toContain("requests, as fast as they are answered");
});
