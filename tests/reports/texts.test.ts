// The titles and texts of causes, and texts that depend on several clauses; the golden files have all other texts
import { expect, test } from "vitest";
import { cutValues } from "../../engine/schema/fields.ts";
import { placeLines, valuesText } from "../../reports/words/explain.ts";
import { failed, planned, resultOf, violation } from "./samples.ts";
import { failures, notTested, passed } from "./samples.ts";
import { adviceFor } from "../../reports/words/advice.ts";
import { summaryText, coloursFor } from "../../reports/text/terminal.ts";
import { lastLine } from "../cli/io.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { badgeJson } from "../../reports/files/badge.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { reportPage } from "../../reports/html/page.ts";
import { githubErrors } from "../../reports/text/github.ts";
import { summaryMarkdown } from "../../reports/text/summary.ts";
import { changesSince } from "../../reports/reading/changes.ts";

test.each([
  ['"2024-02-30"', true],
  ['"2024-02-30T10:00:00Z"', true],
  ['"2024-02-29"', false],
])("a date that does not exist is marked as such: %s", (actual, isMarked) => {
  const lines = placeLines(failed(planned(0)), violation({ actual }));
  const hint = isMarked ? " (this date does not exist)" : "";
  expect(lines.find(({ label }) => label === "actual")?.text).toBe(`${actual}${hint}`);
});

test("values that have a long beginning in common are shown from their difference on, arrays by their lengths", () => {
  const zeros = "0".repeat(700);
  const [expected, actual] = cutValues(`0x${zeros}1`, `0x${zeros}2`);
  const lines = placeLines(failed(planned(0)), violation({ pointer: "/bloom", expected, actual }));
  const texts = ["expected", "actual"].map((name) => lines.find(({ label }) => label === name)?.text);
  expect(texts).toStrictEqual(["1", "2"].map((end) => `…${"0".repeat(40)}${end}"`));
  expect(valuesText(expected, actual, 60)).toBe('expected …00001", actual …00002"');
  expect(cutValues([zeros], [zeros, 7])).toStrictEqual(["an array of 1", "an array of 2"]);
});

const clause = { endpoint: "contract" } as const;

test.each([
  [{ kind: "giveSamples", of: "accountIds" }, { samples: { accountIds: ["0.0.98"] } }],
  [{ kind: "giveParameterName", of: "tokens.limit" }, { parameters: { tokens: { limit: "<name>" } } }],
  [undefined, { samples: { contracts: ["0.0.5001", "0x<20 bytes>"] } }],
] as const)("advice has the entry of the remedy: %j", (remedy, entry) => {
  expect(adviceFor({ ...clause, ...(remedy === undefined ? {} : { remedy }) }).entry).toStrictEqual(entry);
});

const give = { remedy: { kind: "giveSamples", of: "accountIds" } } as const;
const listed = { responded: { tokenBalances: { usable: 1, unusable: 0 } } };
const effect = { consequenceOf: "4.8-answers-200" } as const;
const ofKnown = { known: new Set(["4.8-answers-200"]) };

test.each([
  [{ code: "samplesMissing", ...give }, listed, "Add samples.accountIds to the target file"],
  [{ code: "dataUnsuitable", ...give }, listed, "Test an instance that has the records that"],
  [{ code: "dataUnsuitable" }, {}, "Name records that this clause needs in samples.contracts, or test"],
  [{ code: "parameterAbsent" }, {}, "Nothing to do if the target file is right; otherwise, correct"],
  [effect, {}, "Fix 4.8-answers-200 first"],
  [effect, ofKnown, "Nothing to do: this is a consequence of the known deviation 4.8-answers-200"],
] as const)("advice on a clause that was not tested: %j", (untested, facts, text) => {
  expect(adviceFor({ ...clause, ...untested }, facts).text).toContain(text);
});

const PLAIN = coloursFor({}, {});
const printed = (result: RunResult, reportPath?: string): string =>
  summaryText({ result, reportPath, paint: PLAIN });
/** Lines that a run prints before its first request. */
const INTRO_LINES = 5;
const LONG = "of a value that fills more than a line of the screen ".repeat(5);

/** A result with unrelated failures, each with a long URL and long values, and with untested clauses. */
function resultWith(count: number, untested: number) {
  const failing = failures(count, (index) => {
    const url = `https://ledger.example.test/a/long/prefix/api/v1/tokens?name=${"x".repeat(80)}&n=${index}`;
    const values = { pointer: `/member_${index}`, expected: `a number ${LONG}`, actual: `${index} ${LONG}` };
    return { ...values, message: `member_${index} is a string`, curl: `curl -i '${url}'` };
  });
  const reasons = Array.from({ length: untested }, (_, index) =>
    notTested({ ...planned(2), id: `4.10-other-${index}` }, { reason: `reason ${index} ${LONG}` }),
  );
  return resultOf([...failing, ...reasons]);
}

test.each([1, 8, 30])("%d causes and 30 untested clauses fit 40 lines of 100 columns", (count) => {
  const text = printed(resultWith(count, 30), "reports/out/index.html");
  const rows = text.split("\n").slice(0, -1);
  const screen = rows.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / 100)), 0);
  expect(INTRO_LINES + screen).toBeLessThanOrEqual(40);
  const causes = text.split("    ✘ ").slice(1);
  expect(causes).toHaveLength(Math.min(count, 10));
  for (const cause of causes) {
    const parts = ["4.4-clause-", "tokens", "expected", "actual"];
    expect(parts.filter((part) => !cause.includes(part))).toStrictEqual([]);
    expect(cause).toMatch(/member_\d+ is a string/);
  }
  expect(text).toContain("reports/out/index.html");
  expect(text.includes("20 more causes")).toBe(count === 30);
  expect(text).toContain("Not tested");
  expect(lastLine(text)).toMatch(/^✘ does not conform/);
});

