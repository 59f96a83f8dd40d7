import { beforeAll, describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { compareResults, type Column } from "../../reports/comparison/model.ts";
import { comparisonPage } from "../../reports/comparison/page.ts";
import { failed, HOSTILE, passed, planned, resultOf, unjudged, violation } from "../reports/samples.ts";
import { useBrowser } from "./chromium.ts";
import { testAccess, UNFOLD } from "./views.ts";

const browser = useBrowser();

/** Every outcome, one clause that is everywhere the same, and one that a version does not have. */
function columns(): readonly Column[] {
  const same = passed(planned(0));
  const row = (id: string, clause: ClauseResult): ClauseResult => ({ ...clause, id });
  const known = row("4.4-known", {
    ...failed(planned(1)),
    outcome: "known",
    reason: "known deviation: agreed",
  });
  const older: RunResult["suite"] = {
    name: "ledger-conformance",
    version: "1.1.0",
    contract: "0".repeat(64),
    readings: 2,
  };
  return [
    {
      label: "first",
      result: {
        ...resultOf([same, failed(planned(1)), known, unjudged(planned(2))]),
        implementations: { base: "mirror/2.4" },
      },
    },
    {
      label: "second",
      result: {
        ...resultOf([same, passed(planned(1)), row("4.4-known", passed(planned(1))), unjudged(planned(2))]),
        seed: 43,
      },
    },
    { label: "third", result: { ...resultOf([same, failed(planned(1))]), suite: older, level: "smoke" } },
  ];
}

let path = "";
beforeAll(async () => {
  path = browser.writePage(await comparisonPage(compareResults(columns())), "compare.html");
});

describe("a comparison in a browser", () => {
  test("asks for nothing, complains of nothing, and gives each result a column of the same width", async () => {
    const { page, requests, errors } = await browser.open(path);
    const heads = page.getByRole("columnheader");
    expect(await heads.allInnerTexts()).toStrictEqual(["Clause", "first\nmirror/2.4", "second", "third"]);
    const widths = await heads.evaluateAll((all) =>
      all.map((head) => Math.round(head.getBoundingClientRect().width)),
    );
    expect(new Set(widths.slice(1)).size).toBe(1);
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });

  testAccess(test, browser, () => path);

  test.each([true, false])(
    "shows the rows that differ, and all where that is wanted, with scripts: %s",
    async (javaScript) => {
      const { page } = await browser.open(path, { javaScript });
      const rows = page.locator("tbody[id^=row-]:visible");
      expect(await rows.count()).toBe(3);
      expect(await page.getByText("2.7 Contract result record").isVisible()).toBe(false);
      await page.getByRole("checkbox", { name: "Only rows that differ (3 of 4)" }).uncheck();
      expect(await rows.count()).toBe(4);
    },
  );

  test("shows one implementation at a time on a phone, the one that is chosen", async () => {
    const { page } = await browser.open(path, { width: 390 });
    const shown = page.locator("[data-column]:visible");
    const names = (): Promise<readonly string[]> => page.locator("h2:visible").allInnerTexts();
    expect(await names()).toStrictEqual(["first"]);
    const before = await shown.count();
    await page.getByRole("radio", { name: "third" }).check();
    expect([await names(), await shown.count()]).toStrictEqual([["third"], before]);
    const wide = await browser.open(path);
    expect(await wide.page.locator("h2:visible").count()).toBe(3);
    expect(await wide.page.getByRole("radio").count()).toBe(0);
  });

  test("has the evidence below a row, told once where it is the same", async () => {
    const { page } = await browser.open(path);
    const row = page.locator("[id='row-4.4-limit-kept']");
    const widths = (): Promise<readonly number[]> =>
      page
        .getByRole("columnheader")
        .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().width));
    const before = await widths();
    await row.getByText("What was seen").click();
    expect(await widths()).toStrictEqual(before);
    expect(await row.locator("section").count()).toBe(1);
    expect(await row.locator("section").innerText()).toMatch(
      /^first, third[\s\S]*an integer or null[\s\S]*curl -i/,
    );
  });

  test("tells of each result what it is, and how it differs from the one before", async () => {
    const { page } = await browser.open(path);
    const cards = await page.locator(".cards > li").allInnerTexts();
    expect(cards[1]).toMatch(
      /^second\s+conforms[\s\S]*Since the run of [^:]*[\d: ]+UTC: 2 repaired[\s\S]*ledger\.example\.test[\s\S]*2026-11-20 10:00:00 UTC[\s\S]*standard[\s\S]*43/,
    );
    expect(cards[2]).toMatch(/does not conform[\s\S]*1 newly failed[\s\S]*smoke[\s\S]*1\.1\.0/);
    expect(await page.getByText("Made by different versions of the suite (1.2.3, 1.1.0)").isVisible()).toBe(
      true,
    );
    expect(await page.getByText("Made at different levels (standard, smoke)").isVisible()).toBe(true);
  });

  test("shows hostile text as text, and a megabyte of it cut", async () => {
    const megabyte = HOSTILE + "<b>A\u202e".repeat(200_000);
    const hostile = violation({
      message: HOSTILE,
      pointer: `/${HOSTILE}`,
      expected: megabyte,
      actual: megabyte,
      curl: megabyte,
      response: { status: 200, headers: { "x-long": megabyte }, body: megabyte },
    });
    const result = resultOf([
      { ...failed(planned(1), [hostile]), statement: HOSTILE },
      unjudged(planned(2), { reason: megabyte }),
    ]);
    const target = { baseUrl: `https://x.example.test/${HOSTILE}` };
    const text = await comparisonPage(
      compareResults([
        { label: HOSTILE, result: { ...result, target } },
        { label: megabyte, result: resultOf([passed(planned(1), { sample: megabyte })]) },
      ]),
    );
    expect(text.length).toBeLessThan(300_000);
    const { page, requests, errors } = await browser.open(browser.writePage(text));
    expect(await page.locator("img, iframe, main b, main script").count()).toBe(0);
    await page.evaluate(UNFOLD);
    expect(
      await page.evaluate<boolean>("/[\\u202a-\\u202e\\u2066-\\u2069\\u001b]/.test(document.body.innerText)"),
    ).toBe(false);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(1_280);
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });
});
