// The content of the JUnit file is in tests/reports/golden; a browser parses XML strictly.
import { expect, test } from "vitest";
import { junitXml } from "../../reports/files/junit.ts";
import { HOSTILE, hostileResult } from "../reports/samples.ts";
import { useBrowser } from "./chromium.ts";

const browser = useBrowser();

/** The error of a strict parser, or null, and the number of test cases. */
async function parse(xml: string): Promise<readonly [error: string | null, cases: number]> {
  const { page } = await browser.open(browser.writePage("<!doctype html><title>x</title>"));
  return await page.evaluate<[string | null, number]>(`((xml) => {
    const parsed = new DOMParser().parseFromString(xml, "application/xml");
    const error = parsed.querySelector("parsererror")?.textContent ?? null;
    return [error, parsed.querySelectorAll("testcase").length];
  })(${JSON.stringify(xml)})`);
}

test.each<readonly [string, string]>([
  ["markup, escape sequences and commands", HOSTILE],
  ["the end of a CDATA section", `]]>]]]]><![CDATA[${HOSTILE}]]>`],
  ["every character up to 255", String.fromCharCode(...Array(256).keys())],
  ["what no XML file may hold", "\ufffe\uffff\ud800 \udfff\u0000\u000b\u{1ffff}"],
  ["a megabyte in one string", "<&]]>".repeat(200_000)],
])("JUnit stays well-formed with any text of a service: %s", async (_what, text) => {
  const result = hostileResult(text);
  const xml = await junitXml(result);
  // The reason of the run is one more test case.
  expect(await parse(xml)).toStrictEqual([null, result.clauses.length + 1]);
  expect(xml.length).toBeLessThan(100_000);
  expect(xml).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}|^\s*::|##\[/mu);
});
