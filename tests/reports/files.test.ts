// The assembled result, the files of its folder, and texts that are kept as golden files: `-u` updates them, read them before you commit
import { expect, test, beforeEach, describe } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { type RunFacts } from "../../engine/model/results.ts";
import { plainSettings } from "../plain-settings.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { defined } from "../tools/defined.ts";
import { failed, passed, planned, resultOf, notTested, mixedResult, hostileResult } from "./samples.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { knownSchema } from "../../engine/model/known-deviation.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { clearFolder, readPrevious, writeFolder } from "../../reports/files/folder.ts";
import { ownFolder } from "../tools/own.ts";
import { badgeJson } from "../../reports/files/badge.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { reportPage } from "../../reports/html/page.ts";
import { githubErrors } from "../../reports/text/github.ts";
import { summaryMarkdown } from "../../reports/text/summary.ts";
import { coloursFor, summaryText } from "../../reports/text/terminal.ts";
import { demandValid } from "../valid-results.ts";

const catalogue = await loadCatalogue();
const PLAN = catalogue.clauses.filter(({ section }) => section === "2.4").slice(0, 3);
const PLANNED = PLAN.map(({ id }) => id);
const settings = plainSettings({ baseUrl: "http://127.0.0.1" }, "smoke", 1, PLANNED);

const [first, second, third] = PLAN.map(({ id, section, endpoint, statement }) => {
  return { id, section, endpoint, statement };
});

const assembled = (clauses: readonly ClauseResult[], facts: Partial<RunFacts> = {}) => {
  const whole = { clauses, unspecified: [], requests: 12, responses: {}, ...facts };
  return assemble(settings, catalogue, whole, { startedAt: "2026-11-20T10:00:00.000Z", durationMs: 99.6 });
};

test("a complete run reports a planned clause without an outcome, or a pass without a case, as a bug in the suite", () => {
  const result = assembled([passed(defined(first)), passed(defined(second), { cases: 0 })]);
  const bug = { outcome: "inconclusive", code: "suiteFailed", cases: 0 };
  expect(result).toMatchObject({ verdict: "incomplete", clauses: [{ outcome: "passed" }, bug, bug] });
});

test("a clause has its lines of the contract, and failed clauses have their interpretations", () => {
  const result = assembled([failed(defined(first)), passed(defined(second)), passed(defined(third))]);
  expect(result.clauses[0]?.contract).toStrictEqual(PLAN[0]?.contract);
  expect(result.interpretations?.map(({ number }) => number)).toStrictEqual(PLAN[0]?.interpretations);
});

const [good, other, broken] = [passed(planned(0)), passed(planned(1)), failed(planned(1))];
const inconclusive = notTested(planned(1), { outcome: "inconclusive" });
const because = (code: "timeOut" | "suiteFailed", index = 1) =>
  notTested(planned(index), { outcome: "inconclusive", code });
const unusable = because("timeOut", 2);

test.each([
  ["all clauses passed", [good, other], {}, "conforms", 0],
  ["one failed", [good, broken], {}, "nonconforming", 1],
  ["one inconclusive", [good, inconclusive], {}, "conforms", 0],
  ["one inconclusive, strictly", [good, inconclusive], { strict: true }, "nonconforming", 1],
  ["only a known deviation", [{ ...broken, outcome: "known" }, inconclusive], {}, "incomplete", 2],
  ["none tested", [notTested(planned(0)), inconclusive], {}, "incomplete", 2],
  ["a service without a usable response", [good, unusable], {}, "incomplete", 2],
  ["such a service beside a failed clause", [failed(planned(0)), unusable], {}, "incomplete", 2],
  ["unusable responses of a service that was tested", [good, because("timeOut")], {}, "conforms", 0],
  ["a fault of the suite", [good, because("suiteFailed")], {}, "incomplete", 2],
] as const)("%s", (_, results, changes, verdict, code) => {
  const result = resultOf(results, changes);
  expect(result.verdict).toBe(verdict);
  expect(exitCodeOf(result)).toBe(code);
  expect(result.reason === undefined).toBe(verdict !== "incomplete");
});

