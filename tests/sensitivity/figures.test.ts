import { describe, expect, it } from "vitest";
import { benchmarkPage, median, medians, tableOf, type Figures } from "../../scripts/bench/figures.ts";

const figures: Figures = {
  requests: 100,
  wholeMs: 1_234,
  embeddedMs: 1_500,
  firstRequestMs: 400,
  judgingMs: 600,
  targetCpuMs: 90,
  bareMs: 120,
  judgingCpuMs: 80,
  bareCpuMs: 20,
  alikeBareCpuMs: 16,
  warmJudgingCpuMs: 30,
  warmBareCpuMs: 15,
  wholeCpuMs: 2_000,
  peakMb: 199.6,
};

describe("medians", () => {
  it("are the value in the middle, or between the two in the middle", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 9, 2])).toBe(3);
    expect(() => median([])).toThrow("no values");
  });

  it("are taken of each figure by itself", () => {
    const all = [figures, { ...figures, wholeMs: 9, peakMb: 500 }, { ...figures, wholeMs: 5_000 }];
    expect(medians(all)).toEqual(figures);
  });
});

describe("the table", () => {
  const lines = tableOf([
    { level: "smoke", figures },
    { level: "standard", figures },
  ]).split("\n");

  it("has one column for each level, all cells of a column as wide", () => {
    expect(lines[0]).toMatch(/^\| +\| +smoke \| standard \|$/);
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  });

  it("gives CPU per request, and the ratio", () => {
    expect(lines.find((line) => line.includes("our CPU per request, judging"))).toMatch(/ 800 µs \| +800 µs/);
    expect(lines.find((line) => line.includes("| ratio of the two  "))).toMatch(/ 4\.0 \| +4\.0 \|$/);
  });

  it("stands in a page that names the machine", () => {
    const page = benchmarkPage([{ level: "smoke", figures }], {
      date: "2025-01-02",
      version: "1.2.3",
      node: "20.19.0",
      cores: 2,
      memoryGb: 8,
      repeats: 3,
      concurrency: 16,
      load: 0.2,
    });
    expect(page).toContain("- Machine: Node 20.19.0, 2 cores, 8 GB of memory\n");
    expect(page).toContain(lines[0]?.slice(0, 40));
  });
});
