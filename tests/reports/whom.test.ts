// Whom to tell: from outcomes, causes and remedies, in the same words on the page, in summary.md and in the terminal
import { expect, test } from "vitest";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { reportPage } from "../../reports/html/page.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { tell, whomToTell } from "../../reports/words/whom.ts";
import { failed, passed, planned, resultOf, unjudged, violation } from "./samples.ts";

const textOf = (clause: Parameters<typeof tell>[0], endedBy?: "signal" | "unreachable") =>
  tell(clause, endedBy === undefined ? {} : { endedBy }).text;

test.each([
  ["statusSummary", "status page team"],
  ["tokens", "ledger query team"],
  ["sessionVerify", "verification team"],
] as const)(
  "of a clause of %s that is broken, or whose endpoint has to be mended first: %s",
  (endpoint, whom) => {
    const plan = { ...planned(0), endpoint };
    expect(textOf(failed(plan))).toBe(whom);
    expect(textOf(unjudged(plan, { remedy: { kind: "mendFirst" } }))).toBe(whom);
  },
);

test.each([
  [{ cause: "environment" }, "gateway or network team"],
  [{ cause: "environment", remedy: { kind: "runToItsEnd" } }, "gateway or network team"],
  [{ cause: "environment", remedy: { kind: "giveCredentials", of: "base" } }, "user of this suite"],
  [{ cause: "data" }, "user of this suite"],
  [{ cause: "data", remedy: { kind: "giveSamples", of: "tokenIds" } }, "user of this suite"],
  [{ cause: "suite" }, "makers of this suite"],
] as const)("of a clause that was not judged with %j: %s", (why, whom) => {
  expect(textOf(unjudged(planned(1), why))).toBe(whom);
});

test("of a run that was interrupted its user is told, of one that broke off the network's team", () => {
  const left = unjudged(planned(1), { cause: "environment", remedy: { kind: "runToItsEnd" } });
  expect(textOf(left, "signal")).toBe("user of this suite");
  expect(textOf(left, "unreachable")).toBe("gateway or network team");
});

test("page, summary and terminal say it of the run and of each cause, in the same words", async () => {
  const result = resultOf([
    failed(planned(0), [violation({ actual: "one" })]),
    failed(planned(1), [violation({ actual: "two" })]),
    failed({ ...planned(2), endpoint: "statusSummary" }),
    unjudged({ ...planned(2), id: "4.10-x" }),
  ]);
  const head =
    "Whom to tell: ledger query team (2 causes); status page team (1 cause); user of this suite (1 not judged)";
  expect(whomToTell(result)).toBe(head);
  const page = (await reportPage(result)).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  const texts = [page, summaryMarkdown(result), summaryText(result, undefined, paintFor({}, {}))];
  for (const text of texts) {
    expect(text).toContain(head);
    expect(text.match(/(?<!to )tell:? +(status page|ledger query) team/g)).toHaveLength(3);
    expect(text).toMatch(/tell: user of this suite/);
  }
});

test("nobody is told of what was kept, or left to a higher level", () => {
  const left = unjudged(planned(1), { remedy: { kind: "raiseLevel", of: "filters" } });
  expect(whomToTell(resultOf([passed(planned(0)), left], { level: "smoke" }))).toBeUndefined();
});
