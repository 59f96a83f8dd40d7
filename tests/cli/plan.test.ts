import { expect, test } from "vitest";
import { duration } from "../../reports/words/numbers.ts";
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

test("levels keep about what is promised of them", async () => {
  expect((await plan("--level", "smoke")).all).toBeLessThanOrEqual(300);
  expect((await plan()).all).toBeLessThanOrEqual(1_600);
  expect((await plan("--level", "thorough")).all).toBeLessThanOrEqual(30_000);
});

test("the endpoints of a plan add up to all of it", async () => {
  const { all, ...endpoints } = await plan();
  expect(Object.values(endpoints).reduce((sum, requests) => sum + requests, 0)).toBe(all);
});

test("a selection costs its share, and what it takes to find the records", async () => {
  const whole = await plan();
  const part = await plan("--only", "tokenBalances", "--skip", "4.3");
  expect(Object.keys(part)).toStrictEqual(["Token balances", "Token list", "all"]);
  expect(part["Token balances"]).toBeLessThan(whole["Token balances"] ?? 0);
  expect(part["Token list"]).toBeLessThan((whole["Token list"] ?? 0) / 5);
});

test("more cases cost more", async () => {
  const counted = ["0", "1", "20", "1000"].map((cases) => plan("--cases", cases));
  const [none = 0, one = 0, more = 0, most = 0] = (await Promise.all(counted)).map(({ all }) => all);
  expect(one).toBeGreaterThan(none);
  expect((most - more) / 980).toBeCloseTo((more - one) / 19, 0);
});

test("what is not given costs nothing, and what has no sample less", async () => {
  const { out } = await command(["run", "--dry-run", ...REMOTE]);
  expect(out).toMatch(/Status page +not given: not exercised/);
  expect(out).toMatch(/Status summary +\d+ +not exercised/);
  const [bare, whole] = [await plan(...REMOTE), await plan()];
  for (const endpoint of ["Contract", "Contract result", "Topic message"]) {
    expect(bare[endpoint]).toBeLessThan((whole[endpoint] ?? 0) * 0.7);
  }
});

test("the time at the rate is told, and why the pace is this one", async () => {
  const { out } = await command(["run", "--dry-run", ...REMOTE]);
  expect(out).toContain("8 at a time, 20 requests a second (as usual for a machine that others share)");
  expect(out).toContain(`at least ${duration(((await plan(...REMOTE)).all / 20) * 1_000)} at 20 a second`);
  const { out: given } = await command(["run", "--dry-run", ...REMOTE, "--rps", "2"]);
  expect(given).toContain("8 at a time, 2 requests a second (as given)");
  expect(given).toContain(`at least ${duration(((await plan(...REMOTE)).all / 2) * 1_000)} at 2 a second`);
  const { out: local } = await command(["run", "--dry-run"]);
  expect(local).toContain("16 at a time, no limit on the rate (as usual on this machine)");
  expect(local).toContain("requests, as fast as they are answered");
});
