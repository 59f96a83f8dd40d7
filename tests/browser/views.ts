// The views in which every page is tested: wide and light, narrow and dark, with everything expanded
import { expect, type TestAPI } from "vitest";
import { seriousFaults, type TestBrowser, type View } from "./chromium.ts";

const VIEWS: readonly View[] = [
  { width: 1_280, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
];

/** Expands all details. */
export const UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true; })";

/** One test for each view: no serious violation reported by axe, and no horizontal overflow. */
export function testAccess(test: TestAPI, browser: TestBrowser, path: string): void {
  test.each(VIEWS)("has no violation reported by axe and no horizontal overflow, at %j", async (view) => {
    const { page } = await browser.open(path, view);
    await page.evaluate(UNFOLD);
    expect(await seriousFaults(page)).toStrictEqual([]);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(view.width);
  });
}
