import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { passed, planned, resultOf, unjudged } from "./samples.ts";

const spared = {
  reason: "left to the level standard: shows little",
  remedy: { kind: "raiseLevel", of: "forms" },
};
const cut = { reason: "the list is longer than this level walks", remedy: { kind: "walkFurther" } };
const filters = { ...spared, remedy: { kind: "raiseLevel", of: "filters" } };

type Changes = Partial<ClauseResult>;

function resultAt(level: RunResult["level"], ...changes: readonly object[]): RunResult {
  const plan = [...changes, {}].map((_, index) => ({ ...planned(0), id: `2.7-clause-${index}` }));
  const clauses = plan.map((clause, index) =>
    changes[index] === undefined ? passed(clause) : unjudged(clause, changes[index] as Changes),
  );
  return resultOf(clauses, { plan, level });
}

/** All places at which a reader finds it. */
async function placesOf(result: RunResult): Promise<readonly string[]> {
  const page = (await reportPage(result)).replace(/<[^>]*>/g, "");
  return [summaryText(result, undefined, paintFor({}, {})), summaryMarkdown(result), page].map((text) =>
    text.replace(/\s+/g, " "),
  );
}

describe("what a level left to a higher one", () => {
  test("is one line, by kind, in place of its reasons", async () => {
    const result = resultAt("smoke", spared, filters, filters);
    const line =
      "smoke leaves 3 of 4 clauses to the level standard: 2 on what filters select, 1 on other ways to write ids and times";
    const [terminal = "", summary = "", page = ""] = await placesOf(result);
    for (const text of [terminal, summary, page]) {
      expect(text.split(line)).toHaveLength(2);
    }
    for (const text of [terminal, summary]) {
      expect(text).not.toContain(spared.reason);
      expect(text).not.toContain("2.7-clause-0");
    }
    expect(result.left).toEqual([
      { to: "standard", kind: "filters", clauses: 2 },
      { to: "standard", kind: "forms", clauses: 1 },
    ]);
  });

  test("names the next level for each", async () => {
    const [terminal] = await placesOf(resultAt("smoke", cut, spared));
    expect(terminal).toContain(
      "smoke leaves 1 of 3 clauses to the level standard: 1 on other ways to write ids and times; 1 to the level thorough: 1 on longer lists",
    );
    const standard = resultAt("standard", cut);
    expect(standard.left).toEqual([{ to: "thorough", kind: "walks", clauses: 1 }]);
    expect((await placesOf(standard))[1]).toContain(
      "standard leaves 1 of 2 clauses to the level thorough: 1 on longer lists",
    );
  });

  test.each([
    ["the highest level", resultAt("thorough", cut)],
    ["a service without end", resultAt("standard", { ...cut, cause: "environment" })],
    ["a sample that is missing", resultAt("smoke", {})],
    ["what was judged", resultAt("smoke")],
  ])("does not hold %s", async (_name, result) => {
    expect(result.left).toBeUndefined();
    for (const text of await placesOf(result)) {
      expect(text).not.toContain(" leaves ");
    }
    expect(summaryMarkdown(result).includes("## Not judged")).toBe(result.clauses.length > 1);
  });
});
