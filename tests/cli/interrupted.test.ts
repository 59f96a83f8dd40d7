import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { FILES } from "../../reports/files/folder.ts";
import { resultIn } from "../valid-results.ts";
import { program, start, untilJudged, type Ended, type Running } from "./program.ts";

const MINUTE = 120_000;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
let folder = "";
let reference: Running;
let target: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "interrupted-"));
  reference = start(["mock"]);
  const { baseUrl }: { baseUrl: string } = JSON.parse(await reference.says("\n"));
  // The Allure report has tests of its own.
  target = ["--no-allure", "--base-url", baseUrl];
});

afterAll(async () => {
  reference.process.kill("SIGTERM");
  await reference.ended;
  rmSync(folder, { recursive: true });
});

/** A folder that no test used before, this one neither when it is tried again. */
function anew(name: string): string {
  return mkdtempSync(join(folder, `${name}-`));
}

function judged({ summary: { pass, fail, inconclusive } }: RunResult): number {
  return pass + fail + inconclusive;
}

/** A run that takes long enough to be met on its way. */
function slowRun(out: string, seed: number): Running {
  return start([
    "run",
    "--out",
    out,
    "--seed",
    String(seed),
    "--rps",
    "40",
    "--level",
    "thorough",
    ...target,
  ]);
}

/** Builds the pages of what is there, and gives the result that they show. */
async function reported(out: string): Promise<RunResult> {
  expect(await program(["report", out])).toMatchObject({ code: 0, err: "" });
  expect(readdirSync(out)).toEqual(expect.arrayContaining(Object.values(FILES)));
  return resultIn(out);
}

function lastLine({ err }: Ended): string {
  return err.trimEnd().split("\n").at(-1) ?? "";
}

describe.concurrent("two runs and one folder", () => {
  test("the second is refused while the first is running, and report too", { timeout: MINUTE }, async () => {
    const out = anew("shared");
    const first = slowRun(out, 1);
    await untilJudged(join(out, FILES.journal));
    const second = await program(["run", "--out", out, "--seed", "2", ...target]);
    expect(second).toMatchObject({ code: 2, out: "" });
    expect(second.err).toMatch(
      /^ledger-conformance: .*shared-\w+: another run \(process \d+ on .*\) is writing into this folder: [^\n]+\n$/,
    );
    expect(await program(["report", out])).toMatchObject({ code: 2, out: "" });
    first.process.kill("SIGINT");
    expect((await first.ended).code).toBe(2);
    expect(resultIn(out)).toMatchObject({ seed: 1, reason: "interrupted by SIGINT" });
    expect(existsSync(join(out, "run.lock"))).toBe(false);
  });

  test("after a run that was killed, another begins anew", { timeout: MINUTE }, async () => {
    const out = anew("killed");
    const first = slowRun(out, 3);
    await untilJudged(join(out, FILES.journal));
    first.process.kill("SIGKILL");
    await first.ended;
    expect(existsSync(join(out, "run.lock"))).toBe(true);
    const left = await reported(out);
    expect(left).toMatchObject({ seed: 3, verdict: "incomplete" });
    expect(judged(left)).toBeGreaterThan(0);
    const argv = ["run", "--out", out, "--seed", "4", "--only", "networkFees", "--level", "smoke", ...target];
    expect((await program(argv)).code).toBe(0);
    const result = resultIn(out);
    expect(result).toMatchObject({ seed: 4, verdict: "conforms" });
    expect(result.clauses.every(({ endpoint }) => endpoint === "networkFees")).toBe(true);
    expect(readFileSync(join(out, FILES.journal), "utf8").match(/"type":"run"/g)).toHaveLength(1);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(Object.values(FILES)));
    expect(existsSync(join(out, "run.lock"))).toBe(false);
  });

  test("a run whose folder was taken from it writes nothing more", { timeout: MINUTE }, async () => {
    const out = anew("taken");
    const first = slowRun(out, 5);
    await untilJudged(join(out, FILES.journal));
    rmSync(out, { recursive: true });
    const argv = ["run", "--out", out, "--seed", "6", "--only", "networkFees", "--level", "smoke", ...target];
    expect((await program(argv)).code).toBe(0);
    first.process.kill("SIGTERM");
    const ended = await first.ended;
    expect(ended.code).toBe(2);
    expect(lastLine(ended)).toContain("another run took the folder");
    expect(resultIn(out)).toMatchObject({ seed: 6, verdict: "conforms" });
    expect(readFileSync(join(out, FILES.journal), "utf8")).not.toContain('"seed":5');
  });
});

