// The titles of causes, the texts of their values, and the summary in the terminal
import { describe, expect, test } from "vitest";
import { causesOf } from "../../reports/reading/causes.ts";
import { placeLines } from "../../reports/words/explain.ts";
import { bodyOf, failed, planned, resultOf, violation, getting, failures, notTested } from "./samples.ts";
import { adviceFor } from "../../reports/words/advice.ts";
import { summaryText, coloursFor } from "../../reports/text/terminal.ts";
import { lastLine } from "../cli/io.ts";
import type { RunResult } from "../../engine/model/results.ts";

test.each([
  ['"2024-02-30"', true],
  ['"2024-02-30T10:00:00Z"', true],
  ['"2023-02-29"', true],
  ['"2024-13-01"', true],
  ['"2024-02-29"', false],
  ['"2024-02-30th"', false],
  ["20240230", false],
])("a date that does not exist is marked as such: %s", (actual, isMarked) => {
  const lines = placeLines(failed(planned(0)), violation({ actual }));
  const hint = isMarked ? " (this date does not exist)" : "";
  expect(lines.find(({ label }) => label === "actual")?.text).toBe(`${actual}${hint}`);
});

describe("causes with the same problem have distinct titles", () => {
  const causeOf = (id: string, query: string, changes: Parameters<typeof violation>[0] = {}) =>
    failed(
      { ...planned(1), id },
      [
        violation({
          message: "a request that must be refused succeeds",
          request: getting(`https://x.test/api/v1/tokens?${query}`),
          ...changes,
        }),
      ],
      { parameters: ["tokenId"] },
    );
  const titlesOf = (...clauses: Parameters<typeof resultOf>[0]): readonly (string | undefined)[] =>
    causesOf(resultOf(clauses))
      .map(({ title }) => title)
      .toSorted((a = "", b = "") => a.localeCompare(b));

  test("by the parameter", () => {
    const ofLimit = { ...causeOf("4.4-two", "limit=a"), parameters: ["limit"] };
    expect(titlesOf(causeOf("4.4-one", "token.id=1a&limit=1"), ofLimit)).toStrictEqual([
      "a request that must be refused succeeds (limit)",
      "a request that must be refused succeeds (token.id)",
    ]);
  });

  test("by the operator, then by the pointer, then by the clause", () => {
    const byOperator = ["gte", "lt"].map((operator) => causeOf(`4.4-${operator}`, `token.id=${operator}:1a`));
    const refused = "a request that must be refused succeeds";
    expect(titlesOf(...byOperator)).toStrictEqual([`${refused} (gte)`, `${refused} (lt)`]);
    const at = (id: string, pointer: string) => causeOf(id, "token.id=gte:1a", { pointer, actual: id });
    expect(titlesOf(at("4.4-one", "/a"), at("4.4-two", "/b"))).toStrictEqual([
      "a request that must be refused succeeds (/a)",
      "a request that must be refused succeeds (/b)",
    ]);
  });

  test("and a title that no other cause has is not changed", () => {
    expect(titlesOf(causeOf("4.4-one", "token.id=1a"))).toStrictEqual([undefined]);
  });
});

// Faults that are recognised in the violations of several clauses: wrong comparisons of the values of a filter
const LIST = "https://ledger.example.test/api/v1/tokens";
const AS_TEXT = "a filter compares its values as text";
const IN_32_BITS = "a filter compares only 32 bits of its values";

const rowsText = (ids: readonly string[]): string =>
  `{"tokens":[${ids.map((id) => `{"token_id":"0.0.${id}"}`).join(",")}],"links":{"next":null}}`;

/** A failed clause on `token.id`: the operator and the bound, the returned ids, and the missing one, if one is missing. */
const filtered = (value: string, ids: readonly string[], missing?: string) =>
  failed({ ...planned(1), id: `4.4-token-id-${value.split(":")[0]}`, endpoint: "tokens", section: "4.4" }, [
    violation({
      request: getting(`${LIST}?token.id=${value}`),
      response: bodyOf(rowsText(ids)),
      pointer: missing === undefined ? "/tokens/0/token_id" : "/tokens",
      rowFault: missing === undefined ? { kind: "stray" } : { kind: "gap", row: `"0.0.${missing}"` },
      symptoms: [missing === undefined ? "stray tokenId" : "gap"],
      expects: "success",
      served: true,
    }),
  ]);

