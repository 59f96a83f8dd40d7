import { expect, test } from "vitest";
import { summaryText, coloursFor } from "../../reports/text/terminal.ts";
import { lastLine } from "../cli/io.ts";
import { failures, planned, resultOf, notTested } from "./samples.ts";
import type { RunResult } from "../../engine/model/results.ts";

const PLAIN = coloursFor({}, {});
const printed = (result: RunResult, reportPath?: string): string =>
  summaryText({ result, reportPath, paint: PLAIN });
/** Lines that a run prints before its first request. */
const INTRO_LINES = 5;
const LONG = "of a value that fills more than a line of the screen ".repeat(5);

/** A result with unrelated failures, each with a long URL and long values, and with untested clauses. */
function resultWith(count: number, untested: number) {
  const broken = failures(count, (index) => {
    const url = `https://ledger.example.test/a/long/prefix/api/v1/tokens?name=${"x".repeat(80)}&n=${index}`;
    const values = { pointer: `/member_${index}`, expected: `a number ${LONG}`, actual: `${index} ${LONG}` };
    return { ...values, message: `member_${index} is a string`, curl: `curl -i '${url}'` };
  });
  const reasons = Array.from({ length: untested }, (_, index) =>
    notTested({ ...planned(2), id: `4.10-other-${index}` }, { reason: `reason ${index} ${LONG}` }),
  );
  return resultOf([...broken, ...reasons]);
}

test.each([
  [1, 30],
  [8, 30],
  [30, 30],
])("%d causes and %d untested clauses fit 40 lines of 100 columns", (count, untested) => {
  const result = resultWith(count, untested);
  const text = printed(result, "reports/out/index.html");
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
  expect(text.includes("Not tested")).toBe(untested > 0);
  expect(lastLine(text)).toMatch(/^✘ does not conform/);
});

test("the blocks are shortened before a curl line is left out, and none is cut; those of the last causes go first", () => {
  const linesOf = (count: number) => printed(resultWith(count, 30), "index.html").split("\n");
  const requestsIn = (lines: readonly string[]) => lines.filter((line) => line.trim().startsWith("curl "));
  const few = linesOf(6);
  expect(requestsIn(few)).toHaveLength(6);
  const many = linesOf(8);
  expect(requestsIn(many).length).toBeLessThan(8);
  for (const [index, line] of requestsIn(many).entries()) {
    expect(line).toMatch(new RegExp(`^ +curl -i 'https://.*&n=${index}'$`));
  }
  expect(many.find((line) => line.startsWith("  Report"))).toContain("more curl lines");
});

test("a clause that may be related to a cause states it, however many causes there are", () => {
  const result = resultWith(9, 30);
  const related = "4.4-clause-0";
  const clauses = result.clauses.map((clause) =>
    clause.id === "4.4-clause-8" ? { ...clause, possiblyRelatedTo: related } : clause,
  );
  const text = printed({ ...result, clauses }, "index.html");
  expect(text).toContain(`possibly related to another cause (${related})`);
});

test.each([1, 5])("%d causes list the values of their cases", (count) => {
  const values = ["1", "2", "3", "4", "5", "6", "7"].map((text) => `end: ${text}a`);
  const valued = (at: number) => ({
    values,
    message: `problem ${at}`,
    pointer: `/member_${at}`,
    actual: `"${at}"`,
  });
  const text = printed(resultOf(failures(count, valued)));
  expect(text.split("end: 5a; … and 2 more values")).toHaveLength(count + 1);
  expect(text).not.toContain("6a");
});

test("colours do not change the lines", () => {
  const paint = coloursFor({ isTTY: true }, { TERM: "xterm" });
  const result = resultWith(8, 3);
  const coloured = summaryText({ result, reportPath: undefined, paint });
  const plain = printed(result);
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with this character
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain);
  expect(coloured).not.toBe(printed(result));
  expect(coloursFor({ isTTY: true }, { NO_COLOR: "1" }).good("x")).toBe("x");
});

test("without a failure the untested clauses are shortened, not left out", () => {
  const text = printed(resultWith(0, 60));
  expect(text.split("\n").length).toBeLessThan(20);
  expect(text).toContain("Not tested\n");
  expect(text).toContain("more lines: see the report");
});

test.each([
  [3, 12, true],
  [2, 2, false],
  [3, 13, false],
])("of %d violations in %d failures that did not recur, the summary explains it: %s", (some, all, isHint) => {
  const text = printed(resultOf(failures(all, (index) => ({ reproducible: index >= some }))));
  expect(text.includes(`${some} of ${all} failed clauses did not fail again`)).toBe(isHint);
  expect(text.includes("--concurrency 1")).toBe(isHint);
});

test("if the screen is full, a cause keeps the request that differs from the one that violates the clause", () => {
  const curls = ["/list", "/list?filter=1", "/list"].map((target) => `curl -i 'https://x.test${target}'`);
  const exchanges = curls.map((curl, index) => ({
    number: index + 1,
    url: "https://x.test/list",
    curl,
    status: 200,
    body: "{}",
    ...(index < 2 ? { compared: true as const } : { violates: true as const }),
  }));
  const [, , curl = ""] = curls;
  const problem = (index: number) => ({ message: `problem ${index}`, pointer: `/at_${index}` });
  const text = printed(resultOf(failures(5, (index) => ({ ...problem(index), exchanges, curl }))));
  expect(text.split("https://x.test/list'").length - 1).toBeLessThan(10);
  expect(text.split("https://x.test/list?filter=1'").length - 1).toBe(5);
});
