// The content of the JUnit file is in tests/reports/golden; a browser parses XML strictly.
import { expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { junitXml } from "../../reports/files/junit.ts";
import {
  failed,
  HOSTILE,
  hostileResult,
  notTestedResult,
  planned,
  resultOf,
  violation,
} from "../reports/samples.ts";
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

function saying(text: string): RunResult {
  const said = violation({ message: text, pointer: text, expected: text, actual: text, curl: text });
  const reason = { reason: text };
  return resultOf([failed(planned(1), [said], reason), notTestedResult(planned(2), reason)]);
}

test.each<readonly [string, RunResult]>([
  ["markup, escape sequences and commands", hostileResult()],
  ["the end of a CDATA section", saying(`]]>]]]]><![CDATA[${HOSTILE}]]>`)],
  ["every character up to 255", saying(String.fromCharCode(...Array(256).keys()))],
  ["what no XML file may hold", saying("\ufffe\uffff\ud800 \udfff\u0000\u000b\u{1ffff}")],
  ["a megabyte in one string", saying("<&]]>".repeat(200_000))],
])("JUnit stays well-formed with any text of a service: %s", async (_what, result) => {
  const xml = await junitXml(result);
  expect(await parse(xml)).toStrictEqual([null, result.clauses.length]);
  expect(xml.length).toBeLessThan(100_000);
  expect(xml).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}|^\s*::|##\[/mu);
});
