import { summaryMarkdown } from "../../reports/text/summary.ts";
import { expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { changesSince } from "../../reports/reading/changes.ts";
import { reportPage } from "../../reports/html/page.ts";
import { failed, passed, planned, resultOf, notTested, violation } from "./samples.ts";

const clause = planned(1);

function groupsOf(was: readonly ClauseResult[], is: readonly ClauseResult[]) {
  const { groups } = changesSince(resultOf(was), resultOf(is));
  return Object.fromEntries(groups.map(({ label, ids }) => [label, ids]));
}

test.each([
  ["fails now", [passed(clause)], [failed(clause)], "passed → failed"],
  ["failed and is no longer tested", [failed(clause)], [notTested(clause)], "failed → not tested"],
  ["judged now", [notTested(clause)], [passed(clause)], "not tested → passed"],
  ["new", [], [failed(clause)], "not in the earlier run → failed"],
  ["gone", [failed(clause)], [], "failed → not in this run"],
])("a clause that is %s is listed once with this change", (_what, was, is, label) => {
  expect(groupsOf(was, is)).toStrictEqual({ [label]: [clause.id] });
});

test("the summary has the changes, their date, and other possible reasons", () => {
  const earlier = resultOf([passed(clause), passed(planned(0))], { level: "smoke" });
  const text = summaryMarkdown(resultOf([failed(clause), passed(planned(0))]), earlier);
  expect(text).toContain("## Since the run of 2026-11-20 10:00:00 UTC: 1 passed → failed\n\n- another level");
  expect(text).toContain("- passed → failed \\(4.4-limit-kept\\)\n");
  expect(text).not.toContain("2.7-gas-used");
  const unchanged = summaryMarkdown(earlier, earlier);
  expect(unchanged).toContain("Since the run of 2026-11-20 10:00:00 UTC: no clause changed");
  expect(summaryMarkdown(earlier)).not.toContain("Since the run");
});

test("the page has the changes in a line that expands to the clauses", async () => {
  const other = { ...clause, id: "4.4-order-kept" };
  const elsewhere = failed({ ...planned(0) }, [violation({ pointer: "/other" })]);
  const earlier = resultOf([passed(clause), failed(other), elsewhere, failed(planned(2))]);
  const later = resultOf([failed(clause), failed(other), elsewhere, passed(planned(2))]);
  const page = (await reportPage(later, earlier)).replace(/\s+/g, " ");
  const label = changesSince(earlier, later).groups.map((group) => group.label);
  expect(page).toContain(`Since the run of 2026-11-20 10:00:00 UTC: 1 ${label[0]}, 1 ${label[1]}`);
  const gone = await reportPage(resultOf([passed(clause)]), resultOf([passed(clause), passed(planned(2))]));
  expect(gone).toMatch(/passed → not in this run: 4\.10-needs-address\s/);
  expect(await reportPage(later, later)).toContain("no clause changed");
  expect(await reportPage(later)).not.toMatch(/Since the run/);
});
