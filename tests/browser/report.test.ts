import { describe, expect, test } from "vitest";
import type { CheckedFile } from "../../engine/model/results.ts";
import { reportPage } from "../../reports/html/page.ts";
import { outcomeLabel } from "../../reports/words/labels.ts";
import { failed, HOSTILE, planned, resultOf, notTested, violation } from "../reports/samples.ts";
import { seriousFaults, useBrowser } from "./chromium.ts";
import { fullResult } from "./full-result.ts";
import { testAccess } from "./views.ts";

const browser = useBrowser();

const full = browser.writePage(await reportPage(fullResult()));

describe("the conformance report in a browser", () => {
  test("sends no request and logs no error", async () => {
    const { page, requests, errors } = await browser.open(full);
    await page.getByRole("heading", { level: 1, name: "The service does not conform" }).waitFor();
    expect(await page.title()).toContain("https://ledger.example.test/prefix · 2026-11-20 10:00:00 UTC");
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });

  testAccess(test, browser, full);

  test.each([true, false])("has a map that agrees with the result, with scripts: %s", async (javaScript) => {
    const { page } = await browser.open(full, { javaScript });
    const { clauses } = fullResult();
    for (const { id, outcome, statement } of clauses) {
      const name = `${id}, ${outcomeLabel(outcome)}: ${statement}`;
      const cell = page.locator(".map").getByRole("link", { name, exact: true });
      expect([await cell.getAttribute("href"), await cell.getAttribute("class")]).toEqual([
        `#${id}`,
        outcome,
      ]);
    }
    expect(await page.locator(".map .cells a").count()).toBe(clauses.length);
  });

  test("shows the verdict and three causes with their requests on the first screen, and truncates no sentence at 400 px", async () => {
    const clauses = (["tokenBalances", "networkFees", "statusSummary", "tokens"] as const).map((endpoint) =>
      failed({ ...planned(1), endpoint, id: `4.4-${endpoint}` }, [
        violation({ message: "an error has a body other than the documented one" }),
      ]),
    );
    const path = browser.writePage(await reportPage(resultOf([...clauses, notTested(planned(2))])));
    const wide = await browser.open(path);
    const bottoms = await wide.page
      .locator("h1, .causes > li:nth-child(-n + 3) .copy")
      .evaluateAll((found) => found.map((element) => element.getBoundingClientRect().bottom));
    expect(bottoms).toHaveLength(4);
    expect(Math.max(...bottoms)).toBeLessThan(800);
    const { page } = await browser.open(path, { width: 390, height: 844 });
    const cut = await page.evaluate<number>(`[...document.querySelectorAll("header, .causes *, .box, li *")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === "hidden").length`);
    expect(cut).toBe(0);
  });

  test("filters by outcome and text, and shows the number of matches", async () => {
    const { page } = await browser.open(full);
    const shown = page.locator(".clause:visible");
    const count = page.locator("#shown");
    await page.getByRole("radio", { name: `${outcomeLabel("failed")} 2` }).check();
    expect([await shown.count(), await count.textContent()]).toStrictEqual([2, "2 of 5 clauses"]);
    expect(await page.locator("#section-2\\.7, #not-tested").filter({ visible: true }).count()).toBe(0);
    await page.getByRole("searchbox").fill("4.4-ord");
    expect(await shown.getAttribute("id")).toBe("4.4-order");
    await page.getByRole("radio", { name: "all 5" }).check();
    await page.getByRole("searchbox").fill("verify");
    expect(await shown.count()).toBe(2);
    const untested = page.locator("#not-tested > ul > li:visible");
    const links = await untested.getByRole("link").allInnerTexts();
    expect([...new Set(links.map((id) => id.split("-")[0]))]).toStrictEqual(["4.10"]);
  });

  test("opens the clause of its fragment, even if it is collapsed or filtered", async () => {
    const { page } = await browser.open(`${full}#2.7-gas-used`);
    expect(await page.locator("[id='2.7-gas-used'][open]").isVisible()).toBe(true);
    await page.getByRole("radio", { name: `${outcomeLabel("failed")} 2` }).check();
    await page.evaluate("location.hash = '#4.10-undecided'");
    await page.locator("[id='4.10-undecided'][open]").waitFor();
    expect(await page.locator("[id='4.10-undecided']").isVisible()).toBe(true);
  });

  test("shows the expected value of a cause once, and the plot of the run after the clauses", async () => {
    const whole = violation({ pointer: "", expected: "an error body", message: "a request succeeds" });
    const result = resultOf([failed(planned(1), [whole])], {
      timeline: [{ second: 0, requests: 1, statuses: { "200": 1 }, sentAgain: 0 }],
    });
    const { page } = await browser.open(browser.writePage(await reportPage(result)));
    expect(await page.locator("#causes").getByText("an error body").count()).toBe(1);
    const tops = await page.locator("#causes, #clauses, #time").evaluateAll((all) => all.map(({ id }) => id));
    expect(tops).toStrictEqual(["causes", "clauses", "time"]);
  });

  test("copies a curl line", async () => {
    const { page } = await browser.open(full);
    const button = page.locator("[id='4.4-limit-kept']").getByRole("button", { name: "Copy" }).first();
    await button.click();
    await page.getByText("Copied").first().waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(
      "curl -i 'https://ledger.example.test/x'",
    );
  });
});

const file: CheckedFile = {
  file: `captured/${"a-long-name/".repeat(12)}tokens.har`,
  exchanges: 5,
  checked: 3,
  notChecked: { "no clause is about it": 2 },
};
const files = [file, { ...file, file: `right${HOSTILE}.har`, notChecked: {} }];
const recorded = browser.writePage(await reportPage({ ...fullResult(), files }), "files.html");

describe("the report of recorded responses", () => {
  testAccess(test, browser, recorded);

  test("counts the responses of each file that were checked", async () => {
    const { page, errors } = await browser.open(recorded);
    await page.getByRole("heading", { level: 1, name: "The recording does not conform" }).waitFor();
    await page.locator("#files summary").click();
    const [first, second, ...more] = await page.locator("#files li").allInnerTexts();
    expect(first).toMatch(/: 5 exchanges, 3 checked\s+2 not checked: no clause is about it$/);
    expect(second).toMatch(/^right.*\.har: 5 exchanges, 3 checked$/s);
    expect([more, errors]).toStrictEqual([[], []]);
  });
});

describe("the harness", () => {
  test("reports requests, errors and violations of axe", async () => {
    const path = browser.writePage(
      '<!doctype html><html><title>bad</title><img src="https://example.test/x.png">' +
        '<img src="beside.png"><script>throw new Error("planted")</script></html>',
    );
    const { page, requests, errors } = await browser.open(path);
    expect(new Set(requests.map((url) => url.split("/").at(-1)))).toStrictEqual(
      new Set(["x.png", "beside.png"]),
    );
    expect(errors.some((text) => text.includes("planted"))).toBe(true);
    const faults = await seriousFaults(page);
    expect(faults.some((text) => text.startsWith("image-alt: "))).toBe(true);
    expect(faults.some((text) => text.startsWith("html-has-lang: "))).toBe(true);
  });
});
