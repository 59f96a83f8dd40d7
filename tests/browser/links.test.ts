// Every link within the report lands on what it names: wide and narrow, with the motion that readers have by default
import { beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { reportPage } from "../../reports/html/page.ts";
import { failed, mixedResult, passed, planned, resultOf, unjudged, violation } from "../reports/samples.ts";
import { useBrowser } from "./chromium.ts";

const browser = useBrowser();
const WIDTHS = [1_280, 390];
const SECTIONS = ["2.3", "2.7", "4.3", "4.4", "4.7", "4.10"];

/** Twenty failed clauses among three hundred, long responses, known deviations, and clauses that were not tested. */
function longResult(): RunResult {
  const excerpt = { lines: Array.from({ length: 14 }, (_, index) => `  "line": ${index}`), marked: 7 };
  const body = JSON.stringify(Array.from({ length: 300 }, (_, index) => ({ index })));
  const response = { status: 200, headers: { "content-type": "application/json" }, body };
  const exchanges = [1, 2].map((number) => ({
    number,
    url: "",
    curl: `curl '${number}'`,
    status: 200,
    body,
  }));
  const known = { clause: "4.3-clause-7", reason: "agreed" };
  const clauses = SECTIONS.flatMap((section) =>
    Array.from({ length: 50 }, (_, index) => {
      const clause = { ...planned(1), section, id: `${section}-clause-${index}` } as const;
      const actual = `${section} ${index}`;
      return index % 13 === 7
        ? failed(clause, [
            violation({ actual, response, ...(index % 2 === 0 ? { excerpt } : { exchanges }) }),
            violation({ actual, pointer: "/other", excerpt, response }),
          ])
        : index % 13 === 5
          ? unjudged(clause)
          : passed(clause, { field: { seen: 3, null: 3, notNull: 0 } });
    }),
  );
  const open = SECTIONS.map((section) => ({
    section,
    id: `${section}-matter`,
    statement: "x",
    observed: [],
  }));
  return { ...resultOf(clauses, { known: [known] }), unspecified: [...mixedResult().unspecified, ...open] };
}

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

let path = "";
beforeAll(async () => {
  path = browser.writePage(await reportPage(longResult()));
});

describe.each(WIDTHS)("at %i pixels", (width) => {
  test("every link of a list leads to its clause", async () => {
    const { page } = await browser.open(path, { width, motion: true });
    const { misses, clicked } = await page.evaluate<{ misses: string[]; clicked: number }>(CLICK_ALL);
    expect(misses).toStrictEqual([]);
    expect(clicked).toBeGreaterThan(30);
  }, 120_000);

  test.each(["2.3-clause-7", "4.10-clause-46", "4.4-matter", "section-4.7"])(
    "an address with #%s opens there",
    async (id) => {
      const { page } = await browser.open(`${path}#${id}`, { width, motion: true });
      expect(await page.evaluate(`(${LANDED})(${JSON.stringify(id)})`)).toStrictEqual([]);
    },
  );
});
