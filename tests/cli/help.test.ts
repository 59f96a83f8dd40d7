// The texts about options, clauses and schemas, and the progress of a run.
import { existsSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { explainClause, explanationText } from "../../cli/explain.ts";
import type { Io } from "../../cli/io.ts";
import { canOpenPage, openPage } from "../../cli/open.ts";
import { progressText, startProgress, type PlannedSize } from "../../cli/progress.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { ownFolder } from "../tools/own.ts";
import { OUTCOMES, type Outcome } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { comparisonRows } from "../../reports/comparison/rows.ts";
import { RESULT_FILES } from "../../reports/files/writing.ts";
import { command } from "./io.ts";
import { failed, mixedResult, passed, planned, resultOf, notTested } from "../reports/samples.ts";

const folder = ownFolder();

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
  for (const clause of catalogue.clauses) {
    const one = await explainClause(clause, catalogue);
    const lines = explanationText(one).trimEnd().split("\n");
    const has = {
      screen: lines.length <= 24 && lines.every(({ length }) => length <= 100),
      contract: one.contract.length > 0,
      examples: one.passes.length > 0 && one.fails.length > 0,
      messages: one.fails.every(({ name, message }) => name !== "" && message !== ""),
      interpretations: one.interpretations.length === (clause.interpretations?.length ?? 0),
      file: existsSync(new URL(`../../${one.file}`, import.meta.url)),
    };
    expect([one.id, ...Object.entries(has).flatMap(([name, is]) => (is ? [] : [name]))]).toEqual([one.id]);
  }
});

test("a clause on a field names the line of its record in schemas/", async () => {
  const { out } = await command(["clauses", "2.3-type"]);
  const [, line = 0] =
    /declared in +schemas\/token\.ts:(\d+), by specs\/2-records\.clauses\.ts\n/.exec(out) ?? [];
  const schema = readFileSync(new URL("../../schemas/token.ts", import.meta.url), "utf8");
  expect(schema.split("\n")[Number(line) - 1]).toContain('ecord("token"');
});

