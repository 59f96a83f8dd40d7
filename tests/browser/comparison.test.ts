import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { comparisonPage } from "../../reports/comparison/page.ts";
import type { Column } from "../../reports/comparison/rows.ts";
import { failed, HOSTILE, hostileResult, passed, planned, resultOf, notTested } from "../reports/samples.ts";
import { testAccess, useBrowser } from "./chromium.ts";

const browser = useBrowser();
const same = passed(planned(0));
const deviating = { ...failed(planned(1)), outcome: "known", reason: "known deviation: agreed" } as const;
const withId = (clause: ClauseResult): ClauseResult => ({ ...clause, id: "4.4-known" });
const firstResult = resultOf([same, failed(planned(1)), withId(deviating), notTested(planned(2))]);
const others = [passed(planned(1)), withId(passed(planned(1))), notTested(planned(2))];
const target = { baseUrl: "https://second.example.test" };
const thirdResult = resultOf([same, failed(planned(1))], { level: "smoke" });
/** Every outcome, a clause with the same outcome everywhere, and a clause that one version lacks. */
const columns: readonly Column[] = [
  { label: "first", result: firstResult },
  { label: "second", result: resultOf([same, ...others], { seed: 43, target }) },
  { label: "third", result: { ...thirdResult, suite: { ...thirdResult.suite, version: "1.1.0" } } },
];

const path = browser.writePage(await comparisonPage(columns), "compare.html");

describe("a comparison in a browser", () => {
  const shownRows = (page: Page) =>
    page.locator("tbody[id^=row-]:visible").evaluateAll((all) => all.map(({ id }) => id.slice(4)));

  test("sends no request, logs no error, and gives each result a column of the same width", async () => {
    const { page, requests, errors } = await browser.open(path);
    const heads = page.getByRole("columnheader");
    expect(await page.locator("thead h2").allInnerTexts()).toStrictEqual(["first", "second", "third"]);
    const texts = await heads.allInnerTexts();
    expect(texts[1]).toMatch(/^first\s+does not conform\s+1 failed · 1 known/);
    expect(texts[3]).toMatch(/does not conform/);
    await heads.nth(3).getByText("Facts").click();
    expect(await heads.nth(3).innerText()).toMatch(/does not conform[\s\S]*smoke[\s\S]*1\.1\.0/);
    const boxes = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect()));
    expect(new Set(boxes.slice(1).map(({ width }) => Math.round(width))).size).toBe(1);
    expect([requests, errors]).toStrictEqual([[], []]);
    // Rows that differ come first.
    expect(await shownRows(page)).toStrictEqual(["4.4-limit-kept", "4.4-known", "4.10-needs-address"]);
    expect(await page.getByText("The same in all").isVisible()).toBe(true);
  });

  testAccess(test, browser, path);

  test("keeps the header and the first column in sight, and shows only rows that differ on request", async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...planned(1), id: `4.4-clause-${index}` }));
    const wide = Array.from({ length: 12 }, (_, index) => ({
      label: `implementation ${index}`,
      result: resultOf(
        many.map((clause, at) => (at % 2 === 0 && index === 0 ? passed(clause) : failed(clause))),
        { target: { baseUrl: `https://${index}.example.test` } },
      ),
    }));
    const { page } = await browser.open(browser.writePage(await comparisonPage(wide)), { javaScript: false });
    await page.locator(".compared").evaluate("(box) => box.scrollTo(1_500, 2_000)");
    const box = await page.locator(".compared").boundingBox();
    const head = await page.locator("thead th").first().boundingBox();
    const first = await page.locator("[id='row-4.4-clause-1'] th").boundingBox();
    expect([head?.x, first?.x]).toStrictEqual([box?.x, box?.x]);
    expect(Math.abs((head?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(2);
    expect(await shownRows(page)).toHaveLength(60);
    await page.getByLabel("only rows that differ (30)").check();
    expect(await shownRows(page)).toHaveLength(30);
  });

  test("escapes hostile text, and truncates a megabyte of it", async () => {
    const megabyte = HOSTILE + "<b>A\u202e".repeat(200_000);
    const untested = notTested(planned(0), { reason: megabyte });
    const result = resultOf([passed(planned(1), { sample: megabyte }), untested]);
    const hostile = { label: HOSTILE, result: hostileResult() };
    const text = await comparisonPage([hostile, { label: megabyte, result }]);
    expect(text.length).toBeLessThan(300_000);
    const { page, requests, errors } = await browser.open(browser.writePage(text));
    expect(await page.locator("img, iframe, main b, main script").count()).toBe(0);
    expect(await page.evaluate("document.body.textContent")).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
    expect([requests, errors]).toStrictEqual([[], []]);
  });
});

const runOf = (day: number, outcomes: readonly ClauseResult[]): Column => ({
  label: `run ${day}`,
  report: day === 1 ? "first/index.html" : undefined,
  result: resultOf(outcomes, { startedAt: `2026-11-0${day}T10:00:00.000Z` }),
});
const [gas, limit, address] = [planned(0), planned(1), planned(2)];
const runs = [
  runOf(3, [failed(gas), passed(limit), notTested(address)]),
  runOf(1, [passed(gas), failed(limit), failed(address)]),
  runOf(2, [failed(gas), passed(limit), failed(address)]),
];
const timePath = browser.writePage(await comparisonPage(runs), "over-time.html");

describe("a comparison of one target over time", () => {
  testAccess(test, browser, timePath);

  test("has a strip for each clause, the newest on the right, and the direction of each change", async () => {
    const { page } = await browser.open(timePath, { javaScript: false });
    const stripOf = (id: string) => {
      const cells = page.locator(`[id="row-${id}"] .strip > *`);
      return cells.evaluateAll((all) => all.map(({ className }) => className));
    };
    expect(await stripOf("2.7-gas-used")).toStrictEqual(["passed", "failed", "failed"]);
    expect(await stripOf("4.4-limit-kept")).toStrictEqual(["failed", "passed", "passed"]);
    expect(await page.locator("tbody td:last-child").allInnerTexts()).toStrictEqual([
      "worse: passed → failed since run 2",
      "better: failed → passed since run 2",
      "no longer tested: failed → not tested since run 3",
    ]);
    expect(await page.locator(".strip a").first().getAttribute("href")).toBe("first/index.html#2.7-gas-used");
    const labels = await page.locator(".runs strong:first-child").allInnerTexts();
    expect(labels).toEqual(["run 1", "run 2", "run 3"]);
  });
});
