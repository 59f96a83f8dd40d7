import { describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { reportPage } from "../../reports/html/page.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import {
  failed,
  hostileResult,
  mixedResult,
  passed,
  planned,
  resultOf,
  unjudged,
  violation,
} from "./samples.ts";

const PLAIN = paintFor({}, {});

function terminal(result: RunResult): string {
  return summaryText(result, "/some/out/index.html", PLAIN);
}

describe("the summary on the terminal", () => {
  test("has the table, the failure in full, the reasons, the report and the verdict", () => {
    const text = terminal(mixedResult());
    expect(text).toMatch(/Token list +0 +1 +0 +0 +0 +8\n/);
    expect(text).toContain("4.4-limit-kept  GET /api/v1/tokens");
    expect(text).toContain("request    curl -i 'https://ledger.example.test/x'");
    expect(text).toContain("pointer    /tokens/3/decimals, seen 25 times");
    expect(text).toContain("expected   an integer or null");
    expect(text).toContain('actual     "12"');
    expect(text).toContain("1 clause not exercised: no sample is known: add one to the target file");
    expect(text).toContain("/some/out/index.html");
    expect(text.trimEnd().split("\n").at(-1)).toBe(
      "✘ does not conform   1 kept, 1 broken, 1 not judged   12 requests in 1.2 s",
    );
  });

  test("ends a failing run with entries to paste", () => {
    const entry = `{"clause":"4.4-limit-kept","pointer":"/tokens/*/decimals","actual":"string","status":200,"reason":`;
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

  test("tells reasons that differ in the request or the field alone once, here, on the page and for CI", async () => {
    const lost = (index: number) =>
      unjudged(
        { ...planned(2), id: `4.10-lost-${index}` },
        { reason: `no answer to ${index} of 11`, came: "no answer" },
      );
    const result = resultOf([lost(1), lost(2), lost(3)]);
    const page = await reportPage(result);
    const groups = page.slice(page.indexOf('id="not-judged"'), page.indexOf('id="map"'));
    expect(terminal(result)).toContain("3 clauses not exercised: no answer\n");
    expect(summaryMarkdown(result)).toMatch(/^- 3 clauses not exercised: no answer: `4\.10-lost-1`/m);
    expect(groups.match(/not exercised<\/span> 3: no answer</g)).toHaveLength(1);
    for (const text of [terminal(result), summaryMarkdown(result), groups]) {
      expect(text).not.toContain("of 11");
    }
  });

  test("is plain where colours are not wanted", () => {
    const tty = { isTTY: true };
    expect(paintFor(tty, { NO_COLOR: "1" }).good("x")).toBe("x");
    expect(paintFor({}, {}).good("x")).toBe("x");
    expect(paintFor(tty, { TERM: "xterm" }).good("x")).not.toBe("x");
  });
});

describe("the summary for a CI page", () => {
  test("has the verdict, the failures and the table, in this order", () => {
    const text = summaryMarkdown(mixedResult(), resultOf([passed(planned(1))]));
    const parts = [
      "does not conform",
      "Whom to tell",
      "## Broken",
      "tell ",
      "## Changed",
      "Token list ",
      "| endpoint",
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toStrictEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text).toContain("# Conformance: does not conform");
    expect(text).toContain("| Token list | 0 | 1 | 0 | 0 | 0 | 8 |");
    expect(text).toContain("### 4.4-limit-kept");
    expect(text).toContain("curl -i 'https://ledger.example.test/x'");
  });

  test("has the map in signs", () => {
    const text = summaryMarkdown(mixedResult());
    expect(text).toMatch(/^Token list +✘$/m);
    expect(text).toMatch(/^Contract result +·$/m);
    expect(text).toMatch(/^Direct verification +–$/m);
    expect(text).toContain("✘ broken   – not exercised   · kept");
  });

  test("hostile text is no markup", () => {
    const text = summaryMarkdown(hostileResult());
    const outside = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");
    expect(outside).not.toMatch(/<script|<img|@everyone|(?<!\\)\[link/);
    expect(text).not.toMatch(/^\s*::/m);
  });
});