// The files of the result folder, and the files that a run never touches

const ALWAYS = ["badge.json", "index.html", "junit.xml", "results.json", "summary.md"];
const base = ownFolder();
const folder = join(base, "deep", "out");
const at = (name: string): string => join(folder, name);
const inIt = (): readonly string[] => readdirSync(folder).toSorted();

beforeEach(() => rmSync(join(base, "deep"), { recursive: true, force: true }));

test("a run writes the files of a result and no others, and removes those of the run before", async () => {
  clearFolder(folder);
  expect(await writeFolder(folder, mixedResult())).toBe(at("index.html"));
  expect(inIt()).toStrictEqual([...ALWAYS, "known-suggested.json"].toSorted());
  expect(readPrevious(folder)).toStrictEqual(mixedResult());
  const suggested: unknown = JSON.parse(readFileSync(at("known-suggested.json"), "utf8"));
  expect(newAjv().validate(knownSchema, suggested)).toBe(true);
  writeFileSync(at("results.json.77.tmp"), "half of it");
  writeFileSync(at("mine.txt"), "kept");
  clearFolder(folder);
  expect(inIt()).toStrictEqual(["mine.txt"]);
  await writeFolder(folder, resultOf([passed(planned(0))]));
  expect(inIt()).toStrictEqual([...ALWAYS, "mine.txt"].toSorted());
});

test.each(["index.html", "results.json", "junit.xml", "badge.json", "known-suggested.json"])(
  "a %s that no run wrote is not overwritten",
  (name) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(at(name), '{"of":"another tool"}');
    expect(() => clearFolder(folder)).toThrow(`the folder contains ${name}, which no run wrote`);
    expect(readFileSync(at(name), "utf8")).toBe('{"of":"another tool"}');
  },
);

// Files and texts of four results, kept as files so that a commit shows changes. `-u` updates them: read them before you commit.

const golden = join(import.meta.dirname, "golden");

/** The page without its constant parts: style sheets, scripts, and their digests. */
const contentOf = (page: string): string =>
  page.replaceAll(/<(style|script)>[^]*?<\/\1>|'sha256-[^']*'|&#39;sha256-[^&]*&#39;/g, "");

const storedResult = (name: string): unknown =>
  JSON.parse(readFileSync(join(golden, `${name}.json`), "utf8"));

/** A run whose service cannot be reached, with a bug in the suite. */
function unreachable() {
  const lost = { reason: "not reached", remedy: { kind: "finishRun" }, code: "notReached" } as const;
  const bug = { outcome: "inconclusive", code: "suiteFailed", reason: "the suite failed" } as const;
  const clauses = [lost, lost, bug].map((changes, index) => notTested(planned(index), changes));
  const reason = "the ledger query service cannot be reached: the connection was refused";
  return resultOf(clauses, { verdict: "incomplete", reason });
}

describe.each([
  ["clean", storedResult("clean")],
  ["faults", storedResult("faults")],
  ["hostile", hostileResult()],
  ["unreachable", unreachable()],
])("the %s result", (name, given) => {
  const result = demandValid(given, name);
  const reportPath = "reports/out/index.html";

  test.each<[string, () => string | Promise<string>]>([
    ["terminal.txt", () => summaryText({ result, reportPath, paint: coloursFor({}, {}) })],
    ["summary.md", () => summaryMarkdown(result)],
    ["github.txt", () => githubErrors(result)],
    ["badge.json", () => JSON.stringify(badgeJson(result), undefined, 2)],
    ["junit.xml", () => junitXml(result)],
    ["index.html", async () => contentOf(await reportPage(result))],
  ])("has an unchanged %s", async (file, write) => {
    await expect(await write()).toMatchFileSnapshot(join(golden, `${name}-${file}`));
  });
});
