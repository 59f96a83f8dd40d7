// The texts of three results, kept as files, so that a commit shows how it changes them. Two results are runs of the
// reference, cut to some of their clauses, with a profile and known deviations added. In the third, all text of the
// service is hostile. `npx vitest run tests/reports/golden.test.ts -u` updates the files: read them before you commit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reportPage } from "../../reports/html/page.ts";
import { summaryMarkdown } from "../../reports/text/summary.ts";
import { paintFor, summaryText } from "../../reports/text/terminal.ts";
import { demandValid } from "../valid-results.ts";
import { hostileResult } from "./samples.ts";

const folder = join(import.meta.dirname, "golden");

/** The page without its constant parts: style sheets, scripts, and their digests. */
const contentOf = (page: string): string =>
  page
    .replaceAll(/<(style|script)>[^]*?<\/\1>/g, "")
    .replaceAll(/'sha256-[^']*'|&#39;sha256-[^&]*&#39;/g, "");

const storedResult = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));

describe.each([
  ["clean", storedResult("clean")],
  ["faults", storedResult("faults")],
  ["hostile", hostileResult()],
])("the %s result", (name, given) => {
  const result = demandValid(given, name);

  test("is unchanged on the terminal and in the CI summary", async () => {
    const reportPath = "reports/out/index.html";
    const terminal = summaryText({ result, reportPath, paint: paintFor({}, {}) });
    await expect(terminal).toMatchFileSnapshot(join(folder, `${name}.txt`));
    await expect(summaryMarkdown(result)).toMatchFileSnapshot(join(folder, `${name}.md`));
  });

  test("is unchanged on the page", async () => {
    await expect(contentOf(await reportPage(result))).toMatchFileSnapshot(join(folder, `${name}.html`));
  });
});
