// Texts that depend on several clauses, or on what was not tested; the golden files have all other texts
import { expect, test } from "vitest";
import { badgeJson } from "../../reports/files/badge.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { reportPage } from "../../reports/html/page.ts";
import { githubErrors } from "../../reports/text/github.ts";
import { summaryMarkdown } from "../../reports/text/summary.ts";
import { coloursFor, summaryText } from "../../reports/text/terminal.ts";
import type { ReportedViolation, ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { curlsOf } from "../../reports/words/explain.ts";
import { failed, passed, planned, resultOf, notTested, violation } from "./samples.ts";
import { changesSince } from "../../reports/reading/changes.ts";
import { manyFailures } from "./many-failures.ts";

type Shown = NonNullable<ReportedViolation["exchanges"]>[number];

const terminal = (result: RunResult): string =>
  summaryText({ result, reportPath: "/some/out/index.html", paint: coloursFor({}, {}) });

test("of reasons with one code, the most frequent is printed as an example", async () => {
  const lost = [1, 2, 2].map((length, index) => {
    const changes = { code: "tooFewCases", reason: `no response to ${length} of 11` } as const;
    return notTested({ ...planned(2), id: `4.10-lost-${index}` }, changes);
  });
  const result = resultOf(lost);
  const page = await reportPage(result);
  const groups = page.slice(page.indexOf('id="not-tested"'), page.indexOf('id="clauses"'));
  for (const text of [terminal(result), summaryMarkdown(result), groups]) {
    expect(text).toContain("3 clauses; most frequent reason: no response to 2 of 11");
    expect(text).not.toContain("to 1 of 11");
  }
});

test("all reasons that the user can remove are printed, and the verdict has the most frequent one", () => {
  const untested = [": add samples.verifications", ": add samples.verifications (a contract)"].map(
    (reason, at) => {
      const remedy = { kind: "giveSamples", of: "verifications" } as const;
      const changes = { code: "samplesMissing", reason: `no sample${reason}`, remedy } as const;
      return notTested({ ...planned(2), id: `4.10-lost-${at}` }, changes);
    },
  );
  const result = resultOf(untested);
  for (const text of ["no sample: add samples.verifications\n", "verifications (a contract)\n"]) {
    expect(terminal(result)).toContain(text);
  }
  expect(result.reason).toBe("no clause was tested: no sample: add samples.verifications");
});

test("a row behind a link is shown with the first page, the page before and its own page", () => {
  const behind = { rows: 1, next: "null", isFromLink: true } as const;
  const at = (number: number, more: Partial<Shown>): Shown => {
    return { number, url: "", curl: `curl ${number}`, status: 200, body: "", ...more };
  };
  const first = at(0, { page: { rows: 1, next: "null" } });
  const link = at(2, { page: behind, compared: true });
  const exchanges = [first, at(1, { page: behind }), link, at(3, { page: behind, violates: true })];
  expect(curlsOf(violation({ curl: "curl 3", exchanges }))).toStrictEqual(["curl 0", "curl 2", "curl 3"]);
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

test.each([
  ["smoke", passed(planned(0)), "--level standard tests more, with about 6 times the requests"],
  ["standard", passed(planned(0)), "--level thorough tests more, with about 4 times the requests"],
  ["thorough", passed(planned(0)), undefined],
  ["smoke", failed(planned(0)), undefined],
] as const)("a run that conforms names its level, and how to test more: %s", async (level, clause, more) => {
  const run = resultOf([{ ...clause, endpoint: "tokens" }], { level });
  const texts = [terminal(run), summaryMarkdown(run).replaceAll("\\", ""), await reportPage(run)];
  for (const text of texts) {
    expect(text.includes(`conforms at level ${level}`)).toBe(run.verdict === "conforms");
    expect(/--level \w+ tests more[^.<\n]*/.exec(text)?.[0]).toBe(more);
  }
});

test("every report prints a long curl line whole, so that it can be pasted", async () => {
  const curl = `curl -i "https://ledger.example.test/api/v1/tokens?name=${"x".repeat(9_000)}"`;
  const result = resultOf([failed(planned(1), [violation({ curl })])], {
    warnings: [{ id: "samples-missing", message: "a warning", curls: [curl] }],
  });
  const page = await reportPage(result);
  const errors = githubErrors(result);
  const texts = [terminal(result), summaryMarkdown(result), errors, await junitXml(result), page];
  for (const text of texts) expect(text.replaceAll("&quot;", '"')).toContain(curl);
  expect(page.split("xxx&quot;")).toHaveLength(3);
});

test("at most ten errors are written for GitHub", () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    failed({ ...planned(1), id: `4.4-made-up-${index}` }),
  );
  expect(githubErrors({ ...resultOf([]), clauses: many }).match(/^::error /gm)).toHaveLength(10);
});

test("a higher level is not recommended if it would send no more requests, nor for recorded responses", () => {
  const verification = { ...passed(planned(0)), endpoint: "verify" } as const;
  expect(terminal(resultOf([verification], { level: "standard" }))).not.toContain("tests more");
  const files = [{ file: "a.har", exchanges: 1, checked: 1, notChecked: {}, checkedInPart: {} }];
  const recorded = terminal(resultOf([passed(planned(0))], { files, level: "smoke" }));
  expect(recorded).toContain("✔ conforms ");
  expect(recorded).not.toMatch(/at level|tests more/);
});

const changed = planned(1);

function groupsOf(was: readonly ClauseResult[], is: readonly ClauseResult[]) {
  const { groups } = changesSince(resultOf(was), resultOf(is));
  return Object.fromEntries(groups.map(({ label, ids }) => [label, ids]));
}

test.each([
  ["fails now", [passed(changed)], [failed(changed)], "passed → failed"],
  ["failed and is no longer tested", [failed(changed)], [notTested(changed)], "failed → not tested"],
  ["judged now", [notTested(changed)], [passed(changed)], "not tested → passed"],
  ["new", [], [failed(changed)], "not in the earlier run → failed"],
  ["gone", [failed(changed)], [], "failed → not in this run"],
])("a clause that is %s is listed once with this change", (_what, was, is, label) => {
  expect(groupsOf(was, is)).toStrictEqual({ [label]: [changed.id] });
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

test("a page with two hundred failures is written quickly, has at most a few megabytes, and shows each", async () => {
  const result = manyFailures(200);
  const started = performance.now();
  const page = await reportPage(result);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(Buffer.byteLength(page)).toBeLessThan(8_000_000);
  const text = page.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
  const shown = result.clauses.flatMap(({ id, violations }) => [
    `id="${id}"`,
    ...violations.flatMap(({ pointer, expected, curl }) => [pointer, expected, curl]),
  ]);
  expect(shown.filter((one) => !text.includes(one))).toStrictEqual([]);
});

test("clauses of one cause link to its first clause", async () => {
  const shown = violation({ pointer: "/tokens/0/name", rowFault: { kind: "gap" } });
  const clauses = [0, 1].map((index) => failed({ ...planned(1), id: `4.4-clause-${index}` }, [shown]));
  expect(await reportPage(resultOf(clauses))).toMatch(
    /<details[^>]*id="4\.4-clause-1"[^>]*>[^]*Consequence of <a href="#4\.4-clause-0">/,
  );
});
