// The conformance report without a mouse, without scripts and on paper
import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { outcomeLabel } from "../../reports/words/labels.ts";
import { manyFailures } from "../reports/many-failures.ts";
import { useBrowser } from "./chromium.ts";
import { fullResult } from "./full-result.ts";

const browser = useBrowser();

const full = browser.writePage(await reportPage(fullResult()));

test("by keyboard: can be operated", async () => {
  const { page } = await browser.open(full);
  await page.getByRole("radio", { name: "all 5" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("radio", { name: `${outcomeLabel("failed")} 2` }).isChecked()).toBe(true);
  expect(await page.locator("#shown").textContent()).toBe("2 of 5 clauses");
  const evidence = page.locator("[id='4.4-limit-kept'] details").first();
  const wasOpen = await evidence.getAttribute("open");
  await evidence.locator("> summary").focus();
  await page.keyboard.press("Enter");
  expect(await evidence.getAttribute("open")).not.toBe(wasOpen);
});

test("without scripts: everything is readable", async () => {
  const { page, errors } = await browser.open(full, { javaScript: false });
  expect(await page.getByRole("button").count()).toBe(0);
  expect(await page.locator("header").getByText("2026-11-20 10:00:00 UTC").isVisible()).toBe(true);
  await page.getByText("Run it again").click();
  await page.locator("#section-2\\.7 > summary").click();
  await page.locator("[id='2.7-gas-used'] > summary").click();
  expect(await page.getByText("curl -i 'https://x.example.test'").isVisible()).toBe(true);
  expect(errors).toStrictEqual([]);
});

describe("on paper", () => {
  test("shows the verdict, causes, known deviations and clauses that were not tested", async () => {
    const { page } = await browser.open(full, { javaScript: false });
    await page.emulateMedia({ media: "print" });
    const visible = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();
    for (const shown of ["h1", "#causes .copy pre", "#known ul", "#not-tested ul"]) {
      expect.soft([shown, await visible(shown)]).toStrictEqual([shown, true]);
    }
    expect(await page.locator("details:not([open]) > summary:visible").count()).toBeGreaterThan(0);
    const unfolded = await page
      .locator("details:not([open]):visible")
      .evaluateAll((all) => all.every((one) => one.lastElementChild?.checkVisibility() === true));
    expect(unfolded).toBe(true);
    for (const left of [".map", "#open", "#clauses", "form", "button"]) {
      expect.soft([left, await visible(left)]).toStrictEqual([left, false]);
    }
  });

  test.each([
    [1, 3],
    [400, 16],
  ])("%i failed clauses are at most %i pages", async (failures, most) => {
    const { page } = await browser.open(browser.writePage(await reportPage(manyFailures(failures))));
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    const pages = pdf.match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.length).toBeLessThanOrEqual(most);
  });
});
