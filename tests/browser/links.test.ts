// Every link within the report leads to the element that it names, on wide and narrow screens and with animated scrolling
import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { manyFailures } from "../reports/many-failures.ts";
import { useBrowser } from "./chromium.ts";

const browser = useBrowser();
const WIDTHS = [1_280, 390];

/** Waits until the page stops scrolling, and returns the distance of the target from the top of the viewport. */
const LANDED = `async (id) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let still = 0, before = -1; still < 6; still += 1) {
    await frame();
    if (scrollY !== before) still = 0;
    before = scrollY;
  }
  const target = document.getElementById(id);
  const { top, left } = target.getBoundingClientRect();
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && top > 0 && top < innerHeight;
  const seen = target.contains(document.elementFromPoint(left + 20, top + 6));
  return seen && (atEnd || top < 200) ? [] : [id + " lies at " + Math.round(top) + (seen ? "" : ", out of sight")];
}`;

/** Clicks every link of the page, a dozen of each list, and returns those that miss their target. */
const CLICK_ALL = `(async () => {
  const landed = ${LANDED};
  const misses = [];
  document.querySelectorAll(":is(#causes, #not-tested) details").forEach((details) => { details.open = true; });
  let clicked = 0;
  for (const list of [".map", "#causes", "#not-tested"]) {
    const links = [...document.querySelectorAll(list + " a[href^='#']")]
      .filter((link) => link.checkVisibility());
    if (links.length === 0) misses.push("there is no link in " + list);
    for (const link of links.filter((_, index) => index % Math.ceil(links.length / 12) === 0)) {
      scrollTo({ top: 0, behavior: "instant" });
      link.click();
      clicked += 1;
      misses.push(...(await landed(decodeURIComponent(link.hash.slice(1)))));
    }
  }
  return { misses, clicked };
})()`;

const path = browser.writePage(await reportPage(manyFailures(19)));

describe.each(WIDTHS)("at %i pixels", (width) => {
  test("every link of a list leads to its clause", async () => {
    const { page } = await browser.open(path, { width, motion: true });
    const { misses, clicked } = await page.evaluate<{ misses: string[]; clicked: number }>(CLICK_ALL);
    expect(misses).toStrictEqual([]);
    expect(clicked).toBeGreaterThan(20);
  });

  test.each(["2.3-broken-1", "4.5-clause-31", "4.4-unspecified", "section-4.3"])(
    "an address with #%s opens there",
    async (id) => {
      const { page } = await browser.open(`${path}#${id}`, { width, motion: true });
      expect(await page.evaluate(`(${LANDED})(${JSON.stringify(id)})`)).toStrictEqual([]);
    },
  );
});