test.each([
  ["text", AS_TEXT, [filtered("gt:0.0.1000", ["999"]), filtered("lt:0.0.1000", ["1"], "999")]],
  ["text, of short ids", AS_TEXT, [filtered("gte:1000", ["999"]), filtered("lt:1000", [], "999")]],
  ["32 bits", IN_32_BITS, [filtered("eq:0.0.4294967304", ["8"]), filtered("lt:0.0.4294967296", [], "8")]],
  ["int32", IN_32_BITS, [filtered("gt:0.0.4294967295", ["1"]), filtered("lt:0.0.4294967295", [], "1")]],
])("values that are compared as %s are one cause", (_name, title, clauses) => {
  expect(causesOf(resultOf(clauses)).map((cause) => cause.title)).toStrictEqual([title]);
});

test.each([
  ["are returned although no comparison selects them", filtered("gt:0.0.1000", ["999", "1"])],
  ["are in another realm", filtered("gt:0.1.1000", ["999"])],
  ["have no value that is wrong as a number", filtered("gt:0.0.1000", ["2000"])],
])("a filter whose rows %s is another cause", (_name, other) => {
  const causes = causesOf(resultOf([other, filtered("lt:0.0.1000", ["1"], "999")]));
  expect(causes.map((cause) => cause.title)).not.toContain(AS_TEXT);
  expect(causes).toHaveLength(2);
});

test("a filter that is ignored with large numbers is not compared in 32 bits", () => {
  const ignored = ["ne:0.0.9999999998", "gt:0.0.9999999998"].map((value) => filtered(value, ["9999999998"]));
  const causes = causesOf(resultOf(ignored));
  expect(causes.map((cause) => cause.title)).not.toContain(IN_32_BITS);
});

const withoutMember = (member: string, body: string) =>
  failed(
    { ...planned(1), id: `2.3-${member}`, endpoint: "tokens", section: "2.3" },
    [violation({ pointer: `/tokens/0/${member}`, actual: "absent", served: true, response: bodyOf(body) })],
    { field: { seen: 1, null: 0, notNull: 1 } },
  );
const oneToken = rowsText(["1"]);

test.each([
  ["four members of one response are absent, members of other responses too", oneToken, 1],
  ["no response lacks four members", rowsText(["2"]), 5],
])("where %s", (_name, body, count) => {
  const clauses = ["name", "symbol", "decimals"].map((member) => withoutMember(member, oneToken));
  const others = [withoutMember("metadata", body), withoutMember("type", rowsText(["3"]))];
  expect(causesOf(resultOf([...clauses, ...others]))).toHaveLength(count);
});

describe("advice on a clause that was not tested", () => {
  const clause = { endpoint: "contract" } as const;

  test.each([
    [{ kind: "giveSamples", of: "accountIds" }, { samples: { accountIds: ["0.0.98"] } }],
    [{ kind: "giveParameterName", of: "tokens.limit" }, { parameters: { tokens: { limit: "<name>" } } }],
    [undefined, { samples: { contracts: ["0.0.5001", "0x<20 bytes>"] } }],
  ] as const)("depends on the possible remedy: %j", (remedy, entry) => {
    expect(adviceFor({ ...clause, ...(remedy === undefined ? {} : { remedy }) }).entry).toStrictEqual(entry);
  });

  test.each([
    ["samplesMissing", "Add samples.accountIds to the target file"],
    ["dataUnsuitable", "Test an instance that has the records that this clause needs"],
  ] as const)("asks for samples only if no list shows such records: %s", (code, text) => {
    const remedy = { kind: "giveSamples", of: "accountIds" } as const;
    const responded = { tokenBalances: { usable: 1, unusable: 0 } };
    expect(adviceFor({ ...clause, code, remedy }, { responded }).text).toBe(text);
  });

  test.each([
    ["dataUnsuitable", /^Name records that this clause needs in samples\.contracts, or test an instance/],
    ["parameterAbsent", /^Nothing to do if the target file is right; otherwise, correct the entry/],
  ] as const)("does not ask for more of what the target file has: %s", (code, text) => {
    expect(adviceFor({ ...clause, code }).text).toMatch(text);
  });

  test("names a clause to fix first, and never one whose violations are known deviations", () => {
    const consequence = { ...clause, consequenceOf: "4.8-answers-200" };
    expect(adviceFor(consequence).text).toBe("Fix 4.8-answers-200 first");
    const { text } = adviceFor(consequence, { known: new Set(["4.8-answers-200"]) });
    expect(text).toBe("Nothing to do: this is a consequence of the known deviation 4.8-answers-200");
  });
});

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
