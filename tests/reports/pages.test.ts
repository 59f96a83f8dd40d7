import { describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/results.ts";
import { reportPage } from "../../reports/html/page.ts";
import { summaryMarkdown } from "../../reports/summary-markdown.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { failed, hostileResult, mixedResult, passed, planned, resultOf, violation } from "./samples.ts";

const PLAIN = paintFor({}, {});

function terminal(result: RunResult): string {
  return summaryText(result, "/tmp/out/index.html", PLAIN);
}

describe("the report page", () => {
  test("says the verdict in words, with three numbers that add up", async () => {
    const page = await reportPage(mixedResult());
    expect(page).toContain("The service does not conform");
    expect(page).toContain("1 clause of the contract is broken.");
    expect(page).toMatch(/<th scope="row">All<\/th>\s*<td>1<\/td>\s*<td>1<\/td>\s*<td>1<\/td>\s*<td>3<\/td>/);
  });

  test("names target, seed and the command to run again", async () => {
    const page = await reportPage(mixedResult());
    expect(page).toContain("https://ledger.example.test/prefix");
    expect(page).toMatch(/<dt>Seed<\/dt>\s*<dd>42<\/dd>/);
    expect(page).toContain("ledger-conformance run --base-url https://ledger.example.test/prefix --seed 42");
  });

  test("has every clause under its id, with its evidence", async () => {
    const page = await reportPage(mixedResult());
    expect(page).toContain('id="2.7-gas-used"');
    expect(page).toContain('id="4.4-limit-kept"');
    expect(page).toContain("always null: weak evidence");
    expect(page).toContain(", 25 times");
    expect(page).toContain("no sample is known: add one to the target file");
  });

  test("shows what the document leaves open", async () => {
    expect(await reportPage(mixedResult())).toContain("the form of links.next");
  });

  test("puts sections in the order of the document", async () => {
    const page = await reportPage(mixedResult());
    const places = ["section-2.7", "section-4.4", "section-4.10"].map((id) => page.indexOf(`id="${id}"`));
    expect(places).toStrictEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  test("needs nothing from elsewhere and runs nothing", async () => {
    const page = await reportPage(mixedResult());
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|url\(|@import/);
    expect(page).toContain("default-src 'none'");
    expect([...page.matchAll(/href="([^"]*)"/g)].every(([, target]) => target?.startsWith("#"))).toBe(true);
  });

  test("hostile text is inert", async () => {
    const page = await reportPage(hostileResult());
    expect(page).not.toMatch(/<script|<img|javascript:alert\(3\)"/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}/u);
  });

  test("a thousand broken clauses are written in no time", async () => {
    const results = Array.from({ length: 1_000 }, (_, index) =>
      failed({ ...planned(1), id: `4.4-clause-${index}` }, [violation({ pointer: `/x${index}` })]),
    );
    const started = performance.now();
    const page = await reportPage(resultOf(results));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(page.length).toBeLessThan(3_000_000);
  });
});

describe("the summary on the terminal", () => {
  test("has the table, the failure in full, the reasons, the report and the verdict", () => {
    const text = terminal(mixedResult());
    expect(text).toMatch(/Token list +0 +1 +0 +0 +0 +8\n/);
    expect(text).toContain("4.4-limit-kept  GET /api/v1/tokens");
    expect(text).toContain("request    curl -i 'https://ledger.example.test/x'");
    expect(text).toContain("pointer    /tokens/3/decimals, 25 times");
    expect(text).toContain("expected   an integer or null");
    expect(text).toContain('actual     "12"');
    expect(text).toContain("1 clause not exercised: no sample is known: add one to the target file");
    expect(text).toContain("/tmp/out/index.html");
    expect(text.trimEnd().split("\n").at(-1)).toBe(
      "✘ does not conform   1 kept, 1 broken, 1 not judged   12 requests in 1.2 s",
    );
  });

  test("ends a failing run with entries to paste", () => {
    const entry = `{"clause":"4.4-limit-kept","pointer":"/tokens/*/decimals","reason":`;
    expect(terminal(mixedResult())).toContain(entry);
    expect(terminal(resultOf([passed(planned(0))]))).not.toContain("deviations");
  });

  test("folds the same cause into one", () => {
    const text = terminal(resultOf([failed(planned(1)), failed({ ...planned(1), id: "4.4-other" })]));
    expect(text).toContain("the same breaks 4.4-other");
    expect(text.match(/ {4}statement/g)).toHaveLength(1);
  });

  test("shows at most twenty failures", () => {
    const results = Array.from({ length: 30 }, (_, index) =>
      failed({ ...planned(1), id: `4.4-clause-${index}` }, [violation({ actual: String(index) })]),
    );
    const text = terminal(resultOf(results));
    expect(text.match(/ {4}statement/g)).toHaveLength(20);
    expect(text).toContain("and 10 more failures");
  });

  test("hostile text moves no cursor and commands nothing", () => {
    const text = terminal(hostileResult());
    expect(text).not.toMatch(/[^\n\P{Cc}]/u);
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toMatch(/##\[/);
  });

  test("is plain where colours are not wanted", () => {
    const tty = { isTTY: true };
    expect(paintFor(tty, { NO_COLOR: "1" }).good("x")).toBe("x");
    expect(paintFor({}, {}).good("x")).toBe("x");
    expect(paintFor(tty, { TERM: "xterm" }).good("x")).not.toBe("x");
  });
});

describe("the summary for a CI page", () => {
  test("has the verdict, the table and the failures", () => {
    const text = summaryMarkdown(mixedResult());
    expect(text).toContain("# Conformance: does not conform");
    expect(text).toContain("| Token list | 0 | 1 | 0 | 0 | 0 | 8 |");
    expect(text).toContain("### 4.4-limit-kept");
    expect(text).toContain("curl -i 'https://ledger.example.test/x'");
  });

  test("hostile text is no markup", () => {
    const text = summaryMarkdown(hostileResult());
    const outside = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");
    expect(outside).not.toMatch(/<script|<img|@everyone|(?<!\\)\[link/);
    expect(text).not.toMatch(/^\s*::/m);
  });
});
