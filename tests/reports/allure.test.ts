import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { completeResults } from "../../reports/allure/complete.ts";
import { describeClause, severityOf, type AllureStep } from "../../reports/allure/describe.ts";
import { ALLURE_RESULTS, allureLink, allureUuid } from "../../reports/allure/ids.ts";
import { failed, mixedResult, passed, planned, resultOf, unjudged, violation } from "./samples.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "allure-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a result of Allure says, as far as it is looked at here. */
interface Written {
  readonly uuid: string;
  readonly name: string;
  readonly historyId: string;
  readonly testCaseId: string;
  readonly status: string;
  readonly statusDetails: { readonly message?: string };
  readonly start: number;
}

function written(id: string): Written {
  return JSON.parse(readFileSync(pathOf(id), "utf8"));
}

function pathOf(id: string): string {
  return join(folder, ALLURE_RESULTS, `${allureUuid(id)}-result.json`);
}

function complete(result: RunResult): void {
  completeResults(join(folder, ALLURE_RESULTS), result);
}

describe("a clause as a test of Allure", () => {
  test("has its service, endpoint and section as epic, feature and story", () => {
    const { head } = describeClause(passed(planned(1)));
    expect(head).toMatchObject({
      clause: "4.4-limit-kept",
      name: "4.4-limit-kept a page has no more rows than asked",
      status: "passed",
      titlePath: ["Ledger queries", "Token list", "4.4 Asking for tokens"],
      links: [{ name: "4.4-limit-kept in the conformance report", url: "../index.html#4.4-limit-kept" }],
    });
    expect(Object.fromEntries(head.labels.map(({ name, value }) => [name, value]))).toStrictEqual({
      epic: "Ledger queries",
      feature: "Token list",
      story: "4.4 Asking for tokens",
      severity: "normal",
      tag: "kept",
    });
  });

  test.each<readonly [string, ClauseResult, string]>([
    ["inconclusive", unjudged(planned(2), { outcome: "inconclusive", cause: "environment" }), "skipped"],
    ["not exercised", unjudged(planned(2)), "skipped"],
    ["inconclusive", unjudged(planned(2), { outcome: "inconclusive", cause: "suite" }), "broken"],
  ])("keeps why it is %s", (word, clause, status) => {
    const { head } = describeClause(clause);
    expect(head.status).toBe(status);
    expect(head.details?.message).toBe(
      `${word}: no sample is known: add one to the target file (cause: ${clause.cause})`,
    );
    expect(head.labels).toContainEqual({ name: "tag", value: `cause: ${clause.cause}` });
  });

  test("that is broken has every violation as a step, with its exchanges in order below it", () => {
    const exchanges = [1, 2, 3].map((number) => ({
      number,
      curl: `curl ${number}`,
      status: 200,
      body: `{"n":${number}}`,
      ...(number === 2 ? { breaks: true as const } : {}),
    }));
    const clause = failed(planned(1), [
      violation({ exchanges }),
      violation({ message: "another", pointer: "" }),
    ]);
    const { head, steps } = describeClause(clause);
    expect(head).toMatchObject({
      status: "failed",
      details: { expected: "an integer or null", actual: '"12"' },
    });
    expect(steps.map(outline)).toStrictEqual([
      [
        "gas_used is a string at /gas_used",
        "failed",
        [
          ["exchange 1: answered 200", "passed", []],
          ["exchange 2 breaks the clause: answered 200", "failed", []],
          ["exchange 3: answered 200", "passed", []],
        ],
      ],
      ["another", "failed", [["breaks the clause: answered 200", "failed", []]]],
    ]);
    expect(steps[0]?.steps[1]?.attachments).toStrictEqual([
      { name: "request", contentType: "text/plain", content: "curl -i 'https://ledger.example.test/x'" },
      { name: "header fields", contentType: "text/plain", content: "content-type: application/json" },
      { name: "body", contentType: "application/json", content: '{"gas_used":"12"}' },
    ]);
  });

  test("that was kept has one exchange and no file of its own", () => {
    const sample = { curl: "curl -i 'https://x.test'", status: 200, body: "{}" };
    const { steps } = describeClause(passed(planned(1)), sample);
    expect(steps).toMatchObject([
      {
        status: "passed",
        attachments: [],
        parameters: [{ value: sample.curl }, { name: "answer", value: "200 {}" }],
      },
    ]);
  });

  test("never shows a body by the content type that a service gave it", () => {
    const response = {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<script>alert(1)</script>",
    };
    const { steps } = describeClause(failed(planned(1), [violation({ response })]));
    const types = steps.flatMap(({ steps: inner }) => inner.flatMap(({ attachments }) => attachments));
    expect(types.map(({ contentType }) => contentType)).toStrictEqual([
      "text/plain",
      "text/plain",
      "text/plain",
    ]);
  });

  function outline({ name, status, steps }: AllureStep): readonly unknown[] {
    return [name, status, steps.map(outline)];
  }
});

test("every clause has a link of its own, and one that no run changes", async () => {
  const ids = (await loadCatalogue()).clauses.map(({ id }) => id);
  expect(new Set(ids.map(allureLink)).size).toBe(ids.length);
  expect(allureLink("2.7-gas-used")).toBe("allure-report/index.html#79191f22cc5873768ebf6bfb79f8136a");
});

test("what breaks every client is critical", () => {
  expect(["1", "2.1", "2.10", "4.1", "4.10", "6", "12"].map(severityOf)).toStrictEqual([
    "critical",
    "critical",
    "critical",
    "critical",
    "normal",
    "minor",
    "normal",
  ]);
});

describe("the results of Allure", () => {
  test("are made of the result where there are none", () => {
    complete(mixedResult());
    const results = readdirSync(join(folder, ALLURE_RESULTS)).filter((name) => name.endsWith("-result.json"));
    expect(results).toHaveLength(3);
    expect(written("4.4-limit-kept")).toMatchObject({
      historyId: "4.4-limit-kept",
      testCaseId: "4.4-limit-kept",
      status: "failed",
      start: Date.parse("2026-11-20T10:00:01.235Z"),
    });
    expect(written("4.10-needs-address").statusDetails.message).toContain(
      "not exercised: no sample is known",
    );
  });

  test("stay what they are where they say the same", () => {
    complete(mixedResult());
    const kept = { ...written("2.7-gas-used"), start: 1, stop: 2 };
    writeFileSync(pathOf("2.7-gas-used"), JSON.stringify(kept));
    complete(mixedResult());
    expect(written("2.7-gas-used")).toStrictEqual(kept);
  });

  test.each([
    ["cut off", '{"uuid": "x", "na'],
    [
      "of another outcome",
      JSON.stringify({ name: "2.7-gas-used gas_used is an int64 or null", status: "failed" }),
    ],
    ["nothing", "null"],
  ])("are written anew where one is %s", (_what, text) => {
    complete(mixedResult());
    writeFileSync(pathOf("2.7-gas-used"), text);
    complete(mixedResult());
    expect(written("2.7-gas-used").status).toBe("passed");
  });

  test("of other runs are taken away, and attachments that nothing names", () => {
    complete(mixedResult());
    const before = readdirSync(join(folder, ALLURE_RESULTS)).length;
    complete(resultOf([passed(planned(1))]));
    expect(readdirSync(join(folder, ALLURE_RESULTS))).toStrictEqual([
      `${allureUuid("4.4-limit-kept")}-result.json`,
    ]);
    expect(before).toBe(6);
  });
});
