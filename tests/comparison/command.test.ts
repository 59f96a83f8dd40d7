import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OUTCOMES, type Outcome } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { comparisonRows } from "../../reports/comparison/rows.ts";
import { RESULT_FILES } from "../../reports/files/writing.ts";
import { command, type Seen } from "../cli/io.ts";
import { failed, mixedResult, passed, planned, resultOf, notTested } from "../reports/samples.ts";
import { ownFolder } from "../tools/own.ts";

const folder = ownFolder();
const at = (name: string): string => join(folder, name);
const compare = (...argv: readonly string[]): Promise<Seen> => command(["compare", ...argv]);

function write(name: string, result: RunResult): string {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(join(at(name), RESULT_FILES.results), JSON.stringify(result));
  return at(name);
}

const other = (name: string) => ({ target: { baseUrl: `https://${name}.example.test` } });

write("mixed", mixedResult());
write("good", resultOf([passed(planned(0)), passed(planned(1))], other("good")));

const cellsOf = (path: string, outcome: Outcome): number =>
  readFileSync(path, "utf8").split(`class="badge ${outcome}"`).length - 1;

test("writes a page with the clauses that differ, and the verdict and counts of each result", async () => {
  const { code, out, err } = await compare(at("mixed"), at("good"), "--out", at("page.html"));
  expect({ code, err }).toStrictEqual({ code: 0, err: "" });
  expect(out).toBe(`2 results: 1 of 3 clauses differs\n${at("page.html")}\n`);
  expect(OUTCOMES.map((outcome) => cellsOf(at("page.html"), outcome))).toStrictEqual([1, 1, 0, 0, 1]);
  const page = readFileSync(at("page.html"), "utf8");
  expect(page).toMatch(
    /does not conform<[^]*1 failed · 1 not tested · 1 passed[^]*conforms at level standard<[^]*2 passed</,
  );
  expect(page).toContain("not in this result");
});

test("links to the reports beside the page, and to their clauses", async () => {
  write("site/one", resultOf([failed(planned(0)), passed(planned(1))]));
  write("site/two words", resultOf([passed(planned(0)), passed(planned(1))], other("two")));
  writeFileSync(join(at("site/two words"), RESULT_FILES.page), "the report");
  const dirs = [at("site/one"), at("site/two words")];
  const made = async (): Promise<number> => (await compare(...dirs, "--out", at("site/index.html"))).code;
  expect([await made(), await made()]).toStrictEqual([0, 0]);
  const page = readFileSync(at("site/index.html"), "utf8");
  const links = ["two%20words/index.html", "two%20words/index.html#2.7-gas-used"];
  expect(page.match(/(?<=href=")[^"]*/g)).toStrictEqual(links);
});

test("does not overwrite a page that is not a comparison", async () => {
  const page = join(at("mixed"), RESULT_FILES.page);
  writeFileSync(page, "hello");
  const { code, out, err } = await compare(at("mixed"), at("good"), "--out", page);
  expect({ code, out, text: readFileSync(page, "utf8") }).toStrictEqual({ code: 2, out: "", text: "hello" });
  expect(err).toMatch(
    /^ledger-conformance: .*index\.html exists and is not a comparison: choose another path\n$/,
  );
});

test("clauses that an interrupted run did not reach are no difference", () => {
  const [gas, limit] = [planned(0), planned(1)];
  const lost = { code: "notReached", remedy: { kind: "finishRun" } } as const;
  const rest = passed(planned(2));
  const whole = resultOf([passed(gas), failed(limit), rest]);
  const differing = [
    resultOf([notTested(gas, lost), notTested(limit, lost), rest]),
    resultOf([notTested(gas), notTested(limit, lost), rest]),
    resultOf([notTested(gas, lost), passed(limit), rest]),
  ];
  const rowsWith = (one: RunResult) => comparisonRows([whole, one].map((result) => ({ label: "", result })));
  const counts = differing.map((one) => rowsWith(one).filter((row) => row.differs).length);
  expect(counts).toStrictEqual([0, 1, 1]);
});
