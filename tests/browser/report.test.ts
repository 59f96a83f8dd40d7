import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { hostileResult, mixedResult } from "../reports/samples.ts";
import { seriousFaults, useBrowser } from "./chromium.ts";

const browser = useBrowser();

describe("the conformance report in a browser", () => {
  test("asks for nothing and complains of nothing", async () => {
    const path = browser.writePage(await reportPage(mixedResult()));
    const { page, requests, errors } = await browser.open(path);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("The service does not conform");
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });

  test("hostile text is shown as text", async () => {
    const path = browser.writePage(await reportPage(hostileResult()));
    const { page, requests, errors } = await browser.open(path);
    expect(await page.locator("img, script[src], iframe").count()).toBe(0);
    expect(requests).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
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
