import { expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { junitXml } from "../../reports/files/junit.ts";
import {
  failed,
  HOSTILE,
  hostileResult,
  mixedResult,
  planned,
  resultOf,
  notTestedResult,
  violation,
} from "../reports/samples.ts";
import { useBrowser } from "./chromium.ts";

/** A file as a strict XML parser reads it. */
interface Parsed {
  readonly error: string | null;
  readonly cases: readonly {
    readonly name: string;
    readonly classname: string;
    readonly suite: string;
    readonly verdict: string;
    readonly message: string;
    readonly text: string;
    readonly time: string;
  }[];
}

const browser = useBrowser();

async function parse(xml: string): Promise<Parsed> {
  const { page } = await browser.open(browser.writePage("<!doctype html><title>x</title>"));
  return await page.evaluate<Parsed>(`((xml) => {
    const parsed = new DOMParser().parseFromString(xml, "application/xml");
    return {
      error: parsed.querySelector("parsererror")?.textContent ?? null,
      cases: [...parsed.querySelectorAll("testcase")].map((item) => {
        const verdict = item.querySelector("failure, error, skipped");
        return {
          name: item.getAttribute("name"),
          classname: item.getAttribute("classname"),
          time: item.getAttribute("time"),
          suite: item.parentElement.getAttribute("name"),
          verdict: verdict?.tagName ?? "passed",
          message: verdict?.getAttribute("message") ?? "",
          text: verdict?.textContent ?? "",
        };
      }),
    };
  })(${JSON.stringify(xml)})`);
}

test("every clause is a test case with id, statement, endpoint, time and outcome", async () => {
  const xml = await junitXml(mixedResult(), new Map([["2.7-gas-used", 1_234]]));
  expect(xml).toMatch(/<testsuites [^>]*time="1\.234"/);
  expect(xml).toContain(
    '<testsuite name="contractResult" tests="1" failures="0" errors="0" skipped="0" time="1.234"',
  );
  const { error, cases } = await parse(xml);
  expect(error).toBeNull();
  expect(cases).toMatchObject([
    {
      name: "4.4-limit-kept a page has no more rows than asked",
      classname: "tokens",
      suite: "tokens",
      verdict: "failure",
      time: "0.000",
      message: expect.stringMatching(/^gas_used is a string: expected an integer or null, actual "12"/),
    },
    {
      name: "2.7-gas-used gas_used is an int64 or null",
      classname: "contractResult",
      suite: "contractResult",
      time: "1.234",
      verdict: "passed",
    },
    {
      name: "4.10-needs-address a body without address fails",
      classname: "verify",
      verdict: "skipped",
      message: "not tested: no sample is known: add one to the target file",
    },
  ]);
  expect(cases[0]?.text).toContain("curl -i 'https://ledger.example.test/x'");
  expect(cases[0]?.text).toMatch(/at +\/tokens\/3\/decimals, seen in 2 of 3 responses/);
});

test("a known deviation is skipped with its reason, and a bug in the suite is an error", async () => {
  const known = [{ clause: "4.4-limit-kept", reason: "agreed until spring" }];
  const suite = notTestedResult(planned(2), { outcome: "inconclusive", cause: "suite", reason: "it broke" });
  const { cases } = await parse(await junitXml(resultOf([failed(planned(1)), suite], { known })));
  expect(cases).toMatchObject([
    { verdict: "skipped", message: expect.stringContaining("known deviation: agreed until spring") },
    { verdict: "error", message: "inconclusive: it broke" },
    { name: "the run was complete", verdict: "error" },
  ]);
});

test.each<readonly [string, () => RunResult]>([
  ["markup, escape sequences and commands", hostileResult],
  ["the end of a CDATA section", () => saying(`]]>]]]]><![CDATA[${HOSTILE}]]>`)],
  ["every character up to 255", () => saying(String.fromCharCode(...Array(256).keys()))],
  ["what no XML file may hold", () => saying("\ufffe\uffff\ud800 \udfff\u0000\u000b\u{1ffff}")],
  ["a megabyte in one string", () => saying("<&]]>".repeat(200_000))],
])("stays well-formed with any text of a service: %s", async (_what, result) => {
  const xml = await junitXml(result());
  const { error, cases } = await parse(xml);
  expect(error).toBeNull();
  expect(cases.length).toBe(result().clauses.length);
  expect(xml.length).toBeLessThan(100_000);
  expect(xml).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}|^\s*::|##\[/mu);
});

function saying(text: string): RunResult {
  const said = violation({ message: text, pointer: text, expected: text, actual: text, curl: text });
  return resultOf([
    failed(planned(1), [said], { reason: text }),
    notTestedResult(planned(2), { reason: text }),
  ]);
}
