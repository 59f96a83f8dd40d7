import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { JudgedFile } from "../../engine/model/results.ts";
import { reportPage } from "../../reports/html/page.ts";
import {
  failed,
  HOSTILE,
  hostileResult,
  planned,
  resultOf,
  unjudged,
  violation,
} from "../reports/samples.ts";
import { seriousFaults, useBrowser } from "./chromium.ts";
import { fullResult } from "./full-result.ts";
import { testAccess } from "./views.ts";

const browser = useBrowser();

let full = "";
beforeAll(async () => {
  full = browser.writePage(await reportPage(fullResult()));
});

describe("the conformance report in a browser", () => {
  test("asks for nothing and complains of nothing", async () => {
    const { page, requests, errors } = await browser.open(full);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("The service does not conform");
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });

  testAccess(test, browser, () => full);

  test.each([true, false])("has a map that agrees with the result, with scripts: %s", async (javaScript) => {
    const { page } = await browser.open(full, { javaScript });
    const cells = await page
      .locator(".map svg a")
      .evaluateAll((links) =>
        links.map((link) => [
          link.getAttribute("href"),
          link.querySelector("use")?.getAttribute("href"),
          link.textContent.trim(),
        ]),
      );
    const words = {
      pass: "kept",
      fail: "broken",
      notExercised: "not exercised",
      inconclusive: "inconclusive",
    };
    const wanted = fullResult().clauses.map(({ id, outcome, statement }) => [
      `#${id}`,
      `#cell-${outcome}`,
      `${id}, ${outcome === "known" ? "" : words[outcome]}: ${statement}`,
    ]);
    expect(new Set(cells.map(String))).toStrictEqual(new Set(wanted.map(String)));
    expect(cells).toHaveLength(wanted.length);
    expect(await page.locator(".map svg a").first().boundingBox()).toMatchObject({ width: 14, height: 14 });
  });

  test("shows verdict and three causes on the first screen of a phone, requests one click away", async () => {
    const clauses = (["tokenBalances", "networkFees", "statusSummary", "tokens"] as const).map((endpoint) =>
      failed({ ...planned(1), endpoint, id: `4.4-${endpoint}` }, [
        violation({ message: "a malformed request is refused without the documented error body" }),
      ]),
    );
    const text = await reportPage(resultOf([...clauses, unjudged(planned(2))]));
    const { page } = await browser.open(browser.writePage(text), { width: 390, height: 844 });
    const bottoms = await page
      .locator("h1, .causes > li:nth-child(-n + 3)")
      .evaluateAll((found) => found.map((element) => element.getBoundingClientRect().bottom));
    expect(bottoms).toHaveLength(4);
    expect(Math.max(...bottoms)).toBeLessThan(844);
    const cause = page.locator(".causes > li").nth(2);
    expect(await cause.getByText("curl -i").isVisible()).toBe(false);
    await cause.locator("summary").first().click();
    expect(await cause.getByText("curl -i").isVisible()).toBe(true);
  });

  test("filters by outcome and words, and says how many are shown", async () => {
    const { page } = await browser.open(full);
    const shown = page.locator(".clause:visible");
    await page.getByRole("radio", { name: "broken 2" }).check();
    expect(await shown.count()).toBe(2);
    expect(await page.locator("#shown").textContent()).toBe("2 of 5 clauses");
    expect(await page.locator("#section-2\\.7").isVisible()).toBe(false);
    await page.getByRole("searchbox").fill("4.4-ord");
    expect(await shown.getAttribute("id")).toBe("4.4-order");
    await page.getByRole("radio", { name: "All 5" }).check();
    await page.getByRole("searchbox").fill("address");
    expect(await shown.count()).toBe(2);
  });

  test("folds and unfolds, what is broken being open from the start", async () => {
    const { page } = await browser.open(full);
    const open = page.locator(".clause > details[open]");
    expect(await open.count()).toBe(2);
    await page.getByRole("button", { name: "Unfold all" }).click();
    expect(await open.count()).toBe(5);
    await page.locator("#section-2\\.7 > summary").click();
    expect(await page.locator("[id='2.7-gas-used']").isVisible()).toBe(false);
  });

  test("opens the clause that its address names, whatever is folded or filtered", async () => {
    const { page } = await browser.open(`${full}#2.7-gas-used`);
    const details = page.locator("[id='2.7-gas-used'] > details");
    expect(await details.getAttribute("open")).toBe("");
    await page.getByRole("radio", { name: "broken 2" }).check();
    await page.locator("#section-4\\.10").evaluate("(section) => { section.open = false; }");
    await page.evaluate("location.hash = '#4.10-undecided'");
    await page.locator("[id='4.10-undecided'] > details[open]").waitFor();
    expect(await page.locator("[id='4.10-undecided']").isVisible()).toBe(true);
  });

  test("copies a request", async () => {
    const { page } = await browser.open(full);
    const button = page.locator("[id='4.4-limit-kept']").getByRole("button", { name: "Copy" }).first();
    await button.click();
    await page.getByText("Copied").first().waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(
      "curl -i 'https://ledger.example.test/x'",
    );
  });

  test("shows hostile text as text, and a megabyte of it cut", async () => {
    const megabyte = "<b>A\u202e".repeat(200_000);
    const response = { status: 200, headers: { "x-long": megabyte }, body: megabyte };
    const result = hostileResult();
    const clauses = [
      ...result.clauses,
      failed({ ...planned(1), id: "4.4-large" }, [
        violation({ actual: megabyte, expected: megabyte, response }),
      ]),
    ];
    const path = browser.writePage(await reportPage({ ...result, clauses }));
    expect(readFileSync(path).length).toBeLessThan(1_000_000);
    const { page, requests, errors } = await browser.open(path);
    expect(await page.locator("img, iframe, main b, main script").count()).toBe(0);
    expect(
      await page.evaluate<boolean>("/[\\u202a-\\u202e\\u2066-\\u2069\\u001b]/.test(document.body.innerText)"),
    ).toBe(false);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(1_280);
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });
});

describe("the report of recorded answers", () => {
  const file: JudgedFile = {
    file: `captured/${"a-long-name/".repeat(12)}tokens.har`,
    exchanges: 5,
    judged: 3,
    left: { "no rule speaks of it": 2 },
  };
  let path = "";
  beforeAll(async () => {
    const files = [file, { ...file, file: `right${HOSTILE}.har`, left: {} }];
    path = browser.writePage(await reportPage({ ...fullResult(), files }), "files.html");
  });

  testAccess(test, browser, () => path);

  test("speaks of the answers, and tells what was judged of each file", async () => {
    const { page, errors } = await browser.open(path);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      "The recorded answers do not conform",
    );
    const [first, second, ...more] = await page.locator("#files li").allInnerTexts();
    expect(first).toMatch(/: 5 exchanges, 3 judged\s+2 left aside: no rule speaks of it$/);
    expect(second).toMatch(/^right.*\.har: 5 exchanges, 3 judged$/s);
    expect([more, errors]).toStrictEqual([[], []]);
  });
});

describe("the harness", () => {
  test("tells of requests, of errors and of what axe finds", async () => {
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
