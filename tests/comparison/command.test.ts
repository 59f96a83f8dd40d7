import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { summarize, type RunResult } from "../../engine/model/results.ts";
import { startReference } from "../../reference/server.ts";
import { FILES } from "../../reports/files/folder.ts";
import { command } from "../cli/io.ts";
import { failed, mixedResult, passed, planned, resultOf, violation } from "../reports/samples.ts";
import { judged } from "../shards/judging.ts";

let folder = "";
const at = (name: string): string => join(folder, name);

function write(name: string, result: RunResult): string {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(join(at(name), FILES.results), JSON.stringify(result));
  return at(name);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "compare-"));
  write("mixed", mixedResult());
  write("good", resultOf([passed(planned(0)), passed(planned(1))]));
  write("elsewhere", { ...mixedResult(), target: { baseUrl: "https://other.example.test/v1" } });
  write("here", { ...mixedResult(), target: { baseUrl: "http://127.0.0.1:4000" } });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The names of the columns of a page. */
function columnsOf(path: string): readonly string[] {
  const page = readFileSync(path, "utf8");
  return [...page.matchAll(/<th scope="col">([^<]*)<\/th>/g)].map(([, name = ""]) => name.trim()).slice(1);
}

/** The numbers of the rows of counts. */
function countsOf(path: string): readonly (readonly number[])[] {
  const page = readFileSync(path, "utf8");
  const rows = [...page.matchAll(/<tr class="counts">([\s\S]*?)<\/tr>/g)].map(([row]) => row);
  return rows.map((row) =>
    [...row.matchAll(/<td>([\d,]+)<\/td>/g)].map(([, size = ""]) => Number(size.replaceAll(",", ""))),
  );
}

