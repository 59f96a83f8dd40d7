import { describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { reportPage } from "../../reports/html/page.ts";
import { failed, HOSTILE, planned, resultOf, notTested } from "../reports/samples.ts";
import { violation, mixedResult, passed, pageExchanges, hostileResult } from "../reports/samples.ts";
import { testAccess, useBrowser } from "./chromium.ts";
import type { UnspecifiedEntry } from "../../engine/model/clause-results.ts";
import { junitXml } from "../../reports/files/junit.ts";

const browser = useBrowser();
const full = browser.writePage(await reportPage(fullResult()));

describe("the conformance report in a browser", () => {
  test("sends no request and logs no error", async () => {
    const { page, requests, errors } = await browser.open(full);
    await page.getByRole("heading", { level: 1, name: "The service does not conform" }).waitFor();
    expect(await page.title()).toContain("https://ledger.example.test/prefix · 2026-11-20 10:00:00 UTC");
    expect([requests, errors]).toStrictEqual([[], []]);
  });

  testAccess(test, browser, full);

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

  test("opens the clause of its fragment, even if it is collapsed or filtered", async () => {
    const { page } = await browser.open(`${full}#2.7-gas-used`);
    expect(await page.locator("[id='2.7-gas-used'][open]").isVisible()).toBe(true);
    await page.getByRole("radio", { name: "failed 2" }).check();
    await page.evaluate("location.hash = '#4.10-undecided'");
    await page.locator("[id='4.10-undecided'][open]").waitFor();
    expect(await page.locator("[id='4.10-undecided']").isVisible()).toBe(true);
  });

  test("copies a curl line", async () => {
    const { page } = await browser.open(full);
    await page.locator("[id='4.4-limit-kept']").getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied").first().waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toBe("curl -i 'https://ledger.example.test/x'");
  });
});

test("on paper shows the verdict, causes, known deviations and clauses that were not tested", async () => {
  const { page } = await browser.open(full, { javaScript: false });
  await page.emulateMedia({ media: "print" });
  const visible = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();
  for (const shown of ["h1", "#causes .copy pre", "#known ul", "#not-tested ul"]) {
    expect.soft([shown, await visible(shown)]).toStrictEqual([shown, true]);
  }
  expect(await page.locator("details:not([open]) > summary:visible").count()).toBeGreaterThan(0);
  const unfolded = await page
    .locator("details:not([open]):visible")
    .evaluateAll((all) => all.every((one) => one.lastElementChild?.checkVisibility() === true));
  expect(unfolded).toBe(true);
  for (const left of [".map", "#open", "#clauses", "form", "button"]) {
    expect.soft([left, await visible(left)]).toStrictEqual([left, false]);
  }
});

function fullResult(): RunResult {
  const excerpt = { lines: ["{", '  "decimals": "12",', "  … 3 more", "}"], marked: 1 };
  const seen = { seen: 40, null: 40, notNull: 0 };
  const open: readonly UnspecifiedEntry[] = [
    { id: "3-states", section: "3", statement: "values of states", assumption: "any text", observed: [] },
    ...mixedResult().unspecified,
  ];
  const deviation = { clause: "2.7-gas-used", reason: "agreed", until: "2026-12-31", link: "https://x.test" };
  return {
    ...resultOf([
      failed(planned(1), [violation({ pointer: "/tokens/3/name", placeCount: 25, excerpt }), violation()]),
      failed({ ...planned(1), id: "4.4-order" }, [
        violation({ pointer: "/tokens/0/token_id", exchanges: pageExchanges(3), rowFault: { kind: "gap" } }),
      ]),
      passed(planned(0), { field: seen, sample: "curl -i 'https://x.example.test'" }),
      notTested(planned(2)),
      notTested({ ...planned(2), id: "4.10-undecided" }, { outcome: "inconclusive", reason: "data moved" }),
    ]),
    unspecified: open,
    knownDeviations: { matched: [deviation], stale: [deviation], expired: [deviation] },
  };
}

/** A script that parses XML strictly: it returns the error of the parser, or null, and the number of test cases. */
const PARSE_XML = `((xml) => {
  const parsed = new DOMParser().parseFromString(xml, "application/xml");
  const error = parsed.querySelector("parsererror")?.textContent ?? null;
  return [error, parsed.querySelectorAll("testcase").length];
})`;

test.each([
  ["markup, commands and the end of a CDATA section", `]]>]]]]><![CDATA[${HOSTILE}]]>`],
  [
    "every character up to 255, and what no XML file may hold",
    `${String.fromCharCode(...Array(256).keys())}\ufffe\uffff\ud800 \udfff\u{1ffff}`,
  ],
])("JUnit stays well-formed with any text of a service: %s", async (_what, text) => {
  const result = hostileResult(text);
  const xml = await junitXml(result);
  const { page } = await browser.open(browser.writePage("<!doctype html><title>x</title>"));
  // The reason of the run is one more test case.
  const parsed = [null, result.clauses.length + 1];
  expect(await page.evaluate(`${PARSE_XML}(${JSON.stringify(xml)})`)).toStrictEqual(parsed);
  expect(xml.length).toBeLessThan(100_000);
  expect(xml).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}|^\s*::|##\[/mu);
});
