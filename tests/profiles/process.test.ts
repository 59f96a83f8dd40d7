import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { startReference } from "../../reference/server.ts";
import { program } from "../cli/program.ts";
import type { Served } from "../real/serve.ts";
import { startStatuspage } from "../real/statuspage.ts";

const LONG = 180_000;
let server: Served;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "profile-"));
  server = await startStatuspage();
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function resultIn(name: string): RunResult {
  const result: RunResult = JSON.parse(readFileSync(join(folder, name, "results.json"), "utf8"));
  return result;
}

async function judged(name: string, ...more: readonly string[]): ReturnType<typeof program> {
  const out = join(folder, name);
  return await program(["run", "--status-url", server.url, "--seed", "7", "--out", out, ...more]);
}

test(
  "one command judges a page with its profile: exit 0, every known deviation listed",
  { timeout: LONG },
  async () => {
    const { code, out } = await judged("with", "--profile", "statuspage");
    expect(code).toBe(0);
    expect(out).toContain("statuspage (Atlassian Statuspage): 6 known deviations met");
    expect(out).not.toContain("It looks like");
    expect(out).toMatch(/a date such as 2023-07-11, without a time\n +2\.2-component-start-date\n/);
    expect(readFileSync(join(folder, "with", "index.html"), "utf8")).toContain("from the profile statuspage");
  },
);

test(
  "and without it: exit 1, with the command to run again, and with entries to paste",
  { timeout: LONG },
  async () => {
    const { code, out } = await judged("without");
    expect(code).toBe(1);
    const told = out.split("\n").filter((line) => line.includes("It looks like"));
    expect(told).toStrictEqual([
      expect.stringMatching(
        /^ {2}It looks like Atlassian Statuspage, of which (\d+) of \1 broken places are known\. Run again: \S.* --profile statuspage$/,
      ),
    ]);
    expect(out).toContain('{"clause":"2.2-components","pointer":"/components"');
  },
);

test("a service that is broken in another way looks like none", { timeout: LONG }, async () => {
  const broken = await startReference({ fault: "summary-components-as-list" });
  const urls = ["--status-url", broken.statusUrl, "--base-url", broken.baseUrl];
  const out = join(folder, "broken");
  const seen = await program(["run", ...urls, "--level", "smoke", "--seed", "7", "--out", out]);
  await broken.close();
  expect([seen.code, seen.out]).toStrictEqual([1, expect.not.stringContaining("It looks like")]);
});

test("shards that were judged with a profile are merged with it", { timeout: LONG }, async () => {
  await judged("one", "--profile", "statuspage", "--shard", "1/2");
  await judged("two", "--profile", "statuspage", "--shard", "2/2");
  const merged = ["one", "two"].map((name) => join(folder, name));
  const { code } = await program(["merge", ...merged, "--out", join(folder, "merged")]);
  expect(code).toBe(0);
  const [whole, both] = [resultIn("with"), resultIn("merged")];
  expect(both.summary).toStrictEqual(whole.summary);
  expect(both.profiles).toStrictEqual(whole.profiles);
  expect(both.known).toStrictEqual(whole.known);
});