describe("nights of one service", () => {
  const night = (day: string, broken: readonly number[], changes: object = {}): string => {
    const clauses = [0, 1, 2].map((index) =>
      broken.includes(index) ? failed(planned(index), [violation()]) : passed(planned(index)),
    );
    const result = resultOf(clauses, { startedAt: `2026-11-${day}T02:00:00.000Z` });
    return write(join("nights", `n${day}`), { ...result, ...changes });
  };

  /** The rows of the table of what changed over time. */
  function historyIn(path: string): readonly (readonly string[])[] {
    const [, table = ""] =
      /<section[^>]*id="history"([\s\S]*?)<\/section>/.exec(readFileSync(path, "utf8")) ?? [];
    return [...table.matchAll(/<tr>\s*<th scope="row">([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => [
      /<code>([^<]*)/.exec(row)?.[1] ?? "",
      ...[...row.matchAll(/<td>([^<]*)/g)].map(([, cell = ""]) => cell.trim()),
    ]);
  }

  test("a folder of them tells from when to when each deviation was there", async () => {
    night("21", [0]);
    night("19", []);
    night("22", [1], { known: { stale: [{ clause: planned(2).id, reason: "was so" }], expired: [] } });
    night("20", [0, 1]);
    const { out, code } = await command(["compare", at("nights"), "--out", at("nights.html")]);
    expect({ out, code }).toStrictEqual({
      out: `4 results, 2 of 3 clauses differ\n${at("nights.html")}\n`,
      code: 0,
    });
    expect(columnsOf(at("nights.html")).slice(-4)).toStrictEqual(["n19", "n20", "n21", "n22"]);
    expect(historyIn(at("nights.html"))).toStrictEqual([
      [planned(1).id, "2026-11-20", "2026-11-22", "2 of 4", "there"],
      [planned(0).id, "2026-11-20", "2026-11-21", "2 of 4", "kept since 2026-11-22"],
    ]);
    expect(readFileSync(at("nights.html"), "utf8")).toMatch(/to be taken out:<\/p>\s*<ul>\s*<li>\s*<code>/);
  });

  test("several services have no history", async () => {
    await command(["compare", at("mixed"), at("elsewhere"), "--out", at("services.html")]);
    expect(historyIn(at("services.html"))).toStrictEqual([]);
  });

  test("a folder without results is named", async () => {
    mkdirSync(at("nothing"), { recursive: true });
    const { code, err } = await command(["compare", at("mixed"), at("nothing"), "--out", at("x.html")]);
    expect(code).toBe(2);
    expect(err).toContain(`${at("nothing")}: there is no result in this folder`);
  });
});

describe("compare", () => {
  test("writes one page, and says how much differs", async () => {
    const { code, out, err } = await command(["compare", at("mixed"), at("good"), "--out", at("page.html")]);
    expect({ code, err }).toStrictEqual({ code: 0, err: "" });
    expect(out).toBe(`2 results, 2 of 3 clauses differ\n${at("page.html")}\n`);
    const again = await command(["compare", at("good"), at("mixed"), "--out", at("page.html")]);
    expect(again.code).toBe(0);
  });

  test("into a folder where that is what is named", async () => {
    const { out } = await command(["compare", at("mixed"), at("good"), "--out", at("pages")]);
    expect(out).toContain(join(at("pages"), "compare.html"));
    expect(statSync(join(at("pages"), "compare.html")).isFile()).toBe(true);
  });

  test("has the counts of each single result", async () => {
    await command(["compare", at("mixed"), at("good"), "--out", at("counts.html")]);
    const summaries = [mixedResult(), resultOf([passed(planned(0)), passed(planned(1))])].map(
      ({ summary }) => summary,
    );
    const outcomes = ["pass", "fail", "known", "inconclusive", "notExercised"] as const;
    expect(countsOf(at("counts.html"))).toStrictEqual(
      outcomes.map((outcome) => summaries.map((summary) => summary[outcome])),
    );
  });

  test("names columns by their labels, else by host, else by folder", async () => {
    const path = at("labels.html");
    await command(["compare", at("mixed"), at("elsewhere"), "--out", path]);
    expect(columnsOf(path)).toStrictEqual(["ledger.example.test", "other.example.test"]);
    await command(["compare", at("mixed"), at("good"), "--out", path]);
    expect(columnsOf(path)).toStrictEqual(["mixed", "good"]);
    await command(["compare", at("mixed"), at("here"), "--out", path]);
    expect(columnsOf(path)).toStrictEqual(["mixed", "here"]);
    await command(["compare", at("mixed"), at("mixed"), "--out", path]);
    expect(columnsOf(path)).toStrictEqual([at("mixed"), at("mixed")]);
    await command([
      "compare",
      at("mixed"),
      at("good"),
      "--label",
      "monday",
      "--label",
      "tuesday",
      "--out",
      path,
    ]);
    expect(columnsOf(path)).toStrictEqual(["monday", "tuesday"]);
  });

  test("refuses in one line, with exit code 2", async () => {
    const said = async (...argv: readonly string[]): Promise<string> => {
      const { code, out, err } = await command(["compare", ...argv]);
      expect({ code, out }).toStrictEqual({ code: 2, out: "" });
      expect(err).toMatch(/^ledger-conformance: [^\n]+\n$/);
      return err;
    };
    expect(await said(at("mixed"))).toContain("compare takes two result folders or more");
    expect(await said(at("mixed"), folder)).toContain("there is no result in this folder");
    expect(await said(at("mixed"), at("good"), "--label", "one")).toContain(
      "1 --label for 2 folders: give one for each",
    );
    expect(await said()).toContain("missing required argument");
    writeFileSync(at("mine.html"), "<title>Mine</title>");
    expect(await said(at("mixed"), at("good"), "--out", at("mine.html"))).toContain("that is no comparison");
    expect(readFileSync(at("mine.html"), "utf8")).toBe("<title>Mine</title>");
    writeFileSync(join(at("good"), "broken"), "");
    mkdirSync(at("bad"));
    writeFileSync(join(at("bad"), FILES.results), "{}");
    expect(await said(at("mixed"), at("bad"))).toContain("bad");
  });
});

describe("ten results of a standard run", { timeout: 60_000 }, () => {
  let dirs: readonly string[] = [];
  let total = 0;
  beforeAll(async () => {
    const reference = await startReference({});
    const whole = await judged(reference, {}).finally(() => reference.close());
    total = whole.clauses.length;
    // Every result breaks other clauses, each in two ways with a body as long as results keep.
    const response = { status: 200, headers: {}, body: "x".repeat(4_000) };
    const broken = (clause: ClauseResult, index: number): ClauseResult => ({
      ...clause,
      outcome: "fail",
      cause: "contract",
      reason: "broken",
      violations: ["a", "b"].map((actual) => violation({ actual: `${actual}${index}`, response })),
    });
    dirs = Array.from({ length: 10 }, (_, index) => {
      const clauses = whole.clauses.map((clause, place) =>
        place % 10 === index ? broken(clause, index) : clause,
      );
      return write(`run-${index}`, { ...whole, clauses, summary: summarize(clauses) });
    });
  }, 60_000);

  test("are laid side by side in under 2 s and 10 MB", async () => {
    const path = at("ten.html");
    const times: number[] = [];
    // Other work of this machine may slow one, hardly three of them.
    while (times.length < 3 && !times.some((time) => time < 2_000)) {
      const started = performance.now();
      expect((await command(["compare", ...dirs, "--out", path])).code).toBe(0);
      times.push(performance.now() - started);
    }
    expect(Math.min(...times)).toBeLessThan(2_000);
    expect(statSync(path).size).toBeLessThan(10_000_000);
    expect(countsOf(path)[1]).toStrictEqual(
      Array.from({ length: 10 }, (_, index) => Math.ceil((total - index) / 10)),
    );
  });
});
