// The texts about options, clauses and schemas, and the progress of a run.
import { existsSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { explainClause, explanationText } from "../../cli/explain.ts";
import type { Io } from "../../cli/io.ts";
import { canOpenPage, openPage } from "../../cli/report-result.ts";
import { progressText, startProgress, type PlannedSize } from "../../cli/progress.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { ownFolder } from "../tools/own.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { RESULT_FILES } from "../../reports/files/writing.ts";
import { command } from "./io.ts";
import { failed, mixedResult, passed, planned, resultOf } from "../reports/samples.ts";

const folder = ownFolder();
const at = (name: string): string => join(folder, name);

test("the help of run has at most 55 lines and lists the environment variables", async () => {
  const { out } = await command(["run", "--help"]);
  expect(out.trimEnd().split("\n").length).toBeLessThanOrEqual(55);
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  for (const name of ["CONFORMANCE_TARGET", "STATUS_URL", "BASE_URL", "VERIFY_URL"]) {
    expect(out).toContain(`[${name}]`);
  }
});

test("every clause is explained on one screen, with lines of the contract, examples and file", async () => {
  const catalogue = await loadCatalogue();
  const fields = new Map<string, string>(
    catalogue.tables.flatMap(({ body }) => body.all.map(({ id, name }) => [id, name])),
  );
  for (const clause of catalogue.clauses) {
    const one = await explainClause(clause, catalogue);
    const source = readFileSync(new URL(`../../${one.file}`, import.meta.url), "utf8");
    const lines = explanationText(one).trimEnd().split("\n");
    const has = {
      screen: lines.length <= 24 && lines.every(({ length }) => length <= 100),
      contract: one.contract.length > 0,
      examples: one.passes.length > 0 && one.fails.length > 0,
      messages: one.fails.every(({ name, message }) => name !== "" && message !== ""),
      interpretations: one.interpretations.length === (clause.interpretations?.length ?? 0),
      file: new RegExp(`\\b${fields.get(clause.id) ?? clause.id}\\b`).test(source),
    };
    expect([one.id, ...Object.entries(has).flatMap(([name, is]) => (is ? [] : [name]))]).toEqual([one.id]);
  }
});

test.each([
  ["4.7-neighbouring-hashes", "a hash that finds a contract result"],
  ["4.3-path-accepted", "a list of token balances"],
  ["4.5-order-accepted", "networkFees.order, the network fees, parameters of network fees"],
])("the prerequisites of %s are %s", async (id, text) => {
  const { out } = await command(["clauses", id]);
  expect(/^ *prerequisites +(.+)$/m.exec(out)?.[1]).toBe(text);
});

test("a clause id explains the clause, a section lists its clauses", async () => {
  const printed = async (...argv: readonly string[]) => (await command(["clauses", ...argv])).out;
  const explained =
    /^4\.6-time-refused\n {2}a malformed time gets[^]*contract +section 4\.6 line \d+[^]*fails +.+: a request that must be refused succeeds[^]*declared in +specs\/4\.6-topic-message\.clauses\.ts:\d+\n[^]*run it +npx ledger-conformance run --only 4\.6-time-refused\n.*with --base-url/;
  expect(await printed("4.6-time-refused")).toMatch(explained);
  expect(await printed("2.3-type")).toMatch(/ schemas\/token\.ts:\d+, by specs\/2-records\.clauses/);
  const data = JSON.parse(await printed("4.6-time-refused", "--json"));
  expect(data).toMatchObject({ id: "4.6-time-refused", section: "4.6", endpoint: "topicMessage" });
  expect((await printed("4.6")).split("\n").length).toBeGreaterThan(10);
  expect(await printed("4.5", "--json")).toMatch(/"lines": \[\s+\d/);
  const unspecified = "4-default-order";
  expect(await printed(unspecified)).toContain("no clause tests it");
  const { err } = await command(["run", "--only", unspecified]);
  expect(err).toContain(`${unspecified} selects nothing: the contract does not specify it`);
});

test("the schemas are written, over those of an earlier command and over no other file", async () => {
  const schemas = () => command(["schemas", "--out", folder]);
  expect([(await schemas()).code, (await schemas()).code]).toStrictEqual([0, 0]);
  const names = ["target", "known", "profile", "token"].map((name) => `${name}.schema.json`);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(names));
  writeFileSync(at("openapi.json"), "{}");
  const { code, err } = await schemas();
  const why = "openapi.json exists and is not a schema of this suite";
  expect([code, err]).toStrictEqual([2, expect.stringContaining(why)]);
});

test("the progress line counts, predicts the time left, and fits 80 columns", () => {
  const plan = { clauses: 422, requests: 29_999, rps: 20 };
  const unlimited = { clauses: 422, requests: 29_999 };
  const line = (requests: number, seconds: number, size: PlannedSize = plan): string =>
    progressText({ clauses: 421, failed: 129, requests }, size, seconds * 1_000);
  const usual = "14,999 of ~29,999 requests, 421 of 422 clauses, 129 failed, 12 min 30 s left";
  expect(line(14_999, 725)).toBe(usual);
  expect(`  ${usual}`.length).toBeLessThan(80);
  // The measured rate is lower than the limit.
  expect(line(1_000, 100)).toContain(", 48 min 20 s left");
  expect(line(29_899, 10_000)).toContain(", 34 s left");
  // Without a limit, the rate has to be measured first; beyond the plan, nothing is known.
  expect(line(100, 1, unlimited)).toMatch(/129 failed$/);
  expect(line(30_123, 725)).toBe("30,123 of ~29,999 requests, 421 of 422 clauses, 129 failed");
});

test.each([
  ["on a terminal in one line, which is finally erased", { isTTY: true, columns: 60 }, {}, true],
  ["on a terminal of unknown size", { isTTY: true, columns: 0 }, {}, true],
  ["elsewhere in one line every ten seconds", {}, {}, false],
  ["on a terminal without escape sequences", { isTTY: true }, { TERM: "dumb" }, false],
])("progress is shown %s", (_where, stderr: Io["stderr"], env: Io["env"], isLive) => {
  vi.useFakeTimers();
  let written = "";
  const err = (text: string): void => void (written += text);
  const progress = startProgress({ clauses: 100, requests: 2_000, rps: 20 }, { stderr, env, err });
  progress.onRequest();
  progress.onClause({ outcome: "failed" });
  vi.advanceTimersByTime(9_000);
  expect(written !== "").toBe(isLive);
  vi.advanceTimersByTime(12_000);
  progress.stop();
  vi.useRealTimers();
  const lines = written.split(isLive ? "\r\u001b[K" : "\n");
  expect(lines.length).toBeGreaterThan(isLive ? 50 : 2);
  expect(lines.at(-1)).toBe("");
  expect(lines.find((line) => line !== "")).toMatch(/^ {2}1 of ~2,000 requests, 1 of 100 clauses, 1 fai/);
  const width = stderr.columns === undefined || stderr.columns === 0 ? 80 : stderr.columns;
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(width);
});

const COMMANDS = ["run", "mock", "validate", "clauses", "schemas", "compare"];

test.each([[[]], ...COMMANDS.map((name) => [[name]])])("the help of %j", async (argv: readonly string[]) => {
  const { out } = await command([...argv, "--help"]);
  const [options = "", examples = ""] = out.split("\nExamples:\n");
  const lines = examples.trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  const start = new RegExp(`^ {2}npx ledger-conformance (${argv[0] ?? COMMANDS.join("|")})\\b`);
  expect(lines.filter((line) => !start.test(line))).toStrictEqual([]);
  const used = lines.flatMap((line) => [...line.matchAll(/ (--[a-z-]+)/g)].map(([, name = ""]) => name));
  expect(argv.length === 0 ? [] : used.filter((name) => !options.includes(name))).toStrictEqual([]);
});

test.each([
  [true, { DISPLAY: ":0" }, "linux"],
  [true, {}, "darwin"],
  [false, {}, "linux"],
  [false, { JENKINS_URL: "https://ci.example.test" }, "darwin"],
] as const)("a page can be opened: %s with %j on %s", (opens, env, platform) => {
  expect(canOpenPage(env, platform)).toBe(opens);
});

test.runIf(process.platform === "linux")("--open starts the opener, without a shell", async () => {
  const opened = join(folder, "opened");
  const opener = `#!/bin/sh\nprintf %s "$1" > ${opened}\n`;
  writeFileSync(join(folder, "xdg-open"), opener, { mode: 0o755 });
  let err = "";
  const open = async (path: string, env: Io["env"]): Promise<void> =>
    await openPage(path, { env: { DISPLAY: ":0", ...env }, err: (text) => void (err += text) });
  const page = join(folder, "a page; $(exit).html");
  await open(page, { PATH: "/nowhere" });
  expect(err).toBe("");
  writeFileSync(page, "");
  await open(page, { PATH: `${folder}:/bin:/usr/bin` });
  await vi.waitUntil(() => existsSync(opened) && readFileSync(opened, "utf8") === page, 5_000);
  expect(err).toBe("");
  await open(page, { PATH: "/nowhere" });
  expect(err).toMatch(/html was not opened: the program xdg-open cannot be started\n$/);
});

const compare = (...argv: readonly string[]) => command(["compare", ...argv]);

function write(name: string, result: RunResult): string {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(join(at(name), RESULT_FILES.results), JSON.stringify(result));
  return at(name);
}

const other = (name: string) => ({ target: { baseUrl: `https://${name}.example.test` } });

write("mixed", mixedResult());
write("good", resultOf([passed(planned(0)), passed(planned(1))], other("good")));

test("writes a page with the clauses that differ, and the verdict and counts of each result", async () => {
  const { code, out, err } = await compare(at("mixed"), at("good"), "--out", at("page.html"));
  expect({ code, err }).toStrictEqual({ code: 0, err: "" });
  expect(out).toBe(`2 results: 1 of 3 clauses differs\n${at("page.html")}\n`);
  expect(readFileSync(at("page.html"), "utf8")).toMatch(
    /does not conform<[^]*1 failed · 1 not tested · 1 passed[^]*conforms at level standard<[^]*2 passed<[^]*not in this result/,
  );
});

test("links to the reports beside the page, and to their clauses", async () => {
  write("site/one", resultOf([failed(planned(0)), passed(planned(1))]));
  write("site/two words", resultOf([passed(planned(0)), passed(planned(1))], other("two")));
  writeFileSync(join(at("site/two words"), RESULT_FILES.page), "the report");
  for (const _ of [1, 2]) await compare(at("site/one"), at("site/two words"), "--out", at("site/index.html"));
  const page = readFileSync(at("site/index.html"), "utf8");
  const links = ["two%20words/index.html", "two%20words/index.html#2.7-gas-used"];
  expect(page.match(/(?<=href=")[^"]*/g)).toStrictEqual(links);
});

test("does not overwrite a page that is not a comparison", async () => {
  const page = join(at("mixed"), RESULT_FILES.page);
  writeFileSync(page, "hello");
  const { code, out, err } = await compare(at("mixed"), at("good"), "--out", page);
  expect({ code, out, text: readFileSync(page, "utf8") }).toStrictEqual({ code: 2, out: "", text: "hello" });
  expect(err).toMatch(/^ledger-conformance: .*index\.html exists and is not a comparison: /);
});