test("a clause id explains the clause, a section lists its clauses", async () => {
  const one = await command(["clauses", "4.6-time-refused"]);
  expect(one.out).toMatch(/^4\.6-time-refused\n {2}a malformed time gets/);
  expect(one.out).toMatch(/declared in +specs\/4\.6-topic-message\.clauses\.ts:\d+\n/);
  expect(one.out).toMatch(/contract +section 4\.6 line \d+/);
  expect(one.out).toMatch(/fails +.+: a request that must be refused succeeds/);
  expect(one.out).toMatch(/run it +npx ledger-conformance run --only 4\.6-time-refused\n.*with --base-url/);
  const data = JSON.parse((await command(["clauses", "4.6-time-refused", "--json"])).out);
  expect(data).toMatchObject({ id: "4.6-time-refused", section: "4.6", endpoint: "topicMessage" });
  expect((await command(["clauses", "4.6"])).out.split("\n").length).toBeGreaterThan(10);
  const unspecified = "4-default-order";
  expect((await command(["clauses", unspecified])).out).toContain("no clause tests it");
  expect((await command(["clauses", "4.5", "--json"])).out).toMatch(/"lines": \[\s+\d/);
  expect((await command(["run", "--only", unspecified])).err).toContain(
    `${unspecified} selects nothing: the contract does not specify it`,
  );
});

test("the written schemas compile in a validator", async () => {
  expect((await command(["schemas", "--out", folder])).code).toBe(0);
  expect((await command(["schemas", "--out", folder])).code).toBe(0);
  const names = readdirSync(folder);
  expect(names).toEqual(
    expect.arrayContaining(["target", "known", "profile", "token"].map((name) => `${name}.schema.json`)),
  );
  for (const name of names.filter((file) => file.endsWith(".schema.json"))) {
    const schema: object = JSON.parse(readFileSync(join(folder, name), "utf8"));
    expect(newAjv().compile(schema)).toBeTypeOf("function");
  }
  writeFileSync(join(folder, "openapi.json"), "{}");
  const refused = await command(["schemas", "--out", folder]);
  const why = "openapi.json exists and is not a schema of this suite";
  expect([refused.code, refused.err]).toStrictEqual([2, expect.stringContaining(why)]);
});

test("the progress line counts, predicts the time left, and fits 80 columns", () => {
  const plan = { clauses: 422, requests: 29_999, rps: 20 };
  const unlimited = { clauses: 422, requests: 29_999 };
  const at = (requests: number, seconds: number, size: PlannedSize = plan): string =>
    progressText({ clauses: 421, failed: 129, requests }, size, seconds * 1_000);
  expect(at(14_999, 725)).toBe(
    "14,999 of ~29,999 requests, 421 of 422 clauses, 129 failed, 12 min 30 s left",
  );
  expect(`  ${at(14_999, 725)}`.length).toBeLessThan(80);
  // The measured rate is lower than the limit.
  expect(at(1_000, 100)).toContain(", 48 min 20 s left");
  expect(at(29_899, 10_000)).toContain(", 34 s left");
  // Without a limit, the rate has to be measured first; beyond the plan, nothing is known.
  expect(at(100, 1, unlimited)).toMatch(/129 failed$/);
  expect(at(30_123, 725)).toBe("30,123 of ~29,999 requests, 421 of 422 clauses, 129 failed");
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
  [true, {}, "win32"],
  [false, {}, "linux"],
  [false, { DISPLAY: ":0", CI: "true" }, "linux"],
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

const at = (name: string): string => join(folder, name);
const compare = (...argv: readonly string[]) => command(["compare", ...argv]);

function write(name: string, result: RunResult): string {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(join(at(name), RESULT_FILES.results), JSON.stringify(result));
  return at(name);
}

const other = (name: string) => ({ target: { baseUrl: `https://${name}.example.test` } });

write("mixed", mixedResult());
write("good", resultOf([passed(planned(0)), passed(planned(1))], other("good")));

const cellsOf = (path: string, outcome: Outcome): number =>
  readFileSync(path, "utf8").split(`class="badge ${outcome}"`).length - 1;

test("writes a page with the clauses that differ, and the verdict and counts of each result", async () => {
  const { code, out, err } = await compare(at("mixed"), at("good"), "--out", at("page.html"));
  expect({ code, err }).toStrictEqual({ code: 0, err: "" });
  expect(out).toBe(`2 results: 1 of 3 clauses differs\n${at("page.html")}\n`);
  expect(OUTCOMES.map((outcome) => cellsOf(at("page.html"), outcome))).toStrictEqual([1, 1, 0, 0, 1]);
  const page = readFileSync(at("page.html"), "utf8");
  expect(page).toMatch(
    /does not conform<[^]*1 failed · 1 not tested · 1 passed[^]*conforms at level standard<[^]*2 passed</,
  );
  expect(page).toContain("not in this result");
});

test("links to the reports beside the page, and to their clauses", async () => {
  write("site/one", resultOf([failed(planned(0)), passed(planned(1))]));
  write("site/two words", resultOf([passed(planned(0)), passed(planned(1))], other("two")));
  writeFileSync(join(at("site/two words"), RESULT_FILES.page), "the report");
  const dirs = [at("site/one"), at("site/two words")];
  const made = async () => (await compare(...dirs, "--out", at("site/index.html"))).code;
  expect([await made(), await made()]).toStrictEqual([0, 0]);
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

test("clauses that an interrupted run did not reach are no difference", () => {
  const [gas, limit] = [planned(0), planned(1)];
  const lost = { code: "notReached", remedy: { kind: "finishRun" } } as const;
  const rest = passed(planned(2));
  const whole = resultOf([passed(gas), failed(limit), rest]);
  const differing = [
    resultOf([notTested(gas, lost), notTested(limit, lost), rest]),
    resultOf([notTested(gas), notTested(limit, lost), rest]),
    resultOf([notTested(gas, lost), passed(limit), rest]),
  ];
  const rowsWith = (one: RunResult) => comparisonRows([whole, one].map((result) => ({ label: "", result })));
  const counts = differing.map((one) => rowsWith(one).filter((row) => row.differs).length);
  expect(counts).toStrictEqual([0, 1, 1]);
});
