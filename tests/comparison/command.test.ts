import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OUTCOMES, type Outcome } from "../../engine/model/clause-results.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { FILES } from "../../reports/files/writing.ts";
import { command, type Seen } from "../cli/io.ts";
import { failed, mixedResult, passed, planned, resultOf, unjudged, violation } from "../reports/samples.ts";

let folder = "";
const at = (name: string): string => join(folder, name);
const compare = (...argv: readonly string[]): Promise<Seen> => command(["compare", ...argv]);

function write(name: string, result: RunResult): string {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(join(at(name), FILES.results), JSON.stringify(result));
  return at(name);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "compare-"));
  write("mixed", mixedResult());
  write("good", resultOf([passed(planned(0)), passed(planned(1))]));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The names of the columns of a page. */
function columnsOf(path: string): readonly string[] {
  const page = readFileSync(path, "utf8");
  return [...page.matchAll(/<th scope="col" data-column="\d+">([^<]*)</g)].map(([, name = ""]) =>
    name.trim(),
  );
}

/** How many clauses each result has of an outcome. */
function countsOf(path: string, outcome: Outcome): readonly number[] {
  const [, ...cards] = readFileSync(path, "utf8").split(/<li data-column=/);
  return cards.map((card) => {
    const [, size = "0"] = new RegExp(`class="badge ${outcome}"\\s*>([\\d,]+) `).exec(card) ?? [];
    return Number(size.replaceAll(",", ""));
  });
}

test("writes one page with the counts of each result, and says how much differs", async () => {
  const { code, out, err } = await compare(at("mixed"), at("good"), "--out", at("page.html"));
  expect({ code, err }).toStrictEqual({ code: 0, err: "" });
  expect(out).toBe(`2 results, 2 of 3 clauses differ\n${at("page.html")}\n`);
  expect(OUTCOMES.map((outcome) => countsOf(at("page.html"), outcome))).toStrictEqual([
    [1, 2],
    [1, 0],
    [0, 0],
    [0, 0],
    [1, 0],
  ]);
  expect(readFileSync(at("page.html"), "utf8")).toMatch(/: 1 repaired, 1 no longer in the run/);
});

test("withholds a result in which nothing was judged, and names it with the reason", async () => {
  write(
    "down",
    resultOf([unjudged(planned(0))], { verdict: "incomplete", reason: "the connection was refused" }),
  );
  const { code, out } = await compare(at("good"), at("down"), at("mixed"), "--out", at("withheld.html"));
  expect([code, out]).toStrictEqual([
    0,
    `2 results, 2 of 3 clauses differ\ndown: withheld, since nothing was tested\n${at("withheld.html")}\n`,
  ]);
  expect(columnsOf(at("withheld.html"))).toStrictEqual(["good", "mixed"]);
  expect(readFileSync(at("withheld.html"), "utf8")).toMatch(
    /<strong>down<\/strong>,\s+the connection was refused/,
  );
});

test("tells what changed since earlier results of the same names, and links the reports that lie beside the page", async () => {
  write("site/one", resultOf([failed(planned(0)), passed(planned(1))]));
  write("site/two words", resultOf([passed(planned(0)), passed(planned(1))]));
  writeFileSync(join(at("site/two words"), FILES.page), "the report");
  write("last/one", {
    ...resultOf([passed(planned(0)), failed(planned(1))]),
    startedAt: "2026-11-19T10:00:00.000Z",
  });
  const dirs = [at("site/one"), at("site/two words")];
  expect((await compare(...dirs, "--previous", at("last"), "--out", at("site/index.html"))).code).toBe(0);
  const page = readFileSync(at("site/index.html"), "utf8");
  expect(page).toContain("Since the run of 2026-11-19 10:00:00 UTC: 1 newly failed, 1 repaired");
  expect(page.match(/href="[^#][^"]*"/g)).toStrictEqual(['href="two%20words/index.html"']);
});

test("refuses in one line, with exit code 2", async () => {
  const said = async (...argv: readonly string[]): Promise<string> => {
    const { code, out, err } = await compare(...argv);
    expect({ code, out }).toStrictEqual({ code: 2, out: "" });
    expect(err).toMatch(/^ledger-conformance: [^\n]+\n$/);
    return err;
  };
  mkdirSync(at("nothing"));
  write("bad", mixedResult());
  writeFileSync(join(at("bad"), FILES.results), "{}");
  expect(await said(at("mixed"))).toContain("compare takes two result folders or more");
  expect(await said(at("mixed"), at("nothing"))).toContain(
    `${at("nothing")}: there is no result in this folder`,
  );
  expect(await said(at("mixed"), at("bad"))).toContain("bad");
});

test("lays ten results of a standard run side by side within 10 MB", async () => {
  // Every result breaks other clauses, each in two ways with a body as long as results keep.
  const response = { status: 200, headers: {}, body: "x".repeat(4_000) };
  const dirs = Array.from({ length: 10 }, (_, index) => {
    const broken = ["a", "b"].map((actual) => violation({ actual: `${actual}${index}`, response }));
    const clauses = Array.from({ length: 420 }, (_clause, place) => {
      const clause = { ...planned(1), id: `4.4-clause-${place}` };
      return place % 10 === index ? failed(clause, broken) : passed(clause);
    });
    return write(`run-${index}`, resultOf(clauses));
  });
  expect((await compare(...dirs, "--out", at("ten.html"))).code).toBe(0);
  expect(statSync(at("ten.html")).size).toBeLessThan(10_000_000);
  expect(countsOf(at("ten.html"), "fail")).toStrictEqual(Array.from({ length: 10 }, () => 42));
});