test("a clause that may be related to a cause states it, however many causes there are", () => {
  const { clauses, ...result } = resultWith(9, 30);
  const related = { possiblyRelatedTo: "4.4-clause-0" };
  const marked = clauses.map((one) => (one.id.endsWith("-8") ? { ...one, ...related } : one));
  const text = "possibly related to another cause (4.4-clause-0)";
  expect(printed({ ...result, clauses: marked })).toContain(text);
});

test("colours do not change the lines, and NO_COLOR disables them", () => {
  const paint = coloursFor({ isTTY: true }, { TERM: "xterm" });
  const coloured = summaryText({ result: resultWith(8, 3), reportPath: undefined, paint });
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with this character
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(printed(resultWith(8, 3)));
  expect(paint.good("x")).not.toBe("x");
  expect(coloursFor({ isTTY: true }, { NO_COLOR: "1" }).good("x")).toBe("x");
});

test("all reasons that the user can remove are printed, and the verdict has the most frequent one", () => {
  const changes = { code: "samplesMissing", remedy: { kind: "giveSamples", of: "verifications" } } as const;
  const usual = "no sample: add samples.verifications";
  const reasons = [usual, `${usual} (a contract)`];
  const lost = reasons.map((reason) => notTested(planned(2), { ...changes, reason }));
  for (const reason of reasons) expect(printed(resultOf(lost))).toContain(`${reason}\n`);
  expect(resultOf(lost).reason).toBe(`no clause was tested: ${usual}`);
});

test("a known deviation of a success clause counts as not tested, and makes the badge less bright", () => {
  const success = { ...planned(0), id: "4.7-answers-200", section: "4.7", aspect: "success" } as const;
  const known = { ...failed(success), outcome: "known" } as const;
  const result = resultOf([passed(planned(1)), known]);
  const message = "conforms as far as tested: 1 of 2 clauses at level standard";
  expect(badgeJson(result)).toMatchObject({ message, color: "green" });
  expect(resultOf([known, notTested(planned(1))])).toMatchObject({ verdict: "incomplete" });
  // A run of a part of the clauses observes no unspecified behaviour.
  const part = { ...resultOf([passed(planned(1))]), unspecified: [] };
  expect(badgeJson(part).color).toBe("green");
});

test("every report prints a long curl line whole, so that it can be pasted", async () => {
  const curl = `curl -i "https://ledger.example.test/api/v1/tokens?name=${"x".repeat(9_000)}"`;
  const result = resultOf([failed(planned(1), [violation({ curl })])], {
    warnings: [{ id: "samples-missing", message: "a warning", curls: [curl] }],
  });
  const page = await reportPage(result);
  const errors = githubErrors(result);
  const texts = [printed(result), summaryMarkdown(result), errors, await junitXml(result), page];
  for (const text of texts) expect(text.replaceAll("&quot;", '"')).toContain(curl);
  expect(page.split("xxx&quot;")).toHaveLength(3);
});

test("at most ten errors are written for GitHub", () => {
  const many = { ...resultOf([]), clauses: failures(30, () => ({})) };
  expect(githubErrors(many).match(/^::error /gm)).toHaveLength(10);
});

const changed = planned(1);

test.each([
  ["fails now", [passed(changed)], [failed(changed)], "passed → failed"],
  ["failed and is no longer tested", [failed(changed)], [notTested(changed)], "failed → not tested"],
  ["judged now", [notTested(changed)], [passed(changed)], "not tested → passed"],
  ["new", [], [failed(changed)], "not in the earlier run → failed"],
  ["gone", [failed(changed)], [], "failed → not in this run"],
])("a clause that is %s is listed once with this change", (_what, was, is, label) => {
  const { groups } = changesSince(resultOf(was), resultOf(is));
  expect(groups).toMatchObject([{ label, ids: [changed.id] }]);
});

test("the summary and the page have the changes, their date, and other possible reasons", async () => {
  const earlier = resultOf([passed(changed), passed(planned(0)), failed(planned(2))], { level: "smoke" });
  const later = resultOf([failed(changed), passed(planned(0)), passed(planned(2))]);
  const since = "Since the run of 2026-11-20 10:00:00 UTC: 1 passed → failed, 1 failed → passed";
  const text = summaryMarkdown(later, earlier);
  expect(text).toContain(`## ${since}\n\n- another level`);
  expect(text).toContain("- passed → failed \\(4.4-limit-kept\\)\n");
  expect(text).not.toContain("2.7-gas-used");
  const page = (await reportPage(later, earlier)).replace(/\s+/g, " ");
  expect(page).toContain(since);
  expect(page).toContain('passed → failed <a href="#4.4-limit-kept">');
  for (const unchanged of [summaryMarkdown(earlier, earlier), await reportPage(later, later)]) {
    expect(unchanged).toContain("no clause changed");
  }
});

test("clauses of one cause link to its first clause", async () => {
  const shown = violation({ pointer: "/tokens/0/name", rowFault: { kind: "gap" } });
  const clauses = [0, 1].map((index) => failed({ ...planned(1), id: `4.4-clause-${index}` }, [shown]));
  expect(await reportPage(resultOf(clauses))).toMatch(
    /<details[^>]*id="4\.4-clause-1"[^>]*>[^]*Consequence of <a href="#4\.4-clause-0">/,
  );
});