describe("a folder that cannot be written", () => {
  test.each(["/proc/nothing", "/dev/null/out"])("%s: refused before anything is sent", async (out) => {
    const ended = await program(["run", "--out", out, ...target]);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toMatch(/^ledger-conformance: .*: the result folder cannot be written: [^\n]+\n$/);
  });

  test("files that may not grow: what is known is on disk", { timeout: MINUTE }, async () => {
    const out = anew("limited");
    // Blocks of 512 bytes for most shells, 1,024 for others: the journal of a run is larger.
    const line = `ulimit -f 340; exec "$0" "$@"`;
    const bin = join(ROOT, "bin", "ledger-conformance.js");
    const argv = [process.execPath, bin, "run", "--out", out, "--level", "smoke", ...target];
    const ended = await endOf(spawn("sh", ["-c", line, ...argv]));
    expect(ended.code).toBe(2);
    expect(lastLine(ended)).toMatch(
      /the result folder cannot be written: the file would be larger than is allowed$/,
    );
    expect(ended.err).not.toMatch(/\n\s+at /);
    expect(existsSync(join(out, FILES.results))).toBe(false);
    const result = await reported(out);
    expect(result.verdict).toBe("incomplete");
    expect(judged(result)).toBeGreaterThan(0);
  });

  test.skipIf(!canMount())("a full disk: what is known is on disk", { timeout: MINUTE }, async () => {
    const disk = anew("disk");
    const out = join(disk, "out");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=170k", "tmpfs", disk]);
    try {
      const ended = await program(["run", "--out", out, "--level", "smoke", ...target]);
      expect(ended.code).toBe(2);
      expect(lastLine(ended)).toMatch(/the result folder cannot be written: the disk is full$/);
      expect(ended.out.trimEnd().split("\n").at(-1)).toContain("! incomplete");
      expect(existsSync(join(out, FILES.results))).toBe(false);
      const copy = anew("copy");
      cpSync(out, copy, { recursive: true });
      const result = await reported(copy);
      expect(result.verdict).toBe("incomplete");
      expect(judged(result)).toBeGreaterThan(0);
    } finally {
      execFileSync("umount", [disk]);
    }
  });
});

describe.concurrent("a fault of our own", () => {
  /** The suite, with a line put into its worker or its report. */
  function planted(name: string, file: string, before: string, line: string): string {
    const root = anew(name);
    for (const part of ["bin", "dist", "docs", "package.json", "cli/plan/measured-requests.json"]) {
      cpSync(join(ROOT, part), join(root, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
    const path = join(root, "dist", file);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(before);
    writeFileSync(path, text.replace(before, `${line}\n${before}`));
    return join(root, "bin", "ledger-conformance.js");
  }

  const AT_THE_TENTH = `globalThis.n = (globalThis.n ?? 0) + 1; if (globalThis.n === 10)`;

  test.each([
    [
      "when the worker is loaded",
      "cli/running/worker.js",
      "const catalogue = ",
      `throw new Error("planted");`,
      "a fault of the suite itself: planted",
      0,
    ],
    [
      "in one clause",
      "engine/run/run-all.js",
      "await tell(await session.judge",
      `${AT_THE_TENTH} throw new Error("planted");`,
      "a fault of the suite itself: planted",
      100,
    ],
    [
      "outside of any clause",
      "engine/run/run-all.js",
      "await tell(await session.judge",
      `${AT_THE_TENTH} setTimeout(() => { throw new Error("planted"); }, 1);`,
      /a fault of the suite itself: planted/,
      1,
    ],
    [
      "when a worker ends itself",
      "engine/run/run-all.js",
      "await tell(await session.judge",
      `${AT_THE_TENTH} process.reallyExit?.(7);`,
      /a fault of the suite itself|the run ended before/,
      0,
    ],
    [
      "in the process that watches",
      "cli/running/thread.js",
      "worker.postMessage(order)",
      `setTimeout(() => { throw new Error("planted"); }, 500);`,
      "a fault of the suite itself: planted",
      0,
    ],
    [
      "while the pages are written",
      "reports/html/page.js",
      "return documentOf(",
      `throw new Error("planted");`,
      "a fault of the suite itself: planted",
      100,
    ],
  ])("%s", { timeout: MINUTE }, async (name, file, before, line, reason, least) => {
    const bin = planted(name.replaceAll(" ", "-"), file, before, line);
    const out = anew("out");
    const argv = [bin, "run", "--out", out, "--rps", "400", "--level", "smoke", ...target];
    const ended = await endOf(spawn(process.execPath, argv));
    expect(lastLine(ended)).toMatch(reason);
    expect(ended.code).toBe(2);
    expect(ended.err).not.toMatch(/\n\s+at /);
    const result = resultIn(out);
    expect(result).toMatchObject({ verdict: "incomplete", reason: expect.stringMatching(reason) });
    expect(judged(result)).toBeGreaterThanOrEqual(least);
    expect((await reported(out)).verdict).toBe("incomplete");
  });
});

test("a target that dies half-way: what it showed is kept", { timeout: MINUTE }, async () => {
  const out = anew("died");
  const mortal = start(["mock"]);
  const { baseUrl }: { baseUrl: string } = JSON.parse(await mortal.says("\n"));
  const running = start([
    "run",
    "--no-allure",
    "--out",
    out,
    "--level",
    "thorough",
    "--rps",
    "150",
    "--base-url",
    baseUrl,
  ]);
  await untilJudged(join(out, FILES.journal), 3);
  mortal.process.kill("SIGKILL");
  const ended = await running.ended;
  expect(ended.code).toBe(2);
  expect(lastLine(ended)).toMatch(/^ledger-conformance: .*(stopped answering|cannot be reached)/);
  const result = resultIn(out);
  expect(result.verdict).toBe("incomplete");
  expect(result.summary.pass).toBeGreaterThan(0);
  expect(result.summary.fail).toBe(0);
  expect(result.requests).toBeGreaterThan(0);
});

function canMount(): boolean {
  const disk = mkdtempSync(join(tmpdir(), "mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], { stdio: "ignore" });
    execFileSync("umount", [disk], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(disk, { recursive: true });
  }
}

async function endOf(child: ReturnType<typeof spawn>): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += String(chunk)));
  child.stderr?.on("data", (chunk: Buffer) => (err += String(chunk)));
  return await new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, out, err }));
  });
}
