import { describe, expect, test } from "vitest";
import type { JournalEntry } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { ProfileInfo } from "../../engine/model/settings.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import { reportPage } from "../../reports/html/page.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { CLOSING, failed, header, HOSTILE, passed, planned } from "./samples.ts";

const PROFILE: ProfileInfo = {
  name: "ours",
  title: "Our mirror",
  group: "base",
  versions: ["2.4"],
  notes: ["times after 2262 are refused"],
};

const FOUND: JournalEntry = {
  type: "found",
  recipes: [
    { profile: "ours", sample: "contracts", path: "/api/v1/contracts", found: 3 },
    {
      profile: "ours",
      sample: "publicKeys",
      path: "/api/v1/accounts",
      found: 0,
      reason: "answered with 404",
    },
  ],
  paths: [],
};

function entry(changes: Partial<KnownDeviation> = {}): KnownDeviation {
  return {
    clause: "4.4-limit-kept",
    pointer: "/gas_used",
    reason: "agreed",
    profile: "ours",
    ...changes,
  };
}

function resultWith(known: readonly KnownDeviation[], found: JournalEntry = FOUND) {
  const results = [passed(planned(0)), failed(planned(1))];
  const entries = results.map((result): JournalEntry => ({ type: "clause", result }));
  const start = header({ plan: [planned(0), planned(1)], known, profiles: [PROFILE] });
  return assemble(start, [...entries, found, ...CLOSING], { durationMs: 5 });
}

describe("a result tells of its profiles", () => {
  test("with what of them was met, and what was not, which is not stale", () => {
    const idle = entry({ clause: "2.7-gas-used", pointer: "/other" });
    const result = resultWith([entry(), idle]);
    expect(result.verdict).toBe("conforms");
    expect(result.known).toStrictEqual({ met: [entry()], stale: [], expired: [] });
    expect(result.profiles).toMatchObject([{ name: "ours", unmatched: [idle], paths: [] }]);
    expect(newAjv().validate(resultsSchema, result)).toBe(true);
  });

  test("while the user's own entries are reported as stale", () => {
    const { profile: _, ...own } = entry({ clause: "2.7-gas-used" });
    expect(resultWith([own, entry()]).known?.stale).toStrictEqual([own]);
  });

  test("on the terminal and on the page of a CI job", () => {
    const result = resultWith([entry()]);
    for (const text of [summaryText(result, undefined, paintFor({}, {})), summaryMarkdown(result)]) {
      expect(text).toMatch(/ours \\?\(Our mirror\\?\): 1 known deviation met/);
      expect(text).toMatch(/contracts: 3 found at/);
      expect(text).toMatch(/publicKeys: none found at .*: answered with 404/);
      expect(text).toMatch(/agreed[:\s]+`?4\.4-limit-kept/);
    }
  });

  test("in the report, with the notes of the profile", async () => {
    const page = await reportPage(resultWith([entry()]));
    expect(page).toContain("ours (Our mirror): 1 known deviation met");
    expect(page).toContain("times after 2262 are refused");
  });

  test("without harm, whatever a list of the service answered", async () => {
    const [recipe] = FOUND.type === "found" ? FOUND.recipes : [];
    const hostile: JournalEntry = {
      type: "found",
      recipes: recipe === undefined ? [] : [{ ...recipe, found: 0, reason: HOSTILE, path: HOSTILE }],
      paths: [],
    };
    const result = resultWith([entry({ reason: HOSTILE })], hostile);
    const text = summaryText(result, undefined, paintFor({}, {}));
    expect(text).not.toMatch(/[^\n\P{Cc}]/u);
    expect(text).not.toMatch(/^\s*::/m);
    expect(await reportPage(result)).not.toContain("<img src=x");
    expect(summaryMarkdown(result)).not.toMatch(/(?<!\\)\[link\]\(/);
  });
});
