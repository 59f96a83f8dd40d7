import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tellCi } from "../../cli/terminal/tell-result.ts";
import { FILES } from "../../reports/files/folder.ts";
import { hostileResult, mixedResult } from "../reports/samples.ts";
import { program, type Ended } from "./program.ts";

const MINUTE = 60_000;
const FAULT = ["--fault", "summary-components-status-null"];
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ci-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function run(out: string, options: readonly string[], env = {}): Promise<Ended> {
  const argv = ["run", "--only", "2.2", "--level", "smoke", "--seed", "3", "--out", join(folder, out)];
  return await program([...argv, ...options], env);
}

function summaryOf(out: string): string {
  return readFileSync(join(folder, out, FILES.summary), "utf8");
}

/** What tellCi says, with nothing else around it. */
function told(env: Readonly<Record<string, string>>): { readonly out: string; readonly err: string } {
  let out = "";
  let err = "";
  tellCi(hostileResult(), mixedResult(), {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env,
    stdout: {},
    stderr: process.stderr,
  });
  return { out, err };
}

test("outside of a CI system nothing is said", () => {
  expect(told({})).toStrictEqual({ out: "", err: "" });
  expect(told({ GITHUB_ACTIONS: "false", GITHUB_STEP_SUMMARY: "" })).toStrictEqual({ out: "", err: "" });
});

test("a page of the job that cannot be written is a warning", () => {
  const { out, err } = told({ GITHUB_STEP_SUMMARY: join(folder, "no", "such", "folder") });
  expect(out).toBe("");
  expect(err).toBe(
    "ledger-conformance: warning: the summary was not added to GITHUB_STEP_SUMMARY: there is no such file\n",
  );
});

test("GitHub gets annotations, and the summary behind what is on its page", { timeout: MINUTE }, async () => {
  const page = join(folder, "step.md");
  writeFileSync(page, "# Before\n");
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: page };
  const { code, out } = await run("github", FAULT, env);
  expect(code).toBe(1);
  const commands = out.split("\n").filter((line) => line.startsWith("::"));
  expect(commands).toHaveLength(1);
  expect(commands[0]).toMatch(
    /^::error title=Conformance%3A 2\.2-component-status::.*%0Apointer: \/components\/status/,
  );
  expect(out.trimEnd().split("\n").at(-1)).toMatch(/^✘ does not conform {3}/);
  expect(readFileSync(page, "utf8")).toBe(`# Before\n${summaryOf("github")}`);
});

test(
  "a run says what changed since the one before it, in the same folder too",
  { timeout: MINUTE },
  async () => {
    const first = await run("changing", ["--previous", join(folder, "changing")]);
    expect(first.err).toContain(
      `warning: ${join(folder, "changing")}: there is no earlier result, so nothing is said of what changed`,
    );
    expect(first.code).toBe(0);
    expect(summaryOf("changing")).not.toContain("## Changed");

    const second = await run("changing", ["--previous", join(folder, "changing"), ...FAULT]);
    // A slow run tells of its progress there.
    expect(second.err).not.toContain("warning");
    expect(second.code).toBe(1);
    expect(summaryOf("changing")).toContain("**Newly broken: 1 clause**\n\n- `2.2-component-status`");

    await run("fixed", ["--previous", join(folder, "changing")]);
    expect(summaryOf("fixed")).toContain("**Fixed: 1 clause**\n\n- `2.2-component-status`");
    const again = await program(["report", join(folder, "fixed"), "--previous", join(folder, "changing")]);
    expect(again.code).toBe(0);
    expect(summaryOf("fixed")).toContain("**Fixed: 1 clause**");
  },
);

test(
  "with --fail-on new only what the earlier result does not hold fails",
  { timeout: 2 * MINUTE },
  async () => {
    const previous = join(folder, "night");
    const isNew = ["--previous", previous, "--fail-on", "new"];
    expect((await run("night", FAULT)).code).toBe(1);
    // Night after night: each result holds what the one before it held.
    for (let night = 1; night <= 2; night += 1) {
      const { code, out } = await run("night", [...isNew, ...FAULT]);
      expect([code, out]).toStrictEqual([0, expect.stringContaining("known")]);
    }
    const other = await run("other", [...isNew, "--fault", "summary-page-missing"]);
    expect(other.code).toBe(1);
    const alone = await run("never", ["--fail-on", "new"]);
    expect([alone.code, alone.err]).toStrictEqual([
      2,
      expect.stringContaining("give its folder with --previous"),
    ]);
  },
);

test("an earlier result that is none ends with 2 before anything is asked", async () => {
  const previous = join(folder, "unfit");
  mkdirSync(previous);
  writeFileSync(join(previous, FILES.results), '{"formatVersion": 1}');
  const { code, err } = await run("never", ["--previous", previous]);
  expect(code).toBe(2);
  expect(err).toMatch(/^ledger-conformance: .*unfit: .*\n$/);
  expect(existsSync(join(folder, "never"))).toBe(false);
});
