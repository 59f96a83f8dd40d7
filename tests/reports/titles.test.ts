// The titles of causes, the texts of their values, and the summary in the terminal
import { expect, test } from "vitest";
import { causesOf } from "../../reports/reading/causes.ts";
import { placeLines } from "../../reports/words/explain.ts";
import { bodyOf, broken, failed, planned } from "./samples.ts";
import { resultOf, violation, failures, notTested } from "./samples.ts";
import { adviceFor } from "../../reports/words/advice.ts";
import { summaryText, coloursFor } from "../../reports/text/terminal.ts";
import { lastLine } from "../cli/io.ts";
import type { RunResult } from "../../engine/model/results.ts";

test.each([
  ['"2024-02-30"', true],
  ['"2024-02-30T10:00:00Z"', true],
  ['"2024-02-29"', false],
])("a date that does not exist is marked as such: %s", (actual, isMarked) => {
  const lines = placeLines(failed(planned(0)), violation({ actual }));
  const hint = isMarked ? " (this date does not exist)" : "";
  expect(lines.find(({ label }) => label === "actual")?.text).toBe(`${actual}${hint}`);
});

// Faults that are recognised in the violations of several clauses: wrong comparisons of the values of a filter
const AS_TEXT = "a filter compares its values as text";
const IN_32_BITS = "a filter compares only 32 bits of its values";

/** A failed clause on `token.id`: the operator and the bound, the numbers of the returned rows, and `-` the missing one. */
function filtered(text: string) {
  const [value = "", ...numbers] = text.split(" ");
  const missing = numbers.find((number) => number.startsWith("-"))?.slice(1);
  const shown =
    missing === undefined
      ? ({ pointer: "/tokens/0/token_id", rowFault: { kind: "stray" }, symptoms: ["stray tokenId"] } as const)
      : ({
          pointer: "/tokens",
          rowFault: { kind: "gap", row: `"0.0.${missing}"` },
          symptoms: ["gap"],
        } as const);
  const rows = numbers.filter((number) => !number.startsWith("-"));
  const response = bodyOf(`{"tokens":[${rows.map((row) => `{"token_id":"0.0.${row}"}`).join()}]}`);
  return broken(`4.4-token-id-${value.split(":")[0]}`, [], { response, ...shown }, `?token.id=${value}`);
}

test.each([
  ["compared as text", "gt:0.0.1000 999, lt:0.0.1000 1 -999", AS_TEXT],
  ["short, and compared as text", "gte:1000 999, lt:1000 -999", AS_TEXT],
  ["compared in 32 bits", "eq:0.0.4294967304 8, lt:0.0.4294967296 -8", IN_32_BITS],
  ["compared as int32", "gt:0.0.4294967295 1, lt:0.0.4294967295 -1", IN_32_BITS],
  ["selected by no comparison", "gt:0.0.1000 999 1, lt:0.0.1000 1 -999", undefined],
  ["in another realm", "gt:0.1.1000 999, lt:0.0.1000 1 -999", undefined],
  ["right as numbers", "gt:0.0.1000 2000, lt:0.0.1000 1 -999", undefined],
  ["large, and ignored", "ne:0.0.9999999998 9999999998, gt:0.0.9999999998 9999999998", undefined],
])("the causes of rows whose values are %s", (_what, texts, title) => {
  const causes = causesOf(resultOf(texts.split(", ").map(filtered)));
  expect(causes.map((cause) => cause.title).find((text) => text?.includes("compares"))).toBe(title);
  expect(causes).toHaveLength(title === undefined ? 2 : 1);
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
  const { clauses, ...result } = resultWith(9, 30);
  const marked = clauses.map((one) =>
    one.id.endsWith("-8") ? { ...one, possiblyRelatedTo: "4.4-clause-0" } : one,
  );
  expect(printed({ ...result, clauses: marked })).toContain(
    "possibly related to another cause (4.4-clause-0)",
  );
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
