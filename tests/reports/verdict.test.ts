import { describe, expect, test } from "vitest";
import { badgeJson } from "../../reports/files/badge.ts";
import { reportPage } from "../../reports/html/page.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { failed, header, passed, planned, resultOf, unjudged } from "./samples.ts";

const PLAIN = paintFor({}, {});

describe("that a service conforms is said of no more than was judged", () => {
  const part = resultOf([passed(planned(0)), passed(planned(1)), unjudged(planned(2))]);
  const words = "conforms as far as judged: 2 of 3 clauses";

  test("on the terminal, in summary.md, on the badge and on the page", async () => {
    expect(summaryText(part, undefined, PLAIN)).toContain(`✔ ${words}   2 kept`);
    expect(summaryMarkdown(part)).toMatch(new RegExp(`^# Conformance: ${words}\n`));
    expect(badgeJson(part).message).toBe(words);
    const page = await reportPage(part);
    expect(page).toContain(`<h1>The service ${words}</h1>`);
    expect(page).toContain(`<title>Conformance: ${words}</title>`);
  });

  test("of recorded answers too", async () => {
    const files = [
      { file: "a.har", form: "HAR", exchanges: 1, judged: 1, left: {}, departures: [] },
    ] as const;
    const clauses = [passed(planned(0)), unjudged(planned(1))];
    const page = await reportPage(resultOf(clauses, header({ files, plan: [planned(0), planned(1)] })));
    expect(page).toContain("<h1>The recorded answers conform as far as judged: 1 of 2 clauses</h1>");
  });

  test("where all was judged, or something is broken, there is nothing to add", () => {
    const all = resultOf([passed(planned(0)), passed(planned(1)), passed(planned(2))]);
    expect(summaryText(all, undefined, PLAIN)).toContain("✔ conforms   3 kept");
    expect(badgeJson(resultOf([failed(planned(0)), unjudged(planned(2))])).message).toBe(
      "does not conform: 1 broken",
    );
  });
});
