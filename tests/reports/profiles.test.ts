import { expect, test } from "vitest";
import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { reportPage } from "../../reports/html/page.ts";
import { entriesIn } from "../../engine/evidence/known.ts";
import { paintFor } from "../../reports/text/paint.ts";
import { summaryMarkdown, summaryText } from "../../reports/text/summary.ts";
import { failed, HOSTILE, passed, planned, resultOf } from "./samples.ts";

const ENTRY: KnownDeviation = {
  clause: "4.4-limit-kept",
  pointer: "/gas_used",
  reason: "agreed",
  profile: "ours",
};

const PROFILE: AppliedProfile = {
  name: "ours",
  title: "Our mirror",
  group: "base",
  versions: ["2.4"],
  notes: ["times after 2262 are refused"],
  unmatched: [],
  recipes: [
    { profile: "ours", sample: "contracts", path: "/api/v1/contracts", found: 3 },
    { profile: "ours", sample: "publicKeys", path: "/accounts", found: 0, reason: "answered with 404" },
  ],
};

const terminal = (result: RunResult): string => summaryText(result, undefined, paintFor({}, {}));

test("an entry of a profile that nothing matched is not stale, one of the user's own is", () => {
  const idle = { ...ENTRY, clause: "2.7-gas-used", pointer: "/other" };
  const { profile: _, ...own } = idle;
  const results = [passed(planned(0)), failed(planned(1))];
  const { stale, unmatched } = entriesIn(results, [idle, own]);
  expect({ stale, unmatched }).toStrictEqual({ stale: [own], unmatched: [idle] });
});

test("the terminal, the page of a CI job and the report tell of a profile what of it was met", async () => {
  const result = resultOf([failed(planned(1))], { known: [ENTRY], profiles: [PROFILE] });
  for (const text of [terminal(result), summaryMarkdown(result)]) {
    expect(text).toMatch(/ours \\?\(Our mirror\\?\): 1 known deviation met/);
    expect(text).toMatch(/agreed[:\s]+`?4\.4-limit-kept/);
  }
  expect(summaryMarkdown(result)).toMatch(/contracts: 3 found at/);
  expect(summaryMarkdown(result)).toMatch(/publicKeys: none found at .*: answered with 404/);
  const page = await reportPage(result);
  expect(page).toContain("ours (Our mirror): 1 known deviation met");
  expect(page).toContain("times after 2262 are refused");
});

test("nothing of it does harm, whatever a list of the service answered", async () => {
  const recipe = { profile: "ours", sample: "contracts", found: 0, reason: HOSTILE, path: HOSTILE };
  const profiles = [{ ...PROFILE, recipes: [recipe] }];
  const result = resultOf([failed(planned(1))], { known: [{ ...ENTRY, reason: HOSTILE }], profiles });
  expect(terminal(result)).not.toMatch(/[^\n\P{Cc}]/u);
  expect(terminal(result)).not.toMatch(/^\s*::/m);
  expect(await reportPage(result)).not.toContain("<img src=x");
  expect(summaryMarkdown(result)).not.toMatch(/(?<!\\)\[link\]\(/);
});

test("a service that shows the sign of a profile gets one line that names it, wherever the result is read", async () => {
  const resembles = [{ profile: "hiero-mirror-node", title: "Hiero mirror node" }];
  const result = resultOf([failed(planned(1))], { resembles });
  for (const text of [terminal(result), summaryMarkdown(result), await reportPage(result)]) {
    expect(text.match(/try \\?-\\?-profile hiero\\?-mirror\\?-node/g)).toHaveLength(1);
  }
});
