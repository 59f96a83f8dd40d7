// The exit code and the result folder if output cannot be written or a process is ended.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { needsPrograms } from "../tools/programs.ts";
import { ownFolder, ownReference } from "../tools/own.ts";
import { resultIn } from "../valid-results.ts";
import { lastLine, PROGRAM } from "./io.ts";
import { startProcess } from "../tools/processes.ts";

const folder = ownFolder();
const at = (name: string): string => join(folder, name);
const server = await ownReference();
const FEW = ["--only", "2.2", "--level", "smoke", "--seed", "3"];
const DEV_FULL = "/dev/full";

/** Runs the command line with its output going to a file descriptor, or to a pipe that its reader closes. */
async function ended(argv: readonly string[], stdout: number | "closed after the first bytes") {
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", stdout === "closed after the first bytes" ? "pipe" : stdout, "pipe"],
  });
  let err = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  child.stdout?.once("data", () => child.stdout?.destroy());
  return await new Promise<{ readonly code: number | null; readonly err: string }>((settle) => {
    child.once("close", (code) => settle({ code, err }));
  });
}

test.skipIf(!existsSync(DEV_FULL))("on a full disk a run exits with 2 and writes its folder", async () => {
  const full = openSync(DEV_FULL, "w");
  const argv = ["run", ...FEW, "--fault", "summary-components-status-null", "--out", at("full")];
  const { code, err } = await ended(argv, full);
  closeSync(full);
  const why = "ledger-conformance: the output cannot be written: no space left on device";
  expect([code, lastLine(err)]).toStrictEqual([2, why]);
  expect(err).not.toMatch(/\n +at |Error:/);
  expect(resultIn(at("full")).summary.passed).toBeGreaterThan(10);
  expect(existsSync(join(at("full"), "index.html"))).toBe(true);
});

test("with a closed pipe a run exits with 2 and writes its folder, and a list exits with 0", async () => {
  const { code, err } = await ended(["run", ...FEW, "--out", at("pipe")], "closed after the first bytes");
  expect([code, lastLine(err)]).toEqual([2, "ledger-conformance: the output cannot be written: broken pipe"]);
  expect(err).not.toMatch(/\n +at |Error:/);
  expect(resultIn(at("pipe")).verdict).toBe("conforms");
  expect(await ended(["clauses", "--json"], "closed after the first bytes")).toEqual({ code: 0, err: "" });
});

test("a run ends with its npm process, and writes its folder", async (context) => {
  needsPrograms(context, "npm", "sh");
  const slow = ["--level", "thorough", "--rps", "20", "--base-url", server.baseUrl, "--out", at("npm")];
  const env = { PATH: process.env["PATH"], HOME: folder };
  const cwd = join(PROGRAM, "../../..");
  const child = spawn("npm", ["start", "--", ...slow], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  await new Promise<void>((settle) => {
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      if (out.includes("clauses, about")) settle();
    });
  });
  const before = server.requests();
  await vi.waitUntil(() => server.requests() > before + 5, 20_000);
  child.kill("SIGTERM");
  await vi.waitUntil(() => existsSync(join(at("npm"), "badge.json")), 20_000);
  const result = resultIn(at("npm"));
  expect([result.verdict, result.reason]).toEqual(["incomplete", expect.stringMatching(/^interrupted by /)]);
  const sent = server.requests();
  await new Promise((settle) => setTimeout(settle, 300));
  expect(server.requests()).toBe(sent);
});

// Several commands in one checkout do not interfere.
const ROOT = join(import.meta.dirname, "../..");
const checkout = ownFolder();
const NOT_COPIED = /\/(?:node_modules|tests|\.git|\.dist-[^/]*|reports\/out|(?<!specs\/)examples)$/;
fs.cpSync(ROOT, checkout, { recursive: true, filter: (path) => !NOT_COPIED.test(path.slice(ROOT.length)) });
fs.symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
const inCheckout = (path: string): string => join(checkout, path);
const MINUTES = 180_000;

const start = (...argv: readonly string[]) =>
  startProcess(process.execPath, argv, { cwd: checkout, env: { PATH: process.env["PATH"], HOME: checkout } });
const build = () => start("build.mjs").ended;

test(
  "a build removes stale files, copies changed ones, and keeps all after an error",
  { timeout: MINUTES },
  async () => {
    const stale = inCheckout("dist/specs/stale.clauses.js");
    fs.writeFileSync(stale, "");
    fs.appendFileSync(inCheckout("reports/html/report.css"), "/* changed */");
    expect(await build()).toStrictEqual({ code: 0, out: "", err: "" });
    expect(fs.existsSync(stale)).toBe(false);
    expect(fs.readFileSync(inCheckout("dist/reports/html/report.css"), "utf8")).toContain("/* changed */");
    const main = fs.readFileSync(inCheckout("cli/main.ts"), "utf8");
    fs.writeFileSync(inCheckout("cli/main.ts"), 'export const wrong: number = "text";\n');
    const { code, out, err } = await build();
    expect([code === 0, out + err]).toStrictEqual([false, expect.stringContaining("cli/main.ts")]);
    expect(fs.readFileSync(inCheckout("dist/cli/main.js"), "utf8")).toContain("processIo");
    fs.writeFileSync(inCheckout("cli/main.ts"), main);
  },
);

const OF_STATUS = ["--level", "smoke", "--only", "statusSummary"];

test("a run without a file of the suite names it; one whose files vanish finishes", async () => {
  const css = inCheckout("dist/reports/html/report.css");
  const argv = ["dist/cli/main.js", "run", ...OF_STATUS];
  fs.renameSync(css, inCheckout("report.css"));
  const without = await start(...argv, "--out", "without").ended;
  expect([without.code, without.err]).toStrictEqual([2, expect.stringContaining(`directory: ${css}`)]);
  fs.renameSync(inCheckout("report.css"), css);
  const run = start(...argv, "--rps", "5", "--out", "slow");
  await run.says("seed");
  await new Promise((settle) => setTimeout(settle, 300));
  const vanishing = ["dist", "profiles", "docs", "package.json"].map(inCheckout);
  vanishing.forEach((path) => fs.rmSync(path, { recursive: true }));
  expect((await run.ended).code).toBe(0);
  expect(resultIn(inCheckout("slow")).verdict).toBe("conforms");
});
