// Several commands in one checkout do not interfere.
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder } from "../tools/own.ts";
import { startProcess } from "../tools/processes.ts";
import { resultIn } from "../valid-results.ts";

const ROOT = join(import.meta.dirname, "../..");
const checkout = ownFolder();
const NOT_COPIED = /\/(?:node_modules|tests|\.git|\.dist-[^/]*|reports\/out|(?<!specs\/)examples)$/;
fs.cpSync(ROOT, checkout, { recursive: true, filter: (path) => !NOT_COPIED.test(path.slice(ROOT.length)) });
fs.symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
const at = (path: string): string => join(checkout, path);
const MINUTES = 60_000;

const start = (...argv: readonly string[]) =>
  startProcess(process.execPath, argv, { cwd: checkout, env: { PATH: process.env["PATH"], HOME: checkout } });
const build = () => start("build.mjs").ended;
const DONE = { code: 0, out: "", err: "" };

test("a build writes only what changed", { timeout: 3 * MINUTES }, async () => {
  expect(await build()).toStrictEqual(DONE);
  const [page, stale] = [at("dist/reports/html/page.js"), at("dist/specs/stale.clauses.js")];
  fs.writeFileSync(stale, "");
  fs.writeFileSync(page, `${fs.readFileSync(page, "utf8")}// mine`);
  await build();
  expect([fs.existsSync(stale), fs.readFileSync(page, "utf8")]).toStrictEqual([
    true,
    expect.stringContaining("// mine"),
  ]);
  fs.appendFileSync(at("reports/html/report.css"), "/* changed */");
  expect(await build()).toStrictEqual(DONE);
  expect([fs.existsSync(stale), fs.readFileSync(page, "utf8")]).toStrictEqual([
    false,
    expect.not.stringContaining("// mine"),
  ]);
  expect(fs.readFileSync(at("dist/reports/html/report.css"), "utf8")).toContain("/* changed */");
  // Sources that do not compile leave dist/ unchanged.
  const main = fs.readFileSync(at("cli/main.ts"), "utf8");
  fs.writeFileSync(at("cli/main.ts"), 'export const wrong: number = "text";\n');
  const { code, out, err } = await build();
  expect([code === 0, out + err]).toStrictEqual([false, expect.stringContaining("cli/main.ts")]);
  expect(fs.readFileSync(at("dist/cli/main.js"), "utf8")).toContain("processIo");
  fs.writeFileSync(at("cli/main.ts"), main);
});

const FEW = ["--level", "smoke", "--only", "statusSummary"];

test("a run without a file of the suite names it; one whose files vanish finishes", async () => {
  const css = at("dist/reports/html/report.css");
  const argv = ["dist/cli/main.js", "run", ...FEW];
  fs.renameSync(css, at("report.css"));
  const without = await start(...argv, "--out", "without").ended;
  expect([without.code, without.err]).toStrictEqual([2, expect.stringContaining(`directory: ${css}`)]);
  fs.renameSync(at("report.css"), css);
  const run = start(...argv, "--rps", "5", "--out", "slow");
  await run.says("seed");
  await new Promise((settle) => setTimeout(settle, 300));
  ["dist", "profiles", "docs", "package.json"].forEach((name) => fs.rmSync(at(name), { recursive: true }));
  expect((await run.ended).code).toBe(0);
  expect(resultIn(at("slow")).verdict).toBe("conforms");
});
