// Files and texts of four results, kept as files so that a commit shows changes. `-u` updates them: read them before you commit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { badgeJson } from "../../reports/files/badge.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { reportPage } from "../../reports/html/page.ts";
import { githubErrors } from "../../reports/text/github.ts";
import { summaryMarkdown } from "../../reports/text/summary.ts";
import { coloursFor, summaryText } from "../../reports/text/terminal.ts";
import { demandValid } from "../valid-results.ts";
import { hostileResult, notTested, planned, resultOf } from "./samples.ts";

const folder = join(import.meta.dirname, "golden");

/** The page without its constant parts: style sheets, scripts, and their digests. */
const contentOf = (page: string): string =>
  page
    .replaceAll(/<(style|script)>[^]*?<\/\1>/g, "")
    .replaceAll(/'sha256-[^']*'|&#39;sha256-[^&]*&#39;/g, "");

const storedResult = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));

/** A run whose service cannot be reached, with a bug in the suite. */
function unreachable() {
  const lost = { reason: "not reached", remedy: { kind: "finishRun" }, code: "notReached" } as const;
  const bug = { outcome: "inconclusive", code: "suiteFailed", reason: "the suite failed" } as const;
  const clauses = [lost, lost, bug].map((changes, index) => notTested(planned(index), changes));
  const reason = "the ledger query service cannot be reached: the connection was refused";
  return resultOf(clauses, { verdict: "incomplete", reason });
}

describe.each([
  ["clean", storedResult("clean")],
  ["faults", storedResult("faults")],
  ["hostile", hostileResult()],
  ["unreachable", unreachable()],
])("the %s result", (name, given) => {
  const result = demandValid(given, name);
  const times = new Map([[result.clauses[0]?.id ?? "", 1_234]]);
  const reportPath = "reports/out/index.html";

  test.each<[string, () => string | Promise<string>]>([
    ["terminal.txt", () => summaryText({ result, reportPath, paint: coloursFor({}, {}) })],
    ["summary.md", () => summaryMarkdown(result)],
    ["github.txt", () => githubErrors(result)],
    ["badge.json", () => JSON.stringify(badgeJson(result), undefined, 2)],
    ["junit.xml", () => junitXml(result, times)],
    ["index.html", async () => contentOf(await reportPage(result))],
  ])("has an unchanged %s", async (file, write) => {
    await expect(await write()).toMatchFileSnapshot(join(folder, `${name}-${file}`));
  });
});
