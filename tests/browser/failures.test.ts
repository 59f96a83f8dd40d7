// A report with many failures: its height, its evidence, its filter, its keys and its plot
import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { manyFailures } from "../reports/many-failures.ts";
import { testAccess, useBrowser } from "./chromium.ts";

const browser = useBrowser();
const result = manyFailures(19);
const path = browser.writePage(await reportPage(result));
/** Without the passed clauses, on which axe would spend half a minute. */
const clauses = result.clauses.filter(({ outcome }) => outcome !== "passed");
const withoutPassed = browser.writePage(await reportPage({ ...result, clauses }));

describe("a report with nineteen failures", () => {
  testAccess(test, browser, withoutPassed);

  test.each([
    [1_280, 6_000],
    [400, 9_000],
  ])("at %i pixels is lower than %i, and wraps its requests", async (width, most) => {
    const { page } = await browser.open(path, { width });
    expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThan(most);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    const requests = page.locator(".causes .copy pre:visible");
    const overflows = await requests.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
    expect(overflows.length).toBeGreaterThan(5);
    expect(overflows).not.toContain(true);
  });

  test("shows failed clauses and folds the passed ones into one line of their section", async () => {
    const { page } = await browser.open(path, { javaScript: false });
    expect(await page.locator(".causes > li:visible").count()).toBe(19);
    const section = page.locator("#section-2\\.3");
    expect(await section.locator(".clause-link:visible").count()).toBe(2);
    expect(await section.locator("details.clause:visible").count()).toBe(0);
    expect(await section.locator(".others > summary").innerText()).toBe("32 passed");
  });

  test("marks the row that is missing in one exchange and present in another, side by side", async () => {
    const { page } = await browser.open(path);
    await page.evaluate("document.querySelector('[id=\"2.3-broken-1\"] .evidence').open = true");
    const exchanges = page.locator("[id='2.3-broken-1'] .exchanges > li");
    const marks = await exchanges.locator("pre:has(mark)").allInnerTexts();
    expect(marks[0]).toMatch(/"0\.0\.101" ◀ row present here/);
    expect(marks[1]).toMatch(/"0\.0\.101" ◀ row missing here/);
    const boxes = await exchanges.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(3);
  });

  test("links a failure to the sentence of the contract and to all clauses that test it", async () => {
    const { page } = await browser.open(path);
    await page.locator("[id='2.3-broken-1']").getByRole("link", { name: "section 4.1, line" }).click();
    const line = page.locator("#contract li:target");
    expect(await line.isVisible()).toBe(true);
    expect(await page.locator("#contract li:target a").count()).toBe(19);
  });

  test("has links that each lead to an element", async () => {
    const { page } = await browser.open(path);
    const lost = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll("a[href^='#']")].map(({ hash }) => decodeURIComponent(hash.slice(1)))
        .filter((id) => document.getElementById(id) === null)`,
    );
    expect(lost).toStrictEqual([]);
  });

  test("has one filter for causes, clauses and the map", async () => {
    const { page } = await browser.open(path);
    await page.getByRole("searchbox").fill("2.3-broken");
    expect(await page.locator(".causes > li:visible").count()).toBe(2);
    expect(await page.locator(".section:visible").count()).toBe(1);
    expect(await page.locator(".cells a:not(.faded)").count()).toBe(2);
    await page.getByRole("radio", { name: /^passed/ }).check();
    expect(await page.locator("#causes").isVisible()).toBe(false);
    expect(await page.locator("#shown").innerText()).toBe("0 of 436 clauses");
    expect(await page.getByText("No clause matches the filter").isVisible()).toBe(true);
    await page.getByRole("searchbox").press("Escape");
    expect(await page.getByText("No clause matches the filter").isVisible()).toBe(false);
  });

  test("can be operated with the keys / j k and Escape", async () => {
    const { page } = await browser.open(path);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const focused = () => page.evaluate<string>("document.activeElement.closest('.clause')?.id ?? ''");
    const ids = await page.locator(".causes > li").evaluateAll((all) => all.map(({ id }) => id));
    expect(await focused()).toBe(ids[1]);
    await page.keyboard.press("k");
    expect(await focused()).toBe(ids[0]);
    await page.keyboard.press("/");
    await page.keyboard.type("jk/2.2");
    expect(await page.getByRole("searchbox").inputValue()).toBe("jk/2.2");
    await page.keyboard.press("Escape");
    expect(await page.locator("#shown").innerText()).toBe("436 of 436 clauses");
  });

  test("draws the run and its endpoints, and is readable without JavaScript", async () => {
    const { page } = await browser.open(path, { javaScript: false });
    const plot = page.getByRole("img", { name: /^Requests per second/ });
    expect(await plot.getAttribute("aria-label")).toBe(
      "Requests per second: 2xx: 97; 3xx and 4xx: 63; 5xx: 1; no response: 1; sent again: 2; " +
        "1 gap, the longest: no request for 3.0 s from second 5; rate limit: 20 a second",
    );
    expect(await plot.locator("g").count()).toBe(12);
    const title = await plot.locator("g title").nth(3).textContent();
    expect(title).toBe("second 3: 18 requests: 9 × 200, 7 × 400, 1 × 503");
    expect(await page.locator(".plot .limit, .plot .gap, .marks .again").count()).toBe(5);
    const [first] = await page.locator(".durations tr").allInnerTexts();
    expect(first).toMatch(/^statusSummary\s+3 ms\s+40 ms$/);
  });
});
